// The page of a run with links: tables of links and signals against summary.json, loops against link_loops.csv, plots of both.
'use strict';
const { check, equal, main, open, readCsv, readJson, readQuantity, shows } = require('./browser.js');

const table = (page, caption) =>
    page.$$eval(
        '#tables table',
        (tables, wanted) => {
            const found = tables.find((other) => other.caption.textContent === wanted);
            const text = (cell) =>
                [...cell.childNodes]
                    .filter((node) => node.className !== 'spread')
                    .map((node) => node.textContent)
                    .join('');
            return found ? [...found.rows].map((row) => [...row.cells].map(text)) : [];
        },
        caption,
    );

// three deviations of copies with other inputs
const marginOf = (summary, kind, name, key) => 3 * (summary.spread?.[kind]?.[name]?.[key]?.deviation ?? 0);

const UNITS = {
    'max force': ['max_force', 'N'],
    'max deformation': ['max_deformation', 'm'],
    ductility: ['ductility', ''],
    residual: ['residual_deformation', 'm'],
    'plastic, summed': ['plastic_deformation', 'm'],
    energy: ['energy', 'J'],
};

const links = async (page, summary) => {
    const [heads, ...rows] = await table(page, 'Links');
    equal(rows.length, Object.keys(summary.links).length, 'rows of links');
    let checked = 0;
    for (const row of rows)
        heads.forEach((head, i) => {
            if (!UNITS[head]) return;
            const [key, unit] = UNITS[head];
            shows(row[i], unit, summary.links[row[0]][key], `${head} of ${row[0]}`, marginOf(summary, 'links', row[0], key));
            checked++;
        });
    equal(checked, 6 * rows.length, 'numbers of links');
};

const signals = async (page, summary) => {
    const [, ...rows] = await table(page, 'Signals');
    equal(rows.length, Object.keys(summary.watch).length, 'rows of signals');
    for (const [name, max, highest, lowest, final] of rows) {
        const { unit, ...own } = summary.watch[name];
        // drifts of storeys are in per cent
        const [said, times] = /-\d+-drift$/.test(name) && !unit ? ['%', 100] : [unit, 1];
        [max, highest, lowest, final].forEach((text, i) => {
            const key = ['max', 'highest', 'lowest', 'final'][i];
            shows(text, said, times * own[key], `signal ${name}`, times * marginOf(summary, 'watch', name, key));
        });
    }
};

// three equal storeys have ω = 2 √(k/m) sin((2n−1)π/14), and dampers that are proportional to the springs ζ = 3 % ω/ω₁
const modes = async (page) => {
    const [heads, ...rows] = await table(page, 'Modes');
    const own = rows.filter((row) => row[0] === 'a');
    equal(own.length, 3, 'modes of a');
    own.forEach((row, i) => {
        const share = Math.sin(((2 * i + 1) * Math.PI) / 14),
            omega = 2 * Math.sqrt(1e8 / 1e5) * share;
        equal(row[heads.indexOf('mode')], String(i + 1), 'number of a mode');
        shows(row[heads.indexOf('period')], 's', (2 * Math.PI) / omega, `period ${i + 1}`);
        // three digits
        const shown = Number.parseFloat(row[heads.indexOf('damping')]),
            wanted = (3 * share) / Math.sin(Math.PI / 14);
        check(Math.abs(shown - wanted) <= 5.01e-3 * wanted, `damping of mode ${i + 1}: ${row}, not ${wanted}`);
    });
};

// the curve of a link has as many points as the file, and spans as much
const loops = async (page, directory, summary) => {
    const rows = readCsv(`${directory}/link_loops.csv`);
    for (const name of Object.keys(summary.links)) {
        await page.selectOption('#links select', name);
        const path = await page.getAttribute('#links svg path[stroke]', 'd');
        const points = path
            .slice(1)
            .split('L')
            .map((point) => point.split(' ').map(Number));
        const own = rows.filter((row) => row.link === name);
        equal(points.length, own.length, `points of ${name}`);
        // an affine map between the two: where one is largest, the other is
        const widest = own.reduce((best, row, i) => (Number(row['deformation [m]']) > Number(own[best]['deformation [m]']) ? i : best), 0);
        const most = Math.max(...points.map(([x]) => x));
        // paths have a tenth of a pixel
        check(Math.abs(points[widest][0] - most) <= 0.11, `the widest of ${name} is at ${points[widest][0]}, not ${most}`);
        check((await page.textContent('#links .note')).includes(`Link ${name}`), `words about ${name}`);
    }
};

main(async (browser, scratch) => {
    const directory = `${scratch}/yielding`,
        summary = readJson(`${directory}/summary.json`);
    for (const options of [{}, { width: 390, scheme: 'dark' }]) {
        const page = await open(browser, `${directory}/report.html`, options);
        await links(page, summary);
        await signals(page, summary);
        await loops(page, directory, summary);
        await modes(page);
        const boxes = page.locator('.quantities input');
        for (let i = 0; i < (await boxes.count()); i++) await boxes.nth(i).check();
        // of the building of three storeys, and of the other, which is one body
        for (const quantity of ['deformation', 'link force', 'drift'])
            equal(await page.locator(`#histories figure[data-quantity="${quantity}"]`).count(), 2, `plots of ${quantity}`);
        equal(await page.locator('#histories figure[data-quantity="base shear"]').count(), 1, 'plots of base shears');
        check(/a mechanism: link 'b-1'/.test(await page.textContent('#quality')), 'the mechanism is not told');
        const [heads, row] = await table(page, 'Contacts');
        shows(row[heads.indexOf('closest approach')], 'm', summary.contacts.apart.closest_approach, 'closest approach', marginOf(summary, 'contacts', 'apart', 'closest_approach'));
        const wide = await page.$$eval('#tables table', (tables) =>
            tables
                .filter((one) => one.scrollWidth > one.parentElement.clientWidth)
                .map((one) => one.caption.textContent),
        );
        check(options.width || wide.length === 0, `tables that scroll sideways: ${wide}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        check(width <= (options.width ?? 1280), `${width} px wide`);
    }
    // without links there is no such panel
    const other = await open(browser, `${scratch}/bridge/report.html`);
    equal(await other.locator('#links').count(), 0, 'panels of links of the bridge');
    // and without contacts nothing is said about theirs
    const alone = await open(browser, `${scratch}/alone/report.html`);
    check((await alone.textContent('#loops')).includes('This run has no contacts.'), 'words about contacts that are not there');
});
