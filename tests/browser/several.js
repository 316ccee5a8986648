// The pages of a study and a run with several bodies, contacts and axes: every number against the rows, the curves against
// thud export --fragility.
'use strict';
const fs = require('fs');
const { check, drawn, equal, main, open, readCases, readCsv, readJson, readQuantity, shows } = require('./browser.js');

const cells = (page, selector) =>
    page.$$eval(selector, (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));

const choose = (page, section, label, option) =>
    page
        .locator(`${section} label.chooser`)
        .filter({ has: page.locator('span', { hasText: new RegExp(`^${label}$`) }) })
        .locator('select')
        .selectOption(typeof option === 'number' ? { index: option } : { label: option });

// the largest of all columns of a quantity, where it is, and what the page calls it
const extreme = (rows, ending) => {
    let best = null;
    for (const row of rows)
        for (const [name, text] of Object.entries(row)) {
            if (!new RegExp(`(^|\\.)${ending}( |$)`).test(name) || text === '') continue;
            if (!best || Number(text) > best.value) best = { value: Number(text), name, number: row.case };
        }
    return best;
};

const keyNumbers = async (page, rows) => {
    const UNITS = {
        max_displacement: 'm',
        max_velocity: 'm/s',
        max_acceleration: 'm/s²',
        max_force: 'N',
        resting_force: 'N',
        max_penetration: 'm',
    };
    const tiles = await page.$$eval('.tile', (list) =>
        list.map((tile) => ({
            label: tile.querySelector('dt').textContent,
            key: tile.querySelector('.value').dataset.key,
            text: tile.querySelector('.value').textContent,
            of: tile.querySelector('.of')?.textContent,
        })),
    );
    equal(tiles[0].key, 'impacts', 'the first tile');
    equal(tiles[0].text, String(Math.max(...rows.map((row) => Number(row.impacts)))), 'most impacts');
    for (const [key, unit] of Object.entries(UNITS)) {
        const tile = tiles.find((other) => other.key === key),
            { value, name, number } = extreme(rows, key);
        check(tile, `no tile for ${key}`);
        if (!tile) continue;
        shows(tile.text, unit, value, `key number ${key}`);
        const part = name.split('.')[1];
        check(tile.of.startsWith(`${part}, case ${number}`), `${key} is of ${tile.of}, not ${part}, case ${number}`);
    }
    check(/between impacts/.test(tiles.find((tile) => tile.key === 'max_acceleration').label), 'jumps are passed over');
    check(
        /impulsive contacts have none/.test(tiles.find((tile) => tile.key === 'max_force').of),
        'impulses have a force',
    );
    // none stands alone in the last row
    const tops = await page.$$eval('.tile', (list) => list.map((tile) => tile.offsetTop));
    check(tops.filter((top) => top === tops.at(-1)).length > 1, `a tile stands alone: ${tops}`);
};

// every number of every row of the table, with the columns that it shows
const table = async (page, rows) => {
    const heads = await page.$$eval('#cases th', (list) =>
        list.map((head) => ({ text: head.textContent, hint: head.querySelector('button').title })),
    );
    check(
        heads.some((head) => head.text.startsWith('a1: max displacement [mm]')),
        `heads: ${heads.map((h) => h.text)}`,
    );
    check(
        heads.some((head) => head.hint === 'bodies.a1.max_displacement'),
        'no path behind a head',
    );
    const shown = await cells(page, '#cases tbody tr:not(.spacer)');
    check(shown.length > 10, 'no rows');
    for (const row of shown) {
        const own = rows.find((other) => other.case === row[0]);
        heads.forEach(({ text, hint }, i) => {
            const column = Object.keys(own).find((name) => name.replace(/ \[.*$/, '') === hint.replace(/: .*$/, ''));
            if (!hint || !column || !/\./.test(hint) || hint === 'contacts.*.gap') return;
            const unit = /\[([^\]]*)\]/.exec(text)?.[1] ?? '',
                si = /\[([^\]]*)\]/.exec(column)?.[1] ?? '';
            if (own[column] === '') equal(row[i], 'impulsive', `case ${row[0]}: ${text}`);
            else shows(`${row[i]} ${unit}`, si, Number(own[column]), `case ${row[0]}: ${text}`);
        });
        shows(`${row[1]} mm`, 'm', Number(own.gap), `case ${row[0]}: gap`);
    }
};

// cells of the map and points of the lines are means over the motions
const plots = async (page, rows) => {
    const mean = (list) => list.reduce((a, b) => a + b) / list.length;
    const own = (gap, scale) =>
        rows.filter((row) => Math.abs(1000 * row.gap - gap) < 1e-9 && Math.abs(row.scale - scale) < 1e-12);
    await choose(page, '#map', 'Colour', 'b3: max displacement [m]');
    const titles = await page.$$eval('#map rect title', (nodes) => nodes.map((node) => node.textContent));
    equal(titles.length, 18, 'cells of the map');
    for (const title of titles) {
        const [, scale, gap, text] = /^scale (\S+), gap (\S+) mm: (.*) \(12 cases\)/.exec(title);
        const list = own(Number(gap), Number(scale)).map((row) => Number(row['bodies.b3.max_displacement [m]']));
        equal(list.length, 12, `cases of ${title}`);
        shows(text, 'm', mean(list), title);
    }
    check(
        /mean over motion \(12 values\)/.test(await page.textContent('#map .note')),
        'what is put together is not said',
    );
    const options = await page.$$eval('#map select', (list) => [...list[0].options].map((option) => option.text));
    check(!options.some((text) => /kick/.test(text)), 'a derived axis is drawn as a free one');
    check(/derived.*= scale \/ 100/.test(await page.textContent('#inputs')), 'a derived axis is not told');
    check(!(await page.locator('#inputs', { hasText: '1 derived axis' }).getByText('= scale / 100').isVisible()), 'a derived axis is not folded away');
    check(!(await page.$$eval('#cases thead th', (heads) => heads.map((head) => head.textContent))).some((text) => /kick/.test(text)), 'the table of cases has a derived axis');
};

// correlations and tornado: the numbers of thud export --sensitivity, and marks where they are
const sensitivity = async (page, rows, result, option, unit) => {
    await choose(page, '#sensitivity', 'Quantity', option);
    const own = rows.filter((row) => row.result === result),
        shown = await cells(page, '#sensitivity tbody tr');
    check(own.length > 1, `${result} has ${own.length} correlations`);
    equal(shown.map(([axis]) => axis).join(), own.map((row) => row.axis).join(), `axes of ${result}`);
    own.forEach((row, i) => {
        equal(Number(shown[i][1].replace('−', '-')), Number(Number(row.rank_correlation).toFixed(2)), `correlation of ${result} with ${row.axis}`);
        shows(shown[i][2], unit, Number(row['mean in lower quarter']), `${result} in the lower quarter of ${row.axis}`);
        shows(shown[i][3], unit, Number(row['mean in upper quarter']), `${result} in the upper quarter of ${row.axis}`);
    });
    const marks = await page.$$eval('#sensitivity .xy svg', ([svg]) => ({
        low: [...svg.querySelectorAll('circle')].map((node) => Number(node.getAttribute('cx'))),
        high: [...svg.querySelectorAll('rect:not([fill-opacity])')].map((node) => Number(node.getAttribute('x')) + 4.5),
    }));
    const values = own.map((row) => [Number(row['mean in lower quarter']), Number(row['mean in upper quarter'])]);
    const scale = (marks.high[0] - marks.low[0]) / (values[0][1] - values[0][0]);
    values.forEach(([low, high], i) => {
        // two tenths of a pixel: each end is rounded to one
        check(Math.abs(marks.low[0] + scale * (low - values[0][0]) - marks.low[i]) < 0.2, `${own[i].axis}: the lower quarter is not drawn at its place`);
        check(Math.abs(marks.low[0] + scale * (high - values[0][0]) - marks.high[i]) < 0.2, `${own[i].axis}: the upper quarter is not drawn at its place`);
    });
};

// one curve for each gap, with the numbers of thud export; pooled only where that is asked for
const fragility = async (page, curves, pooled) => {
    const compare = async (set, name) => {
        const list = set.fragility.curves.filter((curve) => curve.threshold === name);
        await choose(page, '#fragility', 'Threshold', `${name}: ${list[0].meaning}`);
        const shown = await cells(page, '#fragility tbody tr');
        equal(shown.length, list.length, `curves of ${name}`);
        list.forEach((curve, i) => {
            const [label, median, medians, dispersion, dispersions, count, note] = shown[i],
                said = `${name}, ${label}`;
            if (curve.design.gap) equal(label, `gap ${Math.round(1000 * curve.design.gap)} mm`, 'curve');
            else equal(label, 'pooled over gap', 'curve');
            const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
            equal(count, `${sum(curve.exceed)} of ${sum(curve.cases)}`, `${said}: count`);
            if (curve.median === null) {
                equal(median, '–', `${said}: median`);
                equal(note, curve.note, `${said}: note`);
                return;
            }
            shows(median, '', curve.median, `${said}: median`);
            shows(dispersion, '', curve.dispersion, `${said}: dispersion`);
            // four digits: half a unit of the last is 5e-4 at most
            const ends = [...medians.split(' to '), ...dispersions.split(' to ')].map(Number),
                wanted = [...curve.median_interval, ...curve.dispersion_interval];
            wanted.forEach((end, j) => check(Math.abs(ends[j] / end - 1) < 5.1e-4, `${said}: ${ends[j]}, not ${end}`));
        });
        // shares: a circle for each level of each curve, at its height
        const circles = await page.$$eval('#fragility svg circle', (nodes) =>
            nodes.map((node) => Number(node.getAttribute('cy'))),
        );
        const [bottom, top] = [Math.max(...circles), Math.min(...circles)];
        const shares = list.flatMap((curve) => curve.exceed.map((k, i) => k / curve.cases[i]));
        equal(circles.length, shares.length, `${name}: points`);
        const [low, high] = [Math.min(...shares), Math.max(...shares)];
        // a tenth of a pixel of some 300
        shares.forEach((share, i) =>
            check(
                Math.abs((bottom - circles[i]) / (bottom - top) - (share - low) / (high - low)) < 1e-3,
                `${name}: point ${i} does not show ${share}`,
            ),
        );
    };
    for (const name of ['touch', 'drift']) await compare(curves, name);
    check(/counted over motion/.test(await page.textContent('#fragility .note')), 'what is counted over is not said');
    check(
        /as drift where bodies\.\*\.max_displacement > 0\.04 m/.test(await page.textContent('#fragility .note')),
        'meaning',
    );
    await choose(page, '#fragility', 'Curves', 'pooled over gap');
    await compare(pooled, 'touch');
    check(/Pooled over gap/.test(await page.textContent('#fragility .note')), 'pooling is not said');
    await choose(page, '#fragility', 'Curves', 'one for each gap');
};

// incremental dynamic analysis is of one design
const ida = async (page) => {
    check(/^12 curves of gap 10 mm/.test(await page.textContent('#ida .note')), await page.textContent('#ida .note'));
    await choose(page, '#ida', 'Design', 'gap 45 mm');
    check(/^12 curves of gap 45 mm/.test(await page.textContent('#ida .note')), await page.textContent('#ida .note'));
};

const files = async (page, rows) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-rows')]);
    const saved = readCsv(await download.path());
    equal(saved.length, rows.length, 'rows of the file');
    for (const [i, row] of saved.entries())
        for (const [name, text] of Object.entries(row)) {
            if (name === 'status') continue;
            const plain = name.replace(/ \[.*$/, ''),
                own = rows[i][name] ?? rows[i][plain];
            // results have seven digits in a page of few cases
            if (own === '' || text === '') equal(text, own, `${name} of row ${i}`);
            else check(Math.abs(text - own) <= 6.1e-8 * Math.abs(own), `${name} of row ${i}: ${text}, not ${own}`);
        }
    for (const kind of ['SVG', 'PNG']) {
        const button = page.locator('#fragility .save button', { hasText: kind });
        const [figure] = await Promise.all([page.waitForEvent('download'), button.click()]);
        const head = fs
            .readFileSync(await figure.path())
            .subarray(0, 4)
            .toString('latin1');
        check(kind === 'SVG' ? head === '<svg' : head === '\x89PNG', `${kind} begins with ${head}`);
    }
};

const units = async (page, rows) => {
    const count = async (text) => {
        await page.fill('#filter', text);
        await page.waitForFunction(() => /cases? of/.test(document.querySelector('#filter-said').textContent));
        const said = await page.textContent('#filter-said');
        await page.fill('#filter', '');
        await page.waitForFunction(() => document.querySelector('#filter-said').textContent === '');
        return Number(/^(\d+)/.exec(said)[1]);
    };
    equal(await count('gap <= 20 mm'), rows.filter((row) => Number(row.gap) <= 0.02).length, 'gap <= 20 mm');
    equal(await count('gap <= 0.02'), rows.filter((row) => Number(row.gap) <= 0.02).length, 'gap <= 0.02');
    const above = rows.filter((row) => Number(row['contacts.roof.max_force [N]']) > 1.5e6).length;
    equal(await count('roof: max force > 1.5 MN'), above, 'roof: max force > 1.5 MN');
};

const oneCase = async (page, rows) => {
    await page.locator('#cases tbody button', { hasText: /^0$/ }).click();
    const panel = page.locator('#cases .panel');
    check(
        /thud report \/.*several_study --case 0/.test(await panel.textContent()),
        'no command for the page of a case',
    );
    const shown = await cells(page, '#cases .panel tbody tr');
    const text = shown.find((row) => row[0] === 'b3: max displacement')[1];
    shows(text, 'm', Number(rows[0]['bodies.b3.max_displacement [m]']), 'a result of case 0');
    equal(shown.find((row) => row[0] === 'corner: max force')[1], 'impulsive', 'force of an impulsive contact');
};

main(async (browser, scratch) => {
    const rows = readCases(`${scratch}/several.csv`);
    const page = await open(browser, `${scratch}/several_study/report.html`);
    await keyNumbers(page, rows);
    await table(page, rows);
    await plots(page, rows);
    await fragility(page, readJson(`${scratch}/curves.json`), readJson(`${scratch}/pooled.json`));
    await ida(page);
    await units(page, rows);
    await files(page, rows);
    await sensitivity(page, readCases(`${scratch}/several_study-ranks.csv`), 'contacts.roof.max_penetration', 'roof: max penetration [m]', 'm');
    await oneCase(page, rows);

    // 81 gaps are 81 points, and no probability
    const gaps = await open(browser, `${scratch}/gaps/report.html`),
        lines = readCases(`${scratch}/gaps.csv`);
    equal(await gaps.locator('#lines svg circle').count(), 81, 'points of 81 gaps');
    check(/^81 points/.test(await gaps.textContent('#lines .note')), 'the number of points is not said');
    equal(await gaps.locator('#fragility').count(), 0, 'probabilities of what is not random');
    equal(await gaps.locator('#map').count(), 0, 'maps of one axis');
    equal(await gaps.locator('#sensitivity').count(), 0, 'correlations of a grid');
    const [first, last] = [lines[0], lines.at(-1)].map((row) => Number(row.impacts));
    const heights = await gaps.$$eval('#lines svg circle', (nodes) =>
        nodes.map((node) => Number(node.getAttribute('cy'))),
    );
    lines.forEach((row, i) => {
        const share = (heights[80] - heights[i]) / (heights[80] - heights[0]);
        // a tenth of a pixel of some 250
        check(
            Math.abs(share - (row.impacts - last) / (first - last)) < 1e-3,
            `gap ${row.gap} is not drawn at its place`,
        );
    });

    // samples are dots, each where it is
    const samples = await open(browser, `${scratch}/samples/report.html`);
    await samples.waitForSelector('#map circle');
    equal(await samples.locator('#map circle').count(), 400, 'dots of the map');
    equal(await samples.locator('#lines svg circle').count(), 400, 'dots along an axis');
    equal(await samples.locator('#ida').count(), 0, 'curves of single samples');
    const ranks = readCases(`${scratch}/samples-ranks.csv`);
    await sensitivity(samples, ranks, 'impacts', 'impacts', '');
    await sensitivity(samples, ranks, 'bodies.deck.max_displacement', 'deck: max displacement [m]', 'm');
    // a filter leaves its cases: those with a gap that is small, whose number is said
    const before = await samples.textContent('#sensitivity .note');
    await samples.fill('#filter', 'gap <= 30 mm');
    await samples.waitForFunction((old) => document.querySelector('#sensitivity .note').textContent !== old, before);
    const passed = /^(\d+) cases/.exec(await samples.textContent('#filter-said'))[1];
    check((await samples.textContent('#sensitivity .note')).includes(`over ${passed} cases`), 'the filter does not reach the correlations');
    // a design has its indices, in the order of the total ones
    const designed = await open(browser, `${scratch}/designed/report.html`),
        indexRows = fs.readFileSync(`${scratch}/designed-ranks.csv`, 'utf8').trim().split('\n').map((line) => line.split(','));
    for (const [result, option] of [['impacts', 'impacts'], ['bodies.deck.max_velocity', 'deck: max velocity [m/s]']]) {
        await choose(designed, '#sensitivity', 'Quantity', option);
        const own = indexRows.filter((line) => line[0] === result),
            table = await cells(designed, '#sensitivity tbody tr');
        equal(own.length, 2, `indices of ${result}`);
        own.forEach((line, i) => {
            const text = (from) => `${[0, 1, 2].map((k) => Number(line[from + k]).toFixed(2)).join(' ').replace(/^(\S+) (\S+) (\S+)$/, '$1 ($2 to $3)')}`.replaceAll('-', '−');
            equal(table[i][0], line[2], `axis ${i} of ${result}`);
            equal(table[i][4], text(7), `first-order index of ${result} for ${line[2]}`);
            equal(table[i][5], text(10), `total index of ${result} for ${line[2]}`);
        });
    }
    for (const name of ['several_study', 'gaps', 'samples', 'designed']) {
        const narrow = await open(browser, `${scratch}/${name}/report.html`, { width: 390 });
        await drawn(narrow);
        const width = await narrow.evaluate(() => document.documentElement.scrollWidth);
        check(width <= 390, `${name}: ${width} px wide on a screen of 390`);
    }
});
