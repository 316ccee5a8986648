// The module of WebAssembly against the same functions natively: every law, impacts and calibrations at random, and runs of
// every structure.
//
// Both are the same C with the same rounding of + − × ÷ √; they differ by exp, log, pow and sin of two C libraries, each within
// a unit in the last place, 2.2e-16: two of them, one after the other, and a rounding that goes the other way are 6.7e-16.
// What comes out of an exponential with |ln e| in its exponent has that error so many times larger. Times, penetrations and
// forces without a closed form are integrals, sums of dozens of such terms, which the library computes to a relative
// tolerance of 1e-15.
//
// Impacts of general laws are integrated with steps that estimates of errors choose, and two C libraries may choose other
// steps: results are promised to 1e-9. The point of release is less certain: from where a bounded damper meets its bound on,
// the force is zero, and the interpolation between two steps, which knows no corner, places that corner to a thousandth.
'use strict';
const { check, equal, within, native, dice, main } = require('./lab.js');

const LIBM = 3 * Number.EPSILON;
const INTEGRAL = 1e-15;
const STEPS = 1e-9;
const TOUCH = 1e-3;
const RELEASE = { impact: [5, 10], calibrate: [] };
// results that are integrals, with the restitution that published damping returns
const INTEGRALS = { impact: [0, 5, 6, 7, 8, 9, 10], calibrate: [2] };
const RUN = 1e-12; // what is promised of runs before chaos
const IMPACTS = 2000;

// results in the order of thud_impact: restitution, damping, … ; exponents in the middle are copies of the input
const impactsAgree = ({ laws, module }) => {
    const next = dice(20),
        power = (low, high) => Number((10 ** (low + (high - low) * next())).toPrecision(4));
    const inputs = Array.from({ length: IMPACTS }, (_, i) => {
        const law = laws[i % laws.length],
            n = law.least + (law.most - law.least) * Math.round(4 * next()) * 0.25,
            e = next() < 0.1 ? 1 : Number((0.05 + 0.95 * next()).toPrecision(3));
        return [law.index, e, n, power(3, 9), power(0, 6), power(-2, 1), i & 1, 0, Math.floor(3 * next())];
    });
    let same = 0,
        all = 0,
        worst = 0;
    for (const [name, size] of [
        ['impact', 13],
        ['calibrate', 4],
    ]) {
        const answers = native(inputs.map((input) => [name, ...input]));
        inputs.forEach((input, i) => {
            const [status, ...wanted] = answers[i],
                found = module.through(input, size, (at, out) => module.call(name, at, out)),
                what = `${name} ${input.join(' ')}`;
            const law = laws[input[0]],
                general = law.kind === 'general';
            // a force that pulls at its return may let e jump at some c: such an e is found, or not, by rounding
            if (!general || law.separation === 'return' || input[8] !== 1)
                equal(found === null, status !== 0, `${what}: refused`);
            const tolerance = (j) =>
                (general
                    ? RELEASE[name].includes(j)
                        ? TOUCH
                        : STEPS
                    : INTEGRALS[name].includes(j)
                      ? INTEGRAL
                      : LIBM) *
                (1 + Math.abs(Math.log(input[1])));
            // penetrations at the release compare with the largest, losses with the energy
            const scale = (j) =>
                general && name === 'impact' ? { 10: wanted[7], 12: (input[4] * input[5] ** 2) / 2 }[j] : undefined;
            // the error of a rule is the small difference of two numbers, e that comes out and e asked: absolute, then
            if (found && name === 'calibrate') {
                const difference = Math.abs(found[3] - wanted.pop());
                check(!(difference > (general ? STEPS : INTEGRAL)), `${what}: error off by ${difference}`);
            }
            wanted.forEach((number, j) => {
                if (!found) return;
                all++;
                if (Object.is(found[j], number)) same++;
                else worst = Math.max(worst, Math.abs((found[j] - number) / (scale(j) ?? number)) / tolerance(j));
                if (scale(j))
                    check(Math.abs(found[j] - number) <= tolerance(j) * scale(j), `${what}: ${j}: ${found[j]}, not ${number}`);
                else within(found[j], number, tolerance(j), `${what}: ${j}`);
            });
        });
    }
    check(all > 20000, `only ${all} numbers were compared`);
    console.log(
        `impacts: ${same} of ${all} numbers are the same to the last bit, the others within ${worst.toFixed(2)} of what is allowed`,
    );
};

// the record of every run is one that both are given, so that its bits are the same
const runsAgree = ({ thud, module, laws, grounds }) => {
    const step = 0.02,
        values = Array.from(
            { length: 300 },
            (_, i) => Math.round(1e6 * Math.sin(i / 9) * Math.exp(-((i - 60) ** 2) / 3000)) / 1e6,
        );
    check(grounds.take(values, step, '') !== null, 'the motion is not taken');
    const models = [];
    for (const [name, structure] of Object.entries(thud.lab.STRUCTURES))
        for (const law of Object.keys(structure.laws))
            for (const ground of ['sine', 'ec8']) {
                const state = {
                    structure: name,
                    law,
                    ground,
                    seed: 1,
                    values: thud.lab.presets([...structure.quantities, ...thud.lab.groundQuantities(structure)]),
                };
                // the first impacts: every one multiplies a difference by some ten, as chaos begins
                models.push({
                    ...thud.lab.modelOf(state),
                    duration: name === 'pendulums' ? 2 : 1.2,
                    words: `${name}, ${law}, ${ground}`,
                });
            }
    const packed = models.map((model) => thud.lab.packModel(model, laws)),
        answers = native([
            ['motion', step, values.length, ...values],
            ...packed.map((parts) => ['run', parts.length, ...parts]),
        ]).slice(1);
    let impacts = 0;
    models.forEach((model, i) => {
        const [status, ...wanted] = answers[i];
        equal(status, 0, `${model.words}: status`);
        const done = module.through(packed[i], 0, (at) => module.call('run', at, packed[i].length));
        check(done !== null, `${model.words}: ${module.said()}`);
        if (!done) return;
        const found = module.copy(module.call('summary'), wanted.length);
        impacts += wanted[1];
        // counts of steps, and the residual of the energy balance, which is rounding itself
        const HEAD = ['duration', 'impacts', 'input', 'dissipated', 'impact', 'stored', null, null, 'events'];
        HEAD.forEach((key, j) => key && within(found[j], wanted[j], RUN, `${model.words}: ${key}`));
        // displacements and velocities at the end pass through zero: relative to the largest of the body
        const [bodies, contacts] = wanted.slice(9);
        for (let b = 0; b < bodies; b++) {
            const at = 11 + 5 * b;
            for (let j = 0; j < 3; j++) within(found[at + j], wanted[at + j], RUN, `${model.words}: body ${b}, ${j}`);
            for (const [j, largest] of [
                [3, 0],
                [4, 1],
            ])
                check(
                    Math.abs(found[at + j] - wanted[at + j]) <= RUN * wanted[at + largest] * 10,
                    `${model.words}: body ${b} at the end`,
                );
        }
        for (let j = 11 + 5 * bodies; j < 11 + 5 * bodies + 6 * contacts; j++)
            within(found[j], wanted[j], RUN, `${model.words}: contacts, ${j}`);
    });
    check(impacts > 50, `only ${impacts} impacts in ${models.length} runs`);
    console.log(`runs: ${models.length} agree, with ${impacts} impacts`);
};

// forces with noise: the page has another mathematical library. Both end where a further step would be worth a small part of a
// standard error, so that estimates agree to a twentieth of it.
const fitsAgree = ({ module, impacts }) => {
    const next = dice(3),
        noise = () => Array.from({ length: 12 }, next).reduce((sum, x) => sum + x, -6),
        PART = 0.05,
        COLUMNS = 18;
    const cases = [
        { law: 'flores', e: 0.6, n: 1.5, k: 2e6, m: 0.5, v: 0.8 },
        { law: 'anagnostopoulos', e: 0.4, n: 1, k: 1e5, m: 2, v: 0.5 },
        { law: 'jankowski-2006', e: 0.7, n: 1.5, k: 1e7, m: 1, v: 1 },
    ].map((impact) => {
        const course = impacts.course(impact, 120),
            step = course.time[119] / 119,
            peak = Math.max(...course.force);
        const rows = Array.from({ length: 160 }, (_, i) => [
            Number((i * step).toPrecision(12)),
            Number(((i >= 30 && i < 150 ? course.force[i - 30] : 0) + 0.003 * peak * noise()).toPrecision(9)),
        ]);
        return { ...impact, rows };
    });
    const answers = native(cases.map(({ m, rows }) => ['fit', m, 2 * rows.length, ...rows.flat()]));
    cases.forEach(({ law, m, e, rows }, c) => {
        const [status, ...wanted] = answers[c];
        equal(status, 0, `fit of ${law}: status`);
        const text = new TextEncoder().encode(`time [s], force [N]\n${rows.map((row) => row.join(', ')).join('\n')}\n`);
        equal(
            module.bytesIn(text, (at, size) => module.call('measure', at, size)),
            0,
            `${law}: ${module.said()}`,
        );
        equal(module.call('fit_force', m), 0, `${law}: ${module.said()}`);
        const found = module.copy(module.call('fits'), COLUMNS * module.call('fit_count'));
        equal(found.length, wanted.length, `fit of ${law}: rows`);
        // the best by itself, and the first of the ranking
        for (const row of [0, 1]) {
            const at = row * COLUMNS;
            equal(found[at], wanted[at], `fit of ${law}: law of row ${row}`);
            for (let j = 1; j < 13; j += 2) {
                const error = wanted[at + j + 1];
                check(
                    Math.abs(found[at + j] - wanted[at + j]) <= PART * error + 1e-9 * Math.abs(wanted[at + j]),
                    `fit of ${law}, row ${row}, ${j}: ${found[at + j]}, not ${wanted[at + j]} ± ${error}`,
                );
            }
        }
        // and both find what was put in: within four standard errors
        check(Math.abs(found[9] - e) < 4 * found[10], `fit of ${law}: e = ${found[9]} ± ${found[10]}, not ${e}`);
    });
    console.log(`fits: ${cases.length} agree`);
};

main((lab) => {
    fitsAgree(lab);
    impactsAgree(lab);
    runsAgree(lab);
});
