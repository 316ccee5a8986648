// The page of a study with 100,000 cases: below 5 MB (browser.js sees to that), and filter, order, map and paper work.
'use strict';
const { check, equal, main, open } = require('./browser.js');

const said = (page, pattern) =>
    page.waitForFunction((text) => document.querySelector('#filter-said').textContent.startsWith(text), pattern);

main(async (browser, scratch) => {
    const page = await open(browser, `${scratch}/many/report.html`);
    equal(await page.textContent('[data-key=done]'), '100,000', 'cases');
    check(
        /Left out.*thud export has everything/.test(await page.textContent('#numbers')),
        'what is left out is not said',
    );

    // the 50 gaps from 0.1 m to 0.2 m are even: 25 are below their middle, and none is on it
    await page.fill('#filter', 'gap <= 0.15');
    await said(page, '50,000 cases of 100,000');
    await page.fill('#filter', '');
    // what every text begins with is nothing to wait for, and a table that is drawn again later scrolls back
    await page.waitForFunction(() => document.querySelector('#filter-said').textContent === '');

    const head = page.locator('#cases th', { hasText: 'speed' }).first(),
        place = await head.evaluate((node) => node.cellIndex);
    await head.locator('button').click();
    const rows = page.locator('#cases tbody tr:not(.spacer)');
    equal(await rows.first().locator('td').nth(place).textContent(), '2', 'fastest');
    await page.locator('#cases .scroller').evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await page.waitForFunction(
        (i) => [...document.querySelectorAll('#cases tbody tr:not(.spacer)')].at(-1)?.cells[i].textContent === '0.1',
        place,
    );
    check((await rows.count()) < 100, `${await rows.count()} rows are in the document at once`);
    equal(await page.locator('#map rect title').count(), 2500, 'cells of the map');

    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    equal(await rows.count(), 200, 'rows on paper');
    check(
        (await page.textContent('#cases .said')).startsWith('The first 200 of 100,000 cases'),
        `paper says ${await page.textContent('#cases .said')}`,
    );
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
});
