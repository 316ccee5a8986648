// Names from files with markup, quotes and scripts in them are shown as text, on both pages.
'use strict';
const { check, equal, main, open } = require('./browser.js');

const TITLE =
    '</script><script>window.owned = 1</script><img src=x onerror="window.owned=2">&amp; "quotes" \'single\' <!-- ]]>';

const clean = async (page) => {
    check(await page.evaluate(() => window.owned === undefined), 'a script of a name was run');
    check(
        await page.evaluate(() => document.querySelectorAll('img, iframe, object, b, i, marquee').length === 0),
        'a name became an element',
    );
    equal(await page.textContent('h1'), TITLE, 'title');
    check((await page.title()).startsWith(TITLE), `title of the window: ${await page.title()}`);
};

main(async (browser, scratch) => {
    const run = await open(browser, `${scratch}/hostile/report.html`);
    await clean(run);
    const bodies = await run.$$eval('#tables tbody th', (nodes) => nodes.map((node) => node.textContent));
    check(bodies.includes('<b onclick=alert(1)>deck</b>'), `names of bodies: ${JSON.stringify(bodies)}`);
    check(bodies.includes('"</title><i>\\'), `names of contacts: ${JSON.stringify(bodies)}`);
    check(
        (await run.$$eval('#ledger td.words', (nodes) => nodes.map((node) => node.textContent))).includes(
            '"</title><i>\\',
        ),
        'the ledger has another name',
    );
    await run.locator('#scenario summary').click();
    check(
        (await run.textContent('#scenario pre')).includes('window.owned = 1'),
        'the text of the scenario is not shown',
    );
    const study = await open(browser, `${scratch}/hostile_study/report.html`);
    await clean(study);
    check((await study.textContent('#inputs')).includes('<marquee>'), 'the name of the axis is not shown');
    check((await study.textContent('#inputs')).includes('<b>wide</b>'), 'the label is not shown');
});
