// Many cases, without a document: orders, curves, what the worker sends back, the oscillator once a period.
'use strict';
const { check, equal, main } = require('./lab.js');

const deck = (thud) => ({ ...thud.lab.freshStructure('deck'), ground: 'sine' });

const orders = (thud) => {
    for (const count of [1, 2, 3, 7, 16, 100, 101]) {
        const order = thud.lab.spreadOrder(count);
        equal(order.length, count, `${count} in an order`);
        equal(new Set(order).size, count, `${count} different ones`);
        equal(Math.max(...order), count - 1, `the last of ${count}`);
    }
    // far apart first: of 16, the first four are four apart
    equal(
        thud.lab
            .spreadOrder(16)
            .slice(0, 4)
            .sort((a, b) => a - b)
            .join(),
        '0,4,8,12',
        'the first four of 16',
    );
};

// a curve in pieces is the curve
const curves = (thud, runs) => {
    const state = deck(thud),
        [gap] = thud.lab.STRUCTURES.deck.quantities,
        modelAt = (value) => thud.lab.modelOf({ ...state, values: { ...state.values, gap: value } }),
        { curve, ask, work, values } = thud.lab.liveCurve(runs.run, 20);
    check(ask('a', gap, modelAt), 'a curve that is new');
    check(!ask('a', gap, modelAt), 'the same curve begins anew');
    let pieces = 0;
    while (work(0.001)) pieces++;
    check(pieces > 5, `the curve came in ${pieces} pieces`);
    const { x, y } = values('force');
    equal(x.length, 20, 'cases of the curve');
    equal(x[0], gap.least, 'its left end');
    equal(x[19], gap.most, 'its right end');
    x.forEach((value, i) => {
        const { summary } = runs.run(modelAt(value));
        equal(y[i], Math.max(...summary.contacts.map((contact) => contact.max_force)), `force at ${value}`);
        equal(values('impacts').y[i], summary.impacts, `impacts at ${value}`);
    });
    check(curve.done === 20 && new Set(y).size > 10, 'a curve that says something');
};

// rows of a map as a worker sends them, and one that a newer one ends
const maps = async (thud, runs, folder) => {
    const sent = [],
        work = thud.lab.work((message) => sent.push(message)),
        state = deck(thud),
        [x, y] = thud.lab.STRUCTURES.deck.quantities;
    await work({ bytes: require('fs').readFileSync(`${folder}/thud.wasm`) });
    const asked = { what: 'map', state, x, y, columns: 3, rows: 4, result: 'impacts' };
    const first = work({ ...asked, job: 1 });
    await Promise.all([first, work({ ...asked, job: 2 })]);
    check(sent.filter(({ job }) => job === 1).length < 4, 'a map goes on although a newer one was asked for');
    const rows = sent.filter(({ job, row }) => job === 2 && row !== undefined);
    equal(
        rows
            .map(({ row }) => row)
            .sort()
            .join(),
        '0,1,2,3',
        'rows of a map',
    );
    check(sent.at(-1).done && sent.at(-1).job === 2, 'a map that is done');
    for (const { row, values } of rows)
        thud.lab.over(x, 3).forEach((gap, i) => {
            const e = thud.lab.over(y, 4)[row],
                { summary } = runs.run(thud.lab.modelOf({ ...state, values: { ...state.values, gap, e } }));
            equal(values[i], summary.impacts, `the map at gap ${gap}, e ${e}`);
        });
    sent.length = 0;
    await work({ what: 'motion', job: 3, motion: { soil: 'B', pga: 1, duration: 5, seed: 2 } });
    equal(sent[0].values.length, 501, 'samples of a motion');
    await work({ what: 'fit', job: 4, file: new TextEncoder().encode('<b>'), options: { mass: 1 } });
    check(sent[1].said.length > 0, 'a file that is none is refused in words');
};

// without impacts it is the linear oscillator: x/x₀ = 1/(1 − r²) of the phase that is drawn, times sin, which is zero there but
// for damping; what is certain is that it repeats
const strobes = (thud, runs) => {
    const values = thud.lab.presets(thud.lab.BIFURCATION),
        once = thud.lab.strobe(runs.run, { ...values, z: 0.05 }, 2.4);
    equal(once.length, thud.lab.PERIODS.drawn, 'periods that are drawn');
    // 150 periods at 5 % leave exp(−0.05·2π·150/2.4), nothing, of the start; impacts repeat to the rounding of their instants
    check(
        Math.max(...once) - Math.min(...once) < 1e-6,
        `once a period: from ${Math.min(...once)} to ${Math.max(...once)}`,
    );
    const free = thud.lab.strobe(runs.run, { ...values, g: 1000, z: 0.05 }, 2),
        // steady state of ẍ + 2ζωẋ + ω²x = −a sin Ωt at t = 0: x/x₀ = 2ζr/((1 − r²)² + (2ζr)²)
        wanted = (2 * 0.05 * 2) / ((1 - 4) ** 2 + (2 * 0.05 * 2) ** 2);
    // the start has died away to exp(−0.05·2π·75) = 6e-11; phases are multiples of the period to 1e-13
    check(Math.abs(free.at(-1) / wanted - 1) < 1e-8, `without a stop: ${free.at(-1)}, not ${wanted}`);
};

// the last ball takes nearly all of the speed and the others stay behind, by the law that is preset, with gaps and without. Newton's
// law has no duration: without gaps, the balls but the first go as one, v₅ = (1 + e)/5 v, and the first returns with v₅ − e v
const cradle = (thud, runs) => {
    const e = 0.95,
        speeds = (law, gap, key) => {
            const state = { ...thud.lab.freshStructure('cradle'), ...law };
            state.values = { ...state.values, gap };
            const { bodies } = runs.run({ ...thud.lab.modelOf(state), duration: 0.228 }).summary; // they meet at 0.2243 s
            return bodies.map((body) => body[key] / bodies[0].max_velocity);
        },
        // strings change a speed by half of (ω t)² and by ω² x t/v until all have parted: t = 3 ms, ω = 7 rad/s, x = 1 mm
        swing = 1e-3;
    for (const [gap, wanted] of [
        [0, 0.9224], // from a Runge-Kutta method of its own, in test_pressed
        [1e-4, ((1 + e) / 2) ** 4], // impacts one after the other
    ]) {
        const last = speeds({}, gap, 'max_velocity')[4],
            rest = speeds({}, gap, 'final_velocity');
        check(Math.abs(last - wanted) < swing, `a cradle with gaps of ${gap}: the last ball leaves with ${last}`);
        check(
            rest.slice(0, 3).every((left) => Math.abs(left) < 0.06),
            `a cradle with gaps of ${gap}: ${rest} of the speed are left`,
        );
    }
    const rigid = speeds({ law: 'newton' }, 0, 'final_velocity');
    check(Math.abs(rigid[4] - (1 + e) / 5) < swing && Math.abs(rigid[0] - (1 + e) / 5 + e) < swing, `newton: ${rigid}`);
};

main(async ({ thud, runs }) => {
    cradle(thud, runs);
    orders(thud);
    curves(thud, runs);
    await maps(thud, runs, process.argv[2]);
    strobes(thud, runs);
});
