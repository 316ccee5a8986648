// The page of a study: cases, filter, sorting, maps and curves, against what thud export writes.
'use strict';
const { check, drawn, equal, main, open, readCases, readQuantity, shows } = require('./browser.js');

const rows = (page) =>
    page.$$eval('#cases tbody tr:not(.spacer)', (list) =>
        list.map((row) => [...row.cells].map((cell) => cell.textContent)),
    );

const filter = async (page, cases) => {
    const narrow = cases.filter((c) => Number(c.gap) <= 0.03 && Number(c.e) >= 0.6);
    await page.fill('#filter', 'gap <= 0.03, e >= 0.6');
    await page.waitForFunction(() => /cases of/.test(document.querySelector('#filter-said').textContent));
    check(
        (await page.textContent('#filter-said')).startsWith(`${narrow.length} cases of ${cases.length}`),
        `filter: ${await page.textContent('#filter-said')}`,
    );
    const shown = await rows(page);
    equal(shown.length, narrow.length, 'rows that pass');
    check(
        shown.every((row) => narrow.some((c) => c.case === row[0])),
        'a case that does not pass is shown',
    );
    await page.fill('#filter', 'gop <= 0.03');
    await page.waitForFunction(() =>
        /Not understood: there is no column “gop”/.test(document.querySelector('#filter-said').textContent),
    );
    // a word in place of a quantity is answered by what a quantity looks like
    await page.fill('#filter', 'e <= foo');
    await page.waitForFunction(() => /“foo” is not a number: write e <= 0.2/.test(document.querySelector('#filter-said').textContent));
    await page.fill('#filter', '');
    await page.waitForFunction(() => document.querySelector('#filter-said').textContent === '');
    // hints are conditions that filter
    const hint = await page.locator('.hints button').first().textContent();
    await page.locator('.hints button').first().click();
    equal(await page.inputValue('#filter'), hint, 'the condition of a hint');
    check(/cases of/.test(await page.textContent('#filter-said')), `${hint} does not filter: ${await page.textContent('#filter-said')}`);
    await page.fill('#filter', '');
    await page.waitForFunction(() => document.querySelector('#filter-said').textContent === '');
};

const sort = async (page, cases) => {
    const head = page.locator('#cases th', { hasText: 'impacts' }).first();
    await head.locator('button').click();
    const place = await head.evaluate((node) => node.cellIndex),
        shown = (await rows(page)).map((row) => Number(row[place]));
    equal(shown[0], Math.max(...cases.map((c) => Number(c.impacts))), 'most impacts');
    check(
        shown.every((v, i) => i === 0 || v <= shown[i - 1]),
        'the cases are not sorted',
    );
};

// every cell of the map is the mean of its cases
const map = async (page, cases) => {
    const choose = (label, option) =>
        page.locator('#map label', { hasText: label }).locator('select').selectOption({ label: option });
    await choose('Across', 'e');
    await choose('Up', 'columns');
    await choose('Colour', 'deck: max velocity [m/s]');
    const titles = await page.$$eval('#map rect title', (nodes) => nodes.map((node) => node.textContent));
    equal(titles.length, 15, 'cells of the map');
    for (const title of titles) {
        const [, e, columns, text] = /^e (\S+), columns (\S+): (.*) \(/.exec(title);
        const own = cases
            .filter((c) => Number(c.e) === Number(e) && Number(c.columns) === Number(columns))
            .map((c) => Number(c['bodies.deck.max_velocity [m/s]']));
        equal(own.length, 4, 'cases in a cell');
        shows(text, 'm/s', own.reduce((a, b) => a + b) / own.length, title);
    }
};

// the likelihood of the curve is not less than that of its neighbours, with a normal distribution of our own
const fragility = async (page) => {
    const levels = [0.1, 0.2, 0.3, 0.45, 0.7, 1],
        exceed = [0, 2, 5, 11, 17, 19],
        total = [20, 20, 20, 20, 20, 20];
    const fit = await page.evaluate(([x, k, n]) => thud.fragilityFit(x, k, n), [levels, exceed, total]);
    const normal = (z) => {
        let sum = 0;
        const N = 4000;
        for (let i = 0; i < N; i++) {
            const t = -9 + ((z + 9) * (i + 0.5)) / N;
            sum += Math.exp((-t * t) / 2);
        }
        return (sum * (z + 9)) / N / Math.sqrt(2 * Math.PI);
    };
    const likelihood = (median, dispersion) =>
        levels.reduce((sum, x, i) => {
            const p = normal(Math.log(x / median) / dispersion);
            return sum + exceed[i] * Math.log(p) + (total[i] - exceed[i]) * Math.log(1 - p);
        }, 0);
    const best = likelihood(fit.median, fit.dispersion);
    for (const [a, b] of [
        [1.001, 1],
        [0.999, 1],
        [1, 1.001],
        [1, 0.999],
    ])
        check(
            likelihood(fit.median * a, fit.dispersion * b) < best,
            `the curve is not the likeliest: ${JSON.stringify(fit)}`,
        );
    // the band at the median: z = (ln x − ln median)/dispersion is uncertain by as much as ln median over the dispersion
    const band = await page.evaluate(([x, k, n]) => ((fit) => fit.error(fit.median))(thud.fragilityFit(x, k, n)), [levels, exceed, total]);
    check(Math.abs((band * fit.dispersion) / fit.medianError - 1) < 1e-9, `the band at the median is ${band}`); // rounding of a few sums
    check(await page.evaluate(() => thud.fragilityFit([1, 2], [0, 0], [5, 5]) === null), 'a curve from nothing');
};

// numbers as people write them, at the ends of each form
const format = async (page) => {
    const shown = (value, digits) => page.evaluate(([v, d]) => thud.digits(v, d), [value, digits]);
    equal(await shown(183124, 5), '183120', 'a number of six digits');
    equal(await shown(99999.7, 5), '100000', 'a number that is rounded up to six digits');
    equal(await shown(-17384, 4), '−17380', 'a number of five digits, shown to four');
    equal(await shown(1234567, 5), '1.2346·10⁶', 'a number above a million');
    equal(await shown(0.00012345, 5), '0.00012345', 'a small number');
    equal(await shown(0.000012345, 5), '1.2345·10⁻⁵', 'a smaller number');
    const beside = (value, scale) => page.evaluate(([v, s]) => thud.quantity(v, 'J', 5, s), [value, scale]);
    equal(await beside(6.2204e-18, 6.1313e-3), '0\u00a0J', 'rounding beside a larger number');
    equal(await beside(6.2204e-12, 6.1313e-3), '6.2204\u00a0pJ', 'a small number beside a larger one');
    // as many digits as the margin leaves: one of it, two where they begin with 1
    const measured = (...given) => page.evaluate((list) => ((m) => `${m.text}${m.margin}${m.unit ?? ''}`.replaceAll('\u00a0', ' '))(thud.measured(...list)), given);
    equal(await measured(0.139401, 0.0003, 'm'), '139.4 ± 0.3 mm', 'a number with its margin');
    equal(await measured(0.139401, 0.000149, 'm'), '139.40 ± 0.15 mm', 'a margin that begins with 1');
    equal(await measured(-8.7736e6, 2.2e4, 'N'), '−8.77 ± 0.02 MN', 'a negative number');
    equal(await measured(1.2e-5, 2.6e-6, ''), '(1.2 ± 0.3)·10⁻⁵', 'powers of ten');
    equal(await measured(0.001, 0.02, 'm'), '0 ± 20 mm', 'a margin larger than the number');
    equal(await measured(0.139401, 0, 'm'), '139.4 mm', 'no margin');
    const [note] = await page.evaluate(() => thud.data('study').notes);
    equal(note, undefined, 'a note of a study without one');
    const words = await page.evaluate(() => thud.resultWords('energy.hysteresis'));
    equal(words, 'energy dissipated by hysteresis', 'a result in words');
};

// what a reader of the paper cannot know otherwise: what was chosen, and that nothing was filtered
const print = async (page) => {
    await page.emulateMedia({ media: 'print' });
    check(await page.locator('#map .chooser select').first().isVisible(), 'print does not say what the map shows');
    check(!(await page.locator('#filtering').isVisible()), 'print shows the example of a filter as if it were one');
    const type = async (text) => {
        await page.emulateMedia({ media: 'screen' });
        await page.fill('#filter', text);
        await page.emulateMedia({ media: 'print' });
    };
    await type('e >= 0.6');
    check(await page.locator('#filtering').isVisible(), 'print hides the filter that is on');
    await type('');
    // A4 between margins of 1 cm, at 96 px an inch
    await page.setViewportSize({ width: 718, height: 900 });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    check(width <= 718, `${width} px wide on paper of 718`);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 900 });
};

main(async (browser, scratch) => {
    const page = await open(browser, `${scratch}/study/report.html`),
        cases = readCases(`${scratch}/study.csv`);
    equal(await page.textContent('[data-key=done]'), String(cases.length), 'cases');
    equal(
        await page.textContent('[data-key=impacts]'),
        String(Math.max(...cases.map((c) => Number(c.impacts)))),
        'most impacts',
    );
    // the first sentence has the range of what the study asks for, and who has the largest
    const speeds = cases.map((c) => Number(c['bodies.deck.max_velocity [m/s]'])),
        [, low, high] = /max velocity is between (\S+\s\S+) \(case \d+\) and (\S+\s\S+) \(case (?:\d+)\)/.exec(await page.textContent('#answer'));
    shows(low, 'm/s', Math.min(...speeds), 'the lowest speed');
    shows(high, 'm/s', Math.max(...speeds), 'the largest speed');
    const flagged = cases.filter((c) => Number(c.impacts) > 0).length;
    check((await page.textContent('#answer')).includes(`Pounding in ${flagged} of ${cases.length} cases.`), `cases that pound: ${await page.textContent('#answer')}`);
    await filter(page, cases);
    await sort(page, cases);
    await map(page, cases);
    await page.locator('#lines label', { hasText: 'Along' }).locator('select').selectOption({ label: 'e' });
    check((await page.locator('#lines svg path[stroke]').count()) >= 3, 'no lines');
    await fragility(page);
    await format(page);
    await print(page);
    await page.fill('#filter', 'case = 17');
    await page.waitForSelector('#cases tbody a');
    equal(await page.getAttribute('#cases tbody a', 'href'), 'case-17.html', 'link to a case');
    const one = await open(browser, `${scratch}/study/case-17.html`);
    check(
        /case 17 \(columns 6, gap open, e 0.6/.test(await one.textContent('h1')),
        `title of a case: ${await one.textContent('h1')}`,
    );
    const narrow = await open(browser, `${scratch}/study/report.html`, { width: 390 });
    await drawn(narrow);
    const width = await narrow.evaluate(() => document.documentElement.scrollWidth);
    check(width <= 390, `${width} px wide on a screen of 390`);
});
