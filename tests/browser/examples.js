// The pages of the examples: each is drawn, none warns. What a page asks for or throws counts as a fault when it is opened.
'use strict';
const fs = require('fs');
const { check, drawn, main, open } = require('./browser.js');

main(async (browser, scratch) => {
    const names = process.argv.slice(3);
    check(names.length > 20, `only ${names.length} examples`);
    for (const name of names) {
        const page = await open(browser, `${scratch}/${name}/report.html`);
        await drawn(page);
        // what the page of a run weighs without the histories that it was given
        const text = fs.readFileSync(`${scratch}/${name}/report.html`, 'utf8'),
            bare = Buffer.byteLength(text.replace(/<script type="application\/json" id="data-(history|open|ground|study)">[^<]*<\/script>/g, ''));
        check(bare <= 600e3, `${name}: ${bare} bytes without histories, 600 kB are allowed`);
        const warnings = await page.$$eval('#quality .bad', (lines) => lines.map((line) => line.textContent));
        check(warnings.length === 0, `${name}: ${warnings.join(' ')}`);
        check((await page.locator('main table, main canvas, main svg').count()) > 0, `${name}: an empty page`);
        await page.close();
    }
});
