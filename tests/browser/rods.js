// The page of a run with bodies and rods: both have tables and are drawn, a tip that strikes is at its face, to the scale of the bar.
'use strict';
const { check, equal, main, open, readCsv, readJson } = require('./browser.js');

// metres to the right of the pivot at rest
const places = (page) =>
    page.evaluate(() => {
        const stage = [...document.querySelectorAll('.stage svg')].find((svg) => svg.querySelector('.rod')),
            bar = stage.querySelector('.bar-scale'),
            metres = (pixels) => (pixels * bar.dataset.metres) / bar.dataset.pixels,
            first = (path) => Number(/M([-\d.]+)/.exec(path.getAttribute('d'))[1]),
            rod = stage.querySelector('.rod').getAttribute('d');
        return {
            pivot: metres(first(stage.querySelector('.rod'))),
            tip: metres(Number(/L([-\d.]+)/.exec(rod)[1])),
            faces: Object.fromEntries(
                [...stage.querySelectorAll('.wall')].map((face) => [face.dataset.contact, metres(first(face))]),
            ),
        };
    });

main(async (browser, scratch) => {
    const directory = `${scratch}/hammer`,
        page = await open(browser, `${directory}/report.html`),
        summary = readJson(`${directory}/summary.json`),
        rows = readCsv(`${directory}/history.csv`);
    const captions = await page.$$eval('#tables caption', (all) => all.map((caption) => caption.textContent));
    for (const wanted of ['Bodies', 'Rods', 'Contacts', 'Links'])
        check(captions.includes(wanted), `no table of ${wanted} among ${captions}`);
    equal(await page.locator('.stage svg').count(), 2, 'drawings');
    equal(await page.locator('.stage .block').count(), Object.keys(summary.bodies).length, 'blocks');
    check(summary.contacts.hit.impacts > 0, 'nothing strikes');
    const gap = 0.1,
        length = 1.2,
        last = rows.length - 1;
    for (const at of [0, 0.3, 0.6, 1]) {
        const row = rows[Math.round(at * last)];
        await page.$eval(
            '#instant',
            (slider, value) => {
                slider.value = value;
                slider.dispatchEvent(new Event('input'));
            },
            Math.round(at * 1000),
        );
        const { pivot, tip, faces } = await places(page);
        const near = (found, wanted, words) =>
            check(Math.abs(found - wanted) <= 2e-3, `${words} at ${at}: ${found}, not ${wanted}`); // half a pixel
        near(tip - pivot, length * Math.sin(row['hammer angle [rad]']), 'tip');
        near(faces.hit - pivot, gap + Number(row['deck displacement [m]']), 'face');
    }
});
