// The picture of a run: every number drawn against the files, and faces that meet on the screen when the ledger says so.
'use strict';
const fs = require('fs');
const { check, drawn, equal, main, open, readCsv, readJson, readQuantity } = require('./browser.js');

// what the canvas is told to write, and where the clock is set to
const at = async (page, t) => {
    await page.evaluate((time) => {
        window.written = [];
        thud.shown.clock.pause();
        thud.shown.clock.go(time);
    }, t);
    return page.evaluate(() => ({ written: window.written, reading: document.querySelector('#strip .clock').textContent, fade: thud.shown.player.fadeOf() }));
};
const listen = (page) =>
    page.evaluate(() => {
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
            window.written?.push(words);
            return write.call(this, words, ...rest);
        };
    });

// three digits: half a unit of the last is 5e-3 of the number at most
const close = (found, wanted, words) => check(Math.abs(found - wanted) <= 5.01e-3 * Math.abs(wanted) + 1e-12, `${words}: ${found}, not ${wanted}`);

// the names of a contact's two sides with their factors, as model.json has them
const gapAt = (contact, row) => {
    const side = (name, factors) => Object.entries(factors ?? (name ? { [name]: 1 } : {})).reduce((sum, [body, share]) => sum + share * Number(row[`${body} displacement [m]`] ?? 0), 0);
    return contact.gap + side(contact.right, contact.right_factors) - side(contact.left, contact.left_factors);
};

const numbers = async (page, directory) => {
    const model = readJson(`${directory}/model.json`),
        summary = readJson(`${directory}/summary.json`),
        rows = readCsv(`${directory}/history.csv`),
        impacts = readCsv(`${directory}/impacts.csv`);
    await listen(page);
    // the force of an impact under way is that of the ledger, and so is its number
    const strongest = impacts.reduce((a, b) => (Number(b['max force [N]'] || b['impulse [N·s]']) > Number(a['max force [N]'] || a['impulse [N·s]']) ? b : a));
    const size = (impact) => Number(impact['max force [N]'] || impact['impulse [N·s]']);
    const end = (impact) => Number(impact['t [s]']) + Number(impact['duration [s]'] || 0);
    for (const impact of [strongest, impacts[0], impacts.at(-1)]) {
        const t = Number(impact['t [s]']) + 0.5 * Number(impact['duration [s]'] || 0);
        const { written, fade } = await at(page, t);
        // of those under way, or that fade away, the largest
        const under = impacts.filter((one) => Number(one['t [s]']) <= t && end(one) + fade > t),
            largest = under.reduce((a, b) => (size(b) > size(a) ? b : a));
        const impulsive = !(Number(largest['max force [N]']) > 0);
        const label = written.find((words) => (impulsive ? /N·s$/ : /[0-9]\u00a0[MkGmµ]?N$/).test(words));
        if (size(largest) < 0.03 * size(strongest)) continue;
        check(label !== undefined, `${directory}: no force at ${t} s among ${written}`);
        if (!label) continue;
        close(readQuantity(label.replace('\u00a0', ' '), impulsive ? 'N·s' : 'N'), size(largest), `${directory}: force at ${t} s`);
        check(written.includes(`${largest.contact}, impact ${largest.number} of ${impacts.length}`), `${directory}: which impact it is: ${written}`);
    }

    // gap and drift at three rows
    const name = (await page.locator('#strip select').count()) ? await page.inputValue('#strip select') : model.contacts[0].name;
    const contact = model.contacts.find((one) => one.name === name);
    for (const part of [0.31, 0.5, 0.83]) {
        const row = rows[Math.round(part * (rows.length - 1))],
            { reading, written } = await at(page, Number(row['t [s]']));
        const gap = gapAt(contact, row),
            [, kind, amount] = /(gap|penetration) (\S+\s\S+|0)/.exec(reading);
        // single precision of a displacement of 0.1 m: 1e-8 m
        check(Math.abs((kind === 'gap' ? 1 : -1) * (amount === '0' ? 0 : readQuantity(amount.replace('\u00a0', ' '), 'm')) - gap) <= 5.01e-3 * Math.abs(gap) + 2e-6, `${directory}: ${reading}, not ${gap}`);
        check(written.some((words) => Math.abs(Number.parseFloat(words) - Number(row['t [s]'])) <= 0.0051 && words.endsWith('s')), `${directory}: clock among ${written}`);
        const heights = model.links.filter((link) => link.height > 0);
        if (heights.length === 0) continue;
        const displaced = (body) => (body ? Number(row[`${body} displacement [m]`]) : 0);
        const most = Math.max(...heights.map((link) => Math.abs(displaced(link.right) - displaced(link.left)) / link.height));
        close(Number(/drift (\S+)\s%/.exec(reading)[1]), 100 * most, `${directory}: drift at ${row['t [s]']} s`);
    }
    // peaks beside the picture
    for (const [key, text] of await page.$$eval('[data-peak]', (nodes) => nodes.map((node) => [node.dataset.peak, node.textContent]))) {
        const [kind, structure] = [key.split(' ')[0], key.slice(key.indexOf(' ') + 1)];
        const own = (list) => Object.entries(list).filter(([one]) => one.startsWith(structure));
        const value = Number.parseFloat(text);
        if (kind === 'acceleration') close(value * 9.80665, Math.max(...own(summary.bodies).map(([, body]) => body.max_acceleration)), `${directory}: ${key}`);
        else if (text.endsWith('%')) close(value / 100, Math.max(...own(summary.watch).filter(([one]) => /-\d+-drift$/.test(one)).map(([, watch]) => watch.max)), `${directory}: ${key}`);
    }
    for (const [key, text] of await page.$$eval('[data-bar]', (nodes) => nodes.map((node) => [node.dataset.bar, node.textContent]))) {
        const [quantity, part] = [key.split(' ')[0], key.slice(key.indexOf(' ') + 1)];
        const unit = { max_displacement: 'm', max_velocity: 'm/s', max_acceleration: 'm/s²', max_angle: 'rad', max_angular_velocity: 'rad/s' }[quantity];
        if (unit) close(readQuantity(text.replace('\u00a0', ' '), unit), (summary.bodies[part] ?? summary.rods[part])[quantity], `${directory}: ${key}`);
    }
};

// the two faces of each contact on the screen, px, at many instants: closed in the ledger is closed on the screen
const touching = async (page, directory) => {
    const impacts = readCsv(`${directory}/impacts.csv`),
        { contacts, duration } = readJson(`${directory}/model.json`);
    const distances = (times) =>
        page.evaluate((list) => {
            const { plan, player } = thud.shown;
            return list.map((t) => {
                const frame = player.frameAt(t);
                return plan.contacts.map((contact) => {
                    const [a, b] = player.scene.sides(contact, frame);
                    return [contact.name, b - a];
                });
            });
        }, times);
    const starts = impacts.map((impact) => Number(impact['t [s]']));
    const found = await distances(starts);
    impacts.forEach((impact, i) => {
        const [, apart] = found[i].find(([name]) => name === impact.contact);
        check(Math.abs(apart) <= 1, `${directory}: ${impact.contact} is ${apart} px apart when it closes at ${starts[i]} s`);
    });
    // and at other instants open ones are open: at most a pixel into each other where nothing is in contact
    const times = Array.from({ length: 200 }, (_, i) => ((i + 0.37) * duration) / 200);
    const all = await distances(times);
    let open = 0;
    times.forEach((t, i) => {
        for (const [name, apart] of all[i]) {
            const own = impacts.filter((impact) => impact.contact === name);
            const closed = own.some((impact) => t >= Number(impact['t [s]']) && t <= Number(impact['t [s]']) + Number(impact['duration [s]'] || 0));
            if (closed) check(apart <= 1, `${directory}: ${name} is closed and ${apart} px apart at ${t} s`);
            else check(apart >= -1, `${directory}: ${name} is open and ${apart} px at ${t} s`);
            open += apart > 3 ? 1 : 0;
        }
    });
    check(open > 50, `${directory}: open at ${open} instants only`);
    check(contacts.length > 0 && impacts.length > 0, `${directory}: nothing strikes`);
};

// what is painted: background between two roofs as wide as their gap, none when they meet
const painted = async (page, directory) => {
    const [first] = readCsv(`${directory}/impacts.csv`);
    const read = (t) =>
        page.evaluate((time) => {
            const { plan, player } = thud.shown,
                contact = plan.contacts[0],
                [a, b] = player.scene.sides(contact, player.frameAt(time)),
                { view } = player.scene;
            const y = Math.round(view.base - contact.z * view.scale),
                from = Math.floor(a - 30);
            const copy = document.createElement('canvas'),
                context = copy.getContext('2d', { willReadFrequently: true });
            player.scene.draw(copy, player.frameAt(time), 1);
            const { data } = context.getImageData(from, y, Math.ceil(b - a) + 60, 1);
            const back = (i) => data[4 * i] > 240 && data[4 * i + 1] > 240 && data[4 * i + 2] > 240;
            let empty = 0;
            for (let i = 0; i < data.length / 4; i++) empty += back(i) ? 1 : 0;
            return [empty, b - a];
        }, t);
    const [, apart] = await read(Number(first['t [s]']));
    check(Math.abs(apart) <= 1, `roofs that meet are ${apart} px apart`);
    const [empty, gap] = await read(0.1);
    // a pixel at either edge
    check(gap > 5 && Math.abs(empty - gap) <= 2, `${empty} empty pixels between roofs that are ${gap} px apart`);
};

// the run without contact: where it is drawn, and what contact changed
const without = async (page, directory) => {
    const summary = readJson(`${directory}/summary.json`),
        rows = readCsv(`${directory}/open/history.csv`),
        row = rows[1000];
    const ghost = await page.evaluate((t) => {
        const { plan, player } = thud.shown;
        return player.frameAt(t).ghost[plan.named.get('right8').index];
    }, Number(row['t [s]']));
    // single precision of 0.1 m
    check(Math.abs(ghost - row['right8 displacement [m]']) < 1e-7, `the ghost is at ${ghost}, not ${row['right8 displacement [m]']}`);
    equal(await page.locator('#profile .without').count(), 4, 'profiles without contact');
    const most = (results, key) => Math.max(...Object.values(results.bodies).map((body) => body[key]));
    const percent = 100 * (most(summary, 'max_acceleration') / most(summary.open, 'max_acceleration') - 1);
    const text = await page.locator('.tile', { hasText: 'Largest acceleration' }).textContent();
    close(Number(/\+(\d+)\s% by contact/.exec(text)[1]), percent, `change of the acceleration in ${text}`);
    await page.locator('#ghost').uncheck();
    check(await page.evaluate(() => thud.shown.player.frameAt(1).ghost === null), 'the ghost does not go');
};

// floors without a contact that pass through the neighbour are said, by as much as the histories have
const overlaps = async (page, directory) => {
    const { overlaps: all } = readJson(`${directory}/summary.json`),
        rows = readCsv(`${directory}/history.csv`);
    // right6 is 15 m up, at three quarters of the storey from left3 to left4; the gap is 30 mm
    const deep = Math.max(...rows.map((row) => 0.25 * row['left3 displacement [m]'] + 0.75 * row['left4 displacement [m]'] - row['right6 displacement [m]'] - 0.03));
    // rows of the file are the samples; single precision of nothing
    check(Math.abs(all[0].overlap - deep) < 1e-12 && all[0].floor === 'right6', `${all[0].floor} overlaps by ${all[0].overlap}, not right6 by ${deep}`);
    const text = await page.textContent('#overlaps');
    close(readQuantity(/by ([\d.]+\s\S+) at/.exec(text)[1].replace('\u00a0', ' '), 'm'), deep, 'the overlap that is told');
    check(text.includes(all[0].add) && text.includes(`The ${all.length} contacts`), `the contacts to add: ${text}`);
};

// an impact that is over between two rows of the history: the page opens on it, and reads its penetration from the loop
const brief = async (browser, scratch) => {
    const directory = `${scratch}/cradle`,
        page = await open(browser, `${directory}/report.html`),
        [impact] = readCsv(`${directory}/impacts.csv`),
        rows = readCsv(`${directory}/history.csv`).map((row) => Number(row['t [s]']));
    const start = Number(impact['t [s]']),
        end = start + Number(impact['duration [s]']);
    check(!rows.some((t) => t >= start && t <= end), 'a row of the history lies in the impact');
    const { reading } = await page.evaluate(() => {
        const { clock, player } = thud.shown;
        clock.pause();
        clock.set(player.strongest.moment);
        return { reading: document.querySelector('#strip .clock').textContent };
    });
    // of an elastic law force and penetration are largest together, at a row of the loop next to it: within 1 %
    const found = readQuantity(/penetration (\S+\s\S+)/.exec(reading)?.[1].replace('\u00a0', ' ') ?? '0', 'm'),
        most = Number(impact['max penetration [m]']);
    check(found <= 1.005 * most && found >= 0.99 * most, `${reading}, not ${most}`);
    await page.close();
};

// what is exported: a picture, onto the clipboard or into a file, and a film of one turn
const exported = async (page) => {
    const saved = async (button) => {
        const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return [file.suggestedFilename(), fs.readFileSync(await file.path())];
    };
    await page.evaluate(() => {
        // without a clipboard the picture is a file
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        Object.assign(thud.shown.clock, { loop: [11, 11.2], speed: 1 });
    });
    const [picture, png] = await saved('#copy');
    check(/\.png$/.test(picture) && png.subarray(1, 4).toString() === 'PNG', `the picture is ${picture}`);
    const [film, webm] = await saved('#film');
    // how a WebM file begins (RFC 8794)
    check(/\.webm$/.test(film) && webm.readUInt32BE(0) === 0x1a45dfa3 && webm.length > 1000, `the film is ${film}, ${webm.length} bytes`);
};

// the areas of the energy: what impacts took is the sum of the ledger, what dampers took is the integral of c v² over the rows
// of the file, and both stand below the work of the ground
const energy = async (page, directory) => {
    const { energy: balance } = readJson(`${directory}/summary.json`),
        { links } = readJson(`${directory}/model.json`),
        rows = readCsv(`${directory}/history.csv`),
        impacts = readCsv(`${directory}/impacts.csv`);
    const drawn = await page.evaluate(() => {
        const plot = thud.plots.find((one) => one.series.some((series) => series.label === 'damping'));
        return plot && { unit: plot.axes[1].label, names: plot.series.slice(1).map((series) => series.label), data: plot.data.map((list) => Array.from(list)) };
    });
    check(drawn, `${directory}: no energy is drawn`);
    if (!drawn) return;
    equal(drawn.names.join(', '), 'stored, impacts, damping', 'areas from the highest');
    const factor = readQuantity(`1 ${drawn.unit}`, 'J'),
        [, all, struck, damped] = drawn.data.map((list, i) => (i ? list.map((value) => value * factor) : list));
    const speed = (body, row) => (body ? Number(row[`${body} velocity [m/s]`]) : 0);
    const power = (row) => links.reduce((sum, { left, right, damping }) => sum + damping * (speed(right, row) - speed(left, row)) ** 2, 0);
    let work = 0;
    const found = rows.map((row, i) => (i ? (work += 0.5 * (row['t [s]'] - rows[i - 1]['t [s]']) * (power(row) + power(rows[i - 1]))) : 0));
    for (const part of [0.31, 0.5, 0.83, 1]) {
        const i = Math.round(part * (rows.length - 1)),
            t = Number(rows[i]['t [s]']);
        const over = impacts.filter((one) => Number(one['t [s]']) + Number(one['duration [s]']) <= t),
            under = impacts.filter((one) => Number(one['t [s]']) < t && !over.includes(one));
        const least = over.reduce((sum, one) => sum + Number(one['energy lost [J]']), 0),
            most = under.reduce((sum, one) => sum + Number(one['energy lost [J]']), least);
        // single precision of sums of two thousand terms
        const small = 1e-5 * balance.input;
        check(Math.abs(damped[i] - found[i]) <= small, `damped ${damped[i]} J until ${t} s, not ${found[i]}`);
        check(struck[i] - damped[i] >= least - small && struck[i] - damped[i] <= most + small, `lost in impacts ${struck[i] - damped[i]} J until ${t} s, not ${least} to ${most}`);
        check(all[i] >= struck[i] - small, `stored ${all[i] - struck[i]} J at ${t} s`);
    }
    // what the page promises of the end
    check(Math.abs(all.at(-1) - balance.input) <= 0.02 * balance.input, `the areas end at ${all.at(-1)} J, not ${balance.input}`);
};

// for the log: no test depends on how fast the machine is
const frames = async (page, directory) => {
    const count = await page.evaluate(
        () =>
            new Promise((done) => {
                const { clock } = thud.shown,
                    start = performance.now();
                let shown = 0;
                clock.on(() => shown++);
                clock.play();
                const wait = () => (performance.now() - start < 1000 ? requestAnimationFrame(wait) : done(shown));
                wait();
            }),
    );
    console.log(`${directory.split('/').at(-1)}: ${count} frames in a second of picture, strip, profile and plots`);
};

main(async (browser, scratch) => {
    for (const name of ['five_eight', 'segments', 'bridge', 'several', 'unequal', 'drawn']) {
        const directory = `${scratch}/${name}`,
            page = await open(browser, `${directory}/report.html`);
        await drawn(page);
        await numbers(page, directory);
        await touching(page, directory);
        // what a page weighs without the histories that it was given
        const bare = fs.readFileSync(`${directory}/report.html`, 'utf8').replace(/<script type="application\/json" id="data-(history|open|ground)">[^<]*<\/script>/g, '').length;
        check(bare <= 600e3, `${name}: ${bare} bytes without histories, 600 kB are allowed`);
        if (name === 'bridge') check(await page.evaluate(() => thud.shown.player.frameAt(1).ghost === null && !document.querySelector('#ghost')), 'a ghost of another run');
        if (name === 'five_eight') {
            await without(page, directory);
            await overlaps(page, directory);
            await painted(page, directory);
            await energy(page, directory);
            await frames(page, directory);
            await exported(page);
        }
        await page.close();
    }
    await brief(browser, scratch);
    // it plays, and stays still where the reader asks for that
    const page = await open(browser, `${scratch}/segments/report.html`);
    equal(await page.textContent('#play'), 'Pause', 'it plays when it opens');
    const before = await page.evaluate(() => thud.shown.clock.now);
    await page.waitForFunction((t) => thud.shown.clock.now !== t, before);
    await page.click('#play');
    equal(await page.textContent('#play'), 'Play', 'paused');
    await page.focus('#instant');
    for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
    const value = Number(await page.getAttribute('#instant', 'aria-valuenow'));
    // four decimals
    check(Math.abs((await page.evaluate(() => thud.shown.clock.now)) - value) <= 0.5001e-4, 'the instant that is said');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    equal(await page.textContent('#play'), 'Play', 'it plays although less motion is wanted');
    const strongest = readCsv(`${scratch}/segments/impacts.csv`).reduce((a, b) => (Number(b['max force [N]']) > Number(a['max force [N]']) ? b : a));
    const now = await page.evaluate(() => thud.shown.clock.now);
    const loop = readCsv(`${scratch}/segments/loops.csv`).filter((row) => row.contact === strongest.contact && row.impact === strongest.number),
        peak = loop.reduce((a, b) => (Number(b['force [N]']) > Number(a['force [N]']) ? b : a));
    // times in the page have seven digits
    check(Math.abs(now - Number(peak['t [s]'])) < 1e-5, `it opens at ${now} s, not at ${peak['t [s]']} s, when the force is largest`);
});
