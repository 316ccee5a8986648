// Whether everybody can read the pages: axe-core finds no violation, light and dark.
'use strict';
const fs = require('fs');
const path = require('path');
const { check, drawn, main, open } = require('./browser.js');

main(async (browser, scratch) => {
    const axe = fs.readFileSync(path.join(process.env.NODE_PATH, 'axe-core/axe.min.js'), 'utf8');
    for (const [name, scheme] of [
        ['five_eight', 'light'],
        ['bridge', 'dark'],
        ['study', 'light'],
        ['several_study', 'dark'],
    ]) {
        const page = await open(browser, `${scratch}/${name}/report.html`, { scheme });
        await page.evaluate(() => thud.shown?.clock.pause());
        await drawn(page);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
        for (const { id, nodes } of violations)
            check(false, `${name}, ${scheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
        await page.close();
    }
});
