// Structures, drop test, bifurcation and tour in chromium: the numbers are those of the command for the scenario that the page
// hands out, files are read or refused in words, the map fills, the tour goes through.
'use strict';
const fs = require('fs');
const { spawnSync } = require('child_process');
const { check, equal, main, open, readQuantity, shows } = require('../browser/browser.js');
const { drag } = require('./frames.js');

const [, scratch, file, thud, root] = process.argv.slice(1);

const json = (...words) => {
    const done = spawnSync(thud, [...words, '--json'], { encoding: 'utf8' });
    if (done.status !== 0) console.error(done.stderr);
    return done.status === 0 ? JSON.parse(done.stdout) : null;
};
const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready);
const lab = (browser, hash, options) =>
    open(browser, file, { ...options, hash }).then(async (page) => (await ready(page), page));

// until the run that is drawn is that of the state, and its curve is whole: then no frame is asked for
const settled = async (page) => {
    await page.waitForFunction(
        () =>
            !thud.lab.now.asked &&
            document.querySelector('#view-structures .tiles').childElementCount > 0 &&
            !document.querySelector('#structure-said').textContent.includes('being generated'),
    );
    equal(await page.textContent('#structure-said'), '', 'what it says');
};
let chaotic = 0;
const UNITS = { force: 'N', displacement: 'm', energy: 'J', impacts: '' };

// the tiles against a run of the scenario
const compare = async (page, what, copied) => {
    await settled(page);
    const yaml =
        copied ?? (await page.evaluate(() => thud.lab.scenario(thud.lab.modelOf(thud.lab.now.state.structures))));
    fs.writeFileSync(`${scratch}/structure.yaml`, yaml);
    const wanted = json('run', `${scratch}/structure.yaml`);
    check(wanted !== null, `${what}: the command refuses\n${yaml}`);
    if (!wanted) return null;
    const parts = (kind, key) => Math.max(0, ...Object.values(wanted[kind] ?? {}).map((part) => part[key] ?? 0));
    const rods = Object.keys(wanted.rods ?? {}).length > 0;
    const results = {
        force: Math.max(parts('contacts', 'max_force'), parts('contacts', 'resting_force')),
        displacement: rods ? parts('rods', 'max_angle') : parts('bodies', 'max_displacement'),
        energy: wanted.energy.impact,
        impacts: wanted.impacts,
    };
    const seen = Object.fromEntries(
        await page.$$eval('#view-structures [data-key]', (nodes) =>
            nodes.map((node) => [node.dataset.key, node.textContent]),
        ),
    );
    // where the command says that inputs varied by a thousandth part soon, the sines of two C libraries do as well: the
    // results then agree within the spread that it gives, three deviations of up to an eighth
    const chaos = wanted.spread?.agreed_until < 0.1 * wanted.duration;
    for (const [key, unit] of Object.entries(UNITS)) {
        const own = rods && key === 'displacement' ? 'rad' : unit;
        if (chaos)
            check(
                Math.abs(readQuantity(seen[key], own) - results[key]) <= 0.125 * results[key],
                `${what}, chaotic: ${key}: ${seen[key]}, not ${results[key]}`,
            );
        else shows(seen[key], own, results[key], `${what}: ${key}`);
    }
    chaotic += chaos;
    return JSON.stringify(seen);
};

const sliders = async (browser) => {
    const page = await lab(browser, '#view=structures');
    await page.waitForFunction(() => document.querySelector('#view-structures .value'));
    let before = await compare(page, 'deck');
    for (const key of ['gap', 'e', 'T', 'z', 'A']) {
        await page.locator(`#view-structures [data-slider=${key}]`).focus();
        for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowLeft');
        const now = await compare(page, `deck, ${key}`);
        check(now !== before, `slider ${key} changes nothing`);
        before = now;
        // the curve is over the slider that moves, whole, and its mark is the present case
        const curve = await page.evaluate(
            () => document.querySelector('[data-chart=curve]:not([hidden]) figcaption').textContent,
        );
        const label = await page.textContent(`#view-structures [data-control=${key}] label`);
        check(curve.endsWith(label), `the curve is '${curve}' while ${label} moves`);
    }
    // a link brings all of it back
    await page.waitForFunction(() => location.hash === new URL(thud.lab.link(), location).hash);
    const again = await lab(browser, new URL(page.url()).hash);
    await again.waitForFunction(() => document.querySelector('#view-structures .value'));
    equal(await compare(again, 'from a link'), before, 'numbers that a link restores');
    await again.close();
    // the map fills while the page answers, and a click on it moves both quantities
    await page.waitForFunction(() => Number(document.querySelector('[data-chart=map] canvas').dataset.done) > 0);
    console.log(`the map: ${await page.textContent('#map-said')}`);
    await page.locator('[data-chart=map] canvas').scrollIntoViewIfNeeded();
    const box = await page.locator('[data-chart=map] canvas').boundingBox();
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    const { gap, e } = await page.evaluate(() => thud.lab.now.state.structures.values);
    // half a cell is 1/64 of the range, a pixel less
    check(Math.abs(gap - 0.025) < 0.1 / 64 && Math.abs(e - 0.525) < 0.95 / 40, `a click gives gap ${gap}, e ${e}`);
    await compare(page, 'from the map');
    return page;
};

const structures = async (page) => {
    const names = await page.$$eval('#structure option', (nodes) => nodes.map((node) => node.value));
    equal(names.length, 6, 'structures');
    for (const name of names) {
        await page.locator('#structure').selectOption(name);
        await compare(page, name);
        // every law of every structure is run by module.js; here, one more that is another kind
        const laws = await page.$$eval('#structure-law option', (nodes) => nodes.map((node) => node.value));
        await page.locator('#structure-law').selectOption(laws[0]);
        await compare(page, `${name}, ${laws[0]}`);
    }
};

// bytes dropped on a zone, as a hand would
const drop = (page, zone, name, text) =>
    page.evaluate(
        ([zone, name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            document
                .querySelector(zone)
                .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        },
        [zone, name, text],
    );
const HOSTILE = '<img src=x onerror="window.owned=1">.csv';
const clean = async (page) =>
    check(
        await page.evaluate(() => window.owned === undefined && document.images.length === 0),
        'a file became markup',
    );

const records = async (page) => {
    await page.locator('#structure').selectOption('deck');
    const rows = Array.from(
        { length: 800 },
        (_, i) => `${(i * 0.01).toFixed(2)}, ${(2 * Math.sin(i / 8) * Math.exp(-(((i - 300) / 200) ** 2))).toFixed(6)}`,
    );
    const text = `time [s], acceleration [m/s^2]\n${rows.join('\n')}\n`;
    await drop(page, '#view-structures .drop', 'record.csv', text);
    await page.waitForFunction(() => thud.lab.now.state.structures.ground === 'file');
    fs.writeFileSync(`${scratch}/record.csv`, text);
    await compare(page, 'a record');
    for (const words of ['<script>owned = 1</script>', '', 'time, acceleration\n0, x\n', '\u0000\u0001\u0002']) {
        await drop(page, '#view-structures .drop', HOSTILE, words);
        await page.waitForFunction(() =>
            document.querySelector('#view-structures .drop .note').textContent.includes('onerror'),
        );
        await clean(page);
    }
    await compare(page, 'the record before what was refused');
    // on another machine the link waits for the record instead of taking another earthquake
    const force = await page.textContent('#view-structures [data-key=force]');
    const other = await lab(page.context().browser(), await page.evaluate(() => thud.lab.writeLink(thud.lab.now.state)));
    await other.waitForFunction(() => document.querySelector('#structure-said').textContent !== '');
    check(/“record.csv”.*drop it here/.test(await other.textContent('#structure-said')), `a link without its record says ${await other.textContent('#structure-said')}`);
    equal(await other.locator('#view-structures .value').count(), 0, 'numbers of a run without its record');
    await drop(other, '#view-structures .drop', 'record.csv', text);
    await other.waitForFunction(() => document.querySelector('#view-structures .value'));
    equal(await other.textContent('#view-structures [data-key=force]'), force, 'the force with the record that the link names');
    await other.close();
};

const dropTest = async (browser) => {
    const page = await lab(browser, '#view=drop');
    const value = (key) => page.textContent(`#view-drop [data-key=${key}]`);
    const fitted = (name) =>
        page.waitForFunction(
            (name) =>
                document.querySelector('#view-drop .drop .note').textContent.startsWith(`${name}: `) &&
                !/fitting/.test(document.querySelector('#view-drop .drop .note').textContent),
            name,
        );
    // an impact of the command, with noise, against what the command makes of it
    spawnSync(thud, [
        'impact',
        'flores',
        '--e',
        '0.6',
        '--k',
        '2e6',
        '--m',
        '0.5',
        '--v',
        '0.8',
        '--curve',
        `${scratch}/clean.csv`,
        '--points',
        '101',
    ]);
    const clean_ = fs
        .readFileSync(`${scratch}/clean.csv`, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').map(Number));
    const end = clean_.at(-1)[0];
    let seed = 5;
    const noise = () =>
        Array.from({ length: 12 }, () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296).reduce(
            (sum, x) => sum + x,
            -6,
        );
    const rows = Array.from({ length: 30 }, (_, i) => [(i - 30) * (end / 100), 0]).concat(
        clean_.map((row) => [row[0], row.at(-1)]),
    );
    const text = `time [s], force [N]\n${rows.map(([t, f]) => `${t.toPrecision(9)}, ${(f + 0.5 * noise()).toPrecision(7)}`).join('\n')}\n`;
    fs.writeFileSync(`${scratch}/force.csv`, text);
    const wanted = json('identify', `${scratch}/force.csv`, '--m', '0.5');
    await drop(page, '#view-drop .drop', 'force.csv', text);
    await fitted('force.csv');
    await page.waitForFunction(() => document.querySelector('#view-drop [data-key=e]'));
    fs.writeFileSync(`${scratch}/identify.json`, JSON.stringify(wanted, null, 1));
    const best = wanted.ranking?.[0] ?? wanted.laws?.[0] ?? wanted;
    return { page, value, wanted, best, fitted };
};

const measurements = async (browser) => {
    const { page, value, wanted, fitted } = await dropTest(browser);
    const pooled = wanted.pooled ?? wanted.fits?.[0] ?? wanted;
    const number = (part) => (typeof part === 'object' && part !== null ? part.value : part);
    // with their standard errors
    shows(await value('e'), '', number(pooled.e), 'e of the fit', pooled.e_error);
    shows(await value('n'), '', number(pooled.exponent_n), 'n of the fit', pooled.exponent_n_error);
    check((await page.locator('#view-drop tbody tr').count()) > 5, 'laws of the ranking');
    // bounces: flights of a ball that keeps 0.8 of its speed take 2v/g, each 0.8 of the one before
    const times = [0.5];
    for (let v = 4; times.length < 9; v *= 0.8) times.push(times.at(-1) + (2 * v * 0.8) / 9.80665);
    await drop(
        page,
        '#view-drop .drop',
        'bounces.csv',
        `time [s]\n${times.map((t) => t.toPrecision(12)).join('\n')}\n`,
    );
    await fitted('bounces.csv');
    await page.waitForFunction(() => !document.querySelector('[data-chart=bounces]').hidden);
    shows(await value('e'), '', 0.8, 'e of the bounces');
    for (const words of ['', '<b>bold</b>', 'time, force\n1, 2\n', 'time [s], force [lightyears]\n0, 1\n']) {
        await drop(page, '#view-drop .drop', HOSTILE, words);
        await fitted(HOSTILE);
        await clean(page);
        // the words come before the next frame is drawn; then there are no numbers
        await page.waitForFunction(() => !document.querySelector('#view-drop .value'));
    }
    await page.close();
};

const diagram = async (browser) => {
    const page = await lab(browser, '#view=bifurcation&from=2.4&to=2.5');
    await page.waitForFunction(() => document.querySelector('#view-bifurcation').dataset.left === '0');
    check(
        (await page.textContent('#bifurcation-said')).startsWith('400 of 400 frequencies, 24,000 points'),
        await page.textContent('#bifurcation-said'),
    );
    // once a period below 2.5, never the same at 2.85
    const distinct = await page.evaluate(() =>
        [2.45, 2.85].map(
            (ratio) =>
                new Set(
                    thud.lab
                        .strobe(thud.lab.now.runs.run, thud.lab.now.state.bifurcation, ratio)
                        .map((x) => x.toFixed(6)),
                ).size,
        ),
    );
    equal(distinct[0], 1, 'instants at a ratio of 2.45');
    check(distinct[1] > 40, `instants at a ratio of 2.85: ${distinct[1]}`);
    await page.close();
};

const tour = async (browser) => {
    const page = await lab(browser, '', { width: 390 });
    await page.locator('#tour').click();
    const views = [];
    for (let step = 1; step <= 5; step++) {
        check(
            (await page.textContent('#guide h2')).startsWith(`${step} of 5`),
            `step ${step}: ${await page.textContent('#guide h2')}`,
        );
        views.push(await page.evaluate(() => thud.lab.now.state.view));
        if (step === 1)
            equal(await page.textContent('[data-key="published.e_out"]'), '0.7252', 'what the tour promises');
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        check(wide <= room, `390 px, step ${step}: ${wide} px wide`);
        await page.locator('#tour-next').click();
    }
    equal(views.join(), 'impact,impact,structures,structures,bifurcation', 'views of the tour');
    check(await page.locator('#guide').isHidden(), 'the tour does not end');
    await page.close();
};

main(async (browser) => {
    const page = await sliders(browser);
    await structures(page);
    check(chaotic < 5, `${chaotic} runs are chaotic: nothing is left to compare`);
    for (const name of ['deck', 'damper', 'buildings']) {
        await page.locator('#structure').selectOption(name);
        await settled(page);
        await drag(page, 'structures', ['e', 'gap', 'T'], `${name}, with a curve of 100 cases`);
        await settled(page);
    }
    await records(page);
    await page.close();
    await measurements(browser);
    await diagram(browser);
    await tour(browser);
});
