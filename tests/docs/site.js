// The built site in a browser, from disk: node site.js SITE
//
// On 1280 and 390 px no page is wider than the window but where a table or a block is scrolled by itself, none asks for anything from
// a network, pictures are there, reports have begun to draw, and the search finds.
'use strict';
const fs = require('fs');
const path = require('path');
const { check, main } = require('../browser/browser.js');

const site = path.resolve(process.argv[2]);
const pages = fs
    .readdirSync(site, { recursive: true })
    .filter((name) => name.endsWith('.html') && !/^(reports|_static)/.test(name))
    .sort();

// elements beyond the window that nothing scrolls or cuts off
const wide = () =>
    [...document.querySelectorAll('article *')]
        .filter((element) => {
            const box = element.getBoundingClientRect();
            if (box.width === 0 || box.right <= innerWidth + 1) return false;
            for (let p = element.parentElement; p; p = p.parentElement)
                if (getComputedStyle(p).overflowX !== 'visible') return false;
            return true;
        })
        .map((element) => element.tagName);

main(async (browser) => {
    check(pages.length > 40, `${site} has ${pages.length} pages`);
    for (const width of [1280, 390]) {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        page.setDefaultTimeout(0);
        page.on('request', (request) => check(/^(file|data|blob):/.test(request.url()), `asks for ${request.url()}`));
        page.on('pageerror', (error) => check(false, error.message));
        for (const name of pages) {
            await page.goto(`file://${site}/${name}`);
            const found = await page.evaluate(wide);
            check(found.length === 0, `${name} at ${width} px: too wide: ${found.slice(0, 5)}`);
            const [scroll, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            check(scroll <= window, `${name} is ${scroll} px wide at ${width} px`);
            const empty = await page.evaluate(() =>
                [...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src),
            );
            check(empty.length === 0, `${name}: no picture: ${empty}`);
        }
        await page.goto(`file://${site}/examples/bridge-yaml.html`);
        const report = page.frameLocator('iframe.report');
        check((await report.locator('h1').textContent()) === 'Bridge deck between two abutments', 'the report is not shown');
        await page.goto(`file://${site}/search.html?q=fragility`);
        await page.waitForSelector('#search-results li');
        const hits = await page.locator('#search-results li').allTextContents();
        check(hits.some((text) => text.includes('fragility curve')), `the search finds ${hits}`);
        await page.close();
    }
});
