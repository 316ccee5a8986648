// The page of a run: numbers against summary.json, zoom, cursor, slider, ledger, loops, spectrum, themes, narrow screens.
'use strict';
const fs = require('fs');
const { check, drawn, equal, main, open, readCsv, readJson, readQuantity, shows } = require('./browser.js');
const { closing, impulses, traces } = require('./run_parts.js');

const UNITS = {
    max_displacement: 'm',
    max_velocity: 'm/s',
    resting_force: 'N',
    max_acceleration: 'm/s²',
    max_angle: 'rad',
    max_force: 'N',
    max_penetration: 'm',
    impact: 'J',
};

const wanted = (summary, key) => {
    const parts = key.split('.');
    if (key === 'impacts') return summary.impacts;
    if (parts[0] === 'energy') return summary.energy[parts[1]];
    return Math.max(...Object.values(summary[parts[0]]).map((part) => part[parts[1]]));
};

// the part that a key number is of
const largestOf = (summary, key) => {
    const [kind, quantity] = key.split('.');
    return Object.entries(summary[kind] ?? {}).reduce((best, [name, part]) => (part?.[quantity] > (best ? summary[kind][best][quantity] : -1) ? name : best), null);
};

// three deviations of copies with other inputs
const marginOf = (summary, kind, name, key) => 3 * (summary.spread?.[kind]?.[name]?.[key]?.deviation ?? 0);

// every number of the tables of bodies, contacts and links
const parts = async (page, directory, summary) => {
    const model = readJson(`${directory}/model.json`);
    const read = (caption) =>
        page.$$eval(
            '#tables table',
            (tables, wanted) => {
                const table = tables.find((other) => other.caption.textContent === wanted);
                const own = (cell) => [...cell.childNodes].filter((node) => node.className !== 'spread');
                // a count stands above those of copies, a number before its margin
                const text = (cell) =>
                    own(cell)
                        .map((node) => node.textContent)
                        .join('');
                return table ? [...table.rows].map((row) => [...row.cells].map(text)) : [[]];
            },
            caption,
        );
    const COLUMNS = {
        'max displacement': ['max_displacement', 'm'],
        'max velocity': ['max_velocity', 'm/s'],
        'max acceleration': ['max_acceleration', 'm/s²'],
        'between impacts': ['max_acceleration', 'm/s²'],
        'at the end': ['final_displacement', 'm'],
        'max force': ['max_force', 'N'],
        'max penetration': ['max_penetration', 'm'],
        impulse: ['impulse', 'N·s'],
        'energy lost': ['energy_lost', 'J'],
        'resting reaction': ['resting_force', 'N'],
        'at rest': ['stick_time', 's'],
        impacts: ['impacts', ''],
    };
    for (const [caption, kind] of [
        ['Bodies', 'bodies'],
        ['Contacts', 'contacts'],
    ]) {
        const [heads, ...rows] = await read(caption);
        equal(rows.length, Object.keys(summary[kind] ?? {}).length, `${directory}: rows of ${caption}`);
        for (const row of rows)
            heads.forEach((head, i) => {
                if (!COLUMNS[head]) return;
                const [key, unit] = COLUMNS[head],
                    part = summary[kind][row[0]],
                    said = `${directory}: ${head} of ${row[0]}`;
                const impulsive = kind === 'bodies' ? part.impulsive : part.max_force === null;
                // what impulses have no number for
                if (impulsive && ['max acceleration', 'max force'].includes(head))
                    check(['impulsive', '–'].includes(row[i]), `${said}: ${row[i]}`);
                else if (row[i] === '–') check(impulsive || !part.stick_time, `${said} is missing`);
                else shows(row[i], unit, part[key], said, marginOf(summary, kind, row[0], key));
            });
    }
    const [, ...links] = await read('Links');
    equal(links.length, model.links.length, `${directory}: links`);
    links.forEach((row, i) => {
        equal(row[0], model.links[i].name, 'name of a link');
        equal(row[1], `${model.links[i].left ?? 'ground'} – ${model.links[i].right ?? 'ground'}`, 'ends of a link');
        shows(row[4], 'N/m', model.links[i].stiffness, `${directory}: stiffness of link ${i}`);
        shows(row[5], 'N·s/m', model.links[i].damping, `${directory}: damping of link ${i}`);
    });
};

const numbers = async (page, directory) => {
    const summary = JSON.parse(fs.readFileSync(`${directory}/summary.json`, 'utf8'));
    await parts(page, directory, summary);
    const shown = await page.$$eval('[data-key]', (nodes) => nodes.map((node) => [node.dataset.key, node.textContent]));
    check(shown.length >= 3, `${directory}: ${shown.length} key numbers`);
    const drifts = Object.entries(summary.watch ?? {}).filter(([name, { unit }]) => /-\d+-drift$/.test(name) && !unit);
    equal(shown.some(([key]) => key === 'drift'), drifts.length > 0, `${directory}: a tile of drifts`);
    for (const [key, text] of shown.filter(([key]) => key === 'drift')) {
        const [name, { max }] = drifts.reduce((a, b) => (b[1].max > a[1].max ? b : a));
        shows(text, '%', 100 * max, `${directory}: drift`, 100 * marginOf(summary, 'watch', name, 'max'));
    }
    for (const [key, text] of shown.filter(([key]) => key !== 'drift'))
        shows(text, UNITS[key.split('.').at(-1)] ?? '', wanted(summary, key), `${directory}: ${key}`, marginOf(summary, key.split('.')[0], largestOf(summary, key), key.split('.')[1]));
    equal(await page.textContent('h1'), summary.title, 'title');
    await spread(page, directory, summary);
};

// counts of copies with other inputs are ranges, numbers have margins
const spread = async (page, directory, summary) => {
    if (!summary.spread) return;
    check((await page.locator('#numbers .margin').count()) > 0, `${directory}: no margins`);
    const { lowest, highest } = summary.spread.impacts,
        text = await page.textContent('.tile .spread');
    check(text.startsWith(lowest === highest ? `${lowest} in all varied runs` : `${lowest} to ${highest}`), `${directory}: ${text} impacts`);
    const said = await page.textContent('#quality');
    check(said.includes(`${summary.spread.copies} runs give`), `${directory}: the spread is not told`);
    if (summary.spread.agreed_until < summary.duration)
        check(/are shaded from there on/.test(said), `${directory}: ${said}`);
};

const scales = (page) => page.evaluate(() => thud.plots.map((plot) => [plot.scales.x.min, plot.scales.x.max]));

const zoom = async (page) => {
    const before = await scales(page);
    check(before.length === 5, `${before.length} plots, not ground, displacement, acceleration, force and energy`);
    await page.locator('.plot .u-over').first().scrollIntoViewIfNeeded();
    const box = await page.locator('.plot .u-over').first().boundingBox();
    await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
    await page.mouse.up();
    const after = await scales(page),
        [from, to] = after[0];
    // a pixel is a thousandth of the width
    check(Math.abs(from - 5) < 0.1 && Math.abs(to - 10) < 0.1, `zoomed to ${from} … ${to}, not to 5 … 10`);
    check(
        after.every(([a, b]) => a === from && b === to),
        `plots are zoomed apart: ${after}`,
    );
    await page.click('#reset');
    equal(JSON.stringify(await scales(page)), JSON.stringify(before), 'after the reset');
    // by keys: zoom in about the instant, and out again
    await page.focus('.canvas');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    check((await scales(page))[0][1] < before[0][1], '+ does not zoom');
    await page.keyboard.press('0');
    equal(JSON.stringify(await scales(page)), JSON.stringify(before), 'after 0');
};

// beside the cursor stand the values of the row that it is at
const cursor = async (page, directory) => {
    const over = page.locator('.plot[data-quantity=displacement] .u-over').first();
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    const lines = await page.$$eval('.plot[data-quantity=displacement] .tip:not([hidden]) div', (nodes) => nodes.map((node) => node.textContent));
    const time = readQuantity(lines[0], 's');
    const row = readCsv(`${directory}/history.csv`).find((one) => Math.abs(one['t [s]'] - time) < 1e-4 * time);
    equal(lines.length, 1 + 3, `lines at the cursor: ${lines}`);
    for (const line of lines.slice(1)) {
        const [, name, value] = /^(.*?) ([−\d.]+\s\S+)$/.exec(line),
            wanted = Number(row[`${name} displacement [m]`]),
            sign = value.startsWith('−') ? -1 : 1;
        // four digits: half a unit of the last is 5e-4 of the number at most
        const found = sign * Math.abs(readQuantity(value.replace('−', '').replace('\u00a0', ' '), 'm'));
        check(Math.abs(found - wanted) <= 5.01e-4 * Math.abs(wanted), `${line}, not ${wanted}`);
    }
};

const ledger = async (page, directory) => {
    const impacts = readCsv(`${directory}/impacts.csv`).map((row) => Number(row['max force [N]']));
    const column = () =>
        page.$$eval('#ledger tbody tr:not(.spacer)', (rows) => rows.map((row) => row.cells[7].textContent));
    const head = page.locator('#ledger th', { hasText: 'max force' }),
        unit = /\[(.*)\]/.exec(await head.textContent())[1];
    await head.locator('button').click();
    equal(await head.getAttribute('aria-sort'), 'descending', 'aria-sort');
    const down = await column();
    shows(`${down[0]} ${unit}`, 'N', Math.max(...impacts), 'largest force of the ledger');
    const numbers = down.map((text) => readQuantity(`${text} ${unit}`, 'N'));
    check(
        numbers.every((v, i) => i === 0 || v <= numbers[i - 1]),
        'the ledger is not sorted',
    );
    await head.locator('button').click();
    shows(`${(await column())[0]} ${unit}`, 'N', Math.min(...impacts), 'smallest force of the ledger');
    check(/sorted by max force, smallest first/.test(await page.textContent('#ledger .said')), 'the order is not said');
};

main(async (browser, scratch) => {
    const directory = `${scratch}/segments`,
        page = await open(browser, `${directory}/report.html`);
    await numbers(page, directory);
    check(/CVODE.*agrees/.test(await page.textContent('#quality')), 'the verification is not told');
    check(/energy balance closes/.test(await page.textContent('#quality')), 'the energy balance is not told');
    await zoom(page);
    await cursor(page, directory);
    await ledger(page, directory);
    check((await page.locator('#loops svg path[stroke]').count()) > 1, 'no loops');
    await page.selectOption('#spectrum select', { index: 1 });
    check((await page.locator('#spectrum svg path[stroke]').count()) === 1, 'no spectrum');
    await page.click('#theme');
    equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'theme');
    // two sheets: what came out, and what it was made of
    const sheets = async (of) => ((await of.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;
    equal(await sheets(page), 2, 'sheets of paper');
    const { hash } = await page.evaluate(() => thud.data('inputs'));
    check(/^[0-9a-f]{16}$/.test(hash) && (await page.textContent('#inputs-hash')).includes(hash), `the scenario is ${hash}`);

    for (const name of ['pendulums', 'bridge', 'several', 'unequal']) {
        const other = await open(browser, `${scratch}/${name}/report.html`);
        await numbers(other, `${scratch}/${name}`);
        await closing(other, `${scratch}/${name}`);
        if (name === 'several' || name === 'unequal') await traces(other, `${scratch}/${name}`);
        if (name === 'bridge') await impulses(other);
        if (name === 'pendulums' || name === 'bridge') equal(await sheets(other), 2, `${name}: sheets of paper`);
    }
    for (const name of ['segments', 'pendulums', 'bridge', 'several', 'unequal']) {
        const narrow = await open(browser, `${scratch}/${name}/report.html`, { width: 390, scheme: 'dark' });
        await drawn(narrow);
        const width = await narrow.evaluate(() => document.documentElement.scrollWidth);
        check(width <= 390, `${name}: ${width} px wide on a screen of 390`);
    }
});
