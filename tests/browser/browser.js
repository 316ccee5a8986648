// What the tests of pages share: a browser, a page that is watched for errors and requests, and checks.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium } = require('playwright-core');

let faults = 0;
exports.check = (good, words) => {
    if (good) return;
    faults++;
    console.error(`FAIL: ${words}`);
};
exports.equal = (found, wanted, words) =>
    exports.check(Object.is(found, wanted), `${words}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);

// a number as the page writes it: five digits, a prefix, a typographic minus
const PREFIXES = { T: 1e12, G: 1e9, M: 1e6, k: 1e3, m: 1e-3, µ: 1e-6, n: 1e-9, p: 1e-12 };
exports.readQuantity = (text, unit) => {
    const [, number, power, symbol] = /^([−\d.,]+)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?\s*(.*)$/u.exec(text.trim());
    const raised = power ? Number([...power].map((c) => (c === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))).join('')) : 0;
    const prefix = unit && symbol !== unit ? symbol.slice(0, symbol.length - unit.length) : '';
    return Number(number.replace('−', '-').replaceAll(',', '')) * 10 ** raised * (prefix ? PREFIXES[prefix] : 1);
};

// a number that a page shows: right to half a unit of its last digit, with four digits at least. What stands with its margin
// (139.4 ± 0.3 mm) has the last digit of the margin, which is right to half a unit as well.
exports.shows = (text, unit, wanted, words, margin = 0) => {
    const [, open, value, around, rest] = /^(\()?([−\d.,]+|[∞–]|−∞)(?:\s±\s([\d.]+)\)?)?(.*)$/u.exec(text.trim()) ?? [];
    exports.check(value !== undefined, `${words}: “${text}” is no number`);
    if (value === undefined) return;
    const read = (digits) => exports.readQuantity(`${digits}${rest}`, unit),
        decimals = /\.(\d+)/.exec(value)?.[1].length ?? 0,
        // of a whole margin its last digit, which is the second where it begins with 1
        whole = around && !decimals ? 10 ** (around.length - (around.startsWith('1') && around.length > 1 ? 2 : 1)) : 1,
        one = Math.abs(read(decimals ? `0.${'0'.repeat(decimals - 1)}1` : String(whole))),
        found = read(value);
    exports.check(Math.abs(found - wanted) <= 0.5001 * one, `${words}: ${text}, not ${wanted}`);
    if (around === undefined) exports.check(one <= 1.001e-3 * Math.abs(wanted) || Math.abs(found - wanted) <= 1e-12 * Math.abs(wanted), `${words}: ${text} has too few digits`);
    else {
        exports.check(margin > 0, `${words}: ${text} has a margin, and there is none`);
        exports.check(Math.abs(read(around) - margin) <= 0.5001 * one, `${words}: ${text}, not ± ${margin}`);
        exports.check(one <= 1.001 * read(around) && one >= 0.0499 * margin, `${words}: digits of ${text}`);
    }
    exports.check((open !== undefined) === /\)/.test(text), `${words}: ${text}`);
};

exports.readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

exports.readCsv = (file) => {
    const [head, ...rows] = fs
        .readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(','));
    return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
};

// the cases of a study: its axes, which have no dot in their names, go by these alone
exports.readCases = (file) =>
    exports
        .readCsv(file)
        .map((row) =>
            Object.fromEntries(
                Object.entries(row).map(([name, value]) => [name.includes('.') ? name : name.replace(/ \[[^\]]*\]$/, ''), value]),
            ),
        );

// ms: no limit but that of CTest, for a busy machine takes what it takes
const NO_LIMIT = 0;

// until what is waiting to be drawn has been: a frame has its callbacks first, then layout and observers
exports.drawn = (page) =>
    page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go)))));

// opens a page from disk; whatever the console, an exception or a request says counts as a fault
exports.open = async (browser, file, options = {}) => {
    const page = await browser.newPage({
        viewport: { width: options.width ?? 1280, height: 900 },
        colorScheme: options.scheme ?? 'light',
    });
    page.setDefaultTimeout(NO_LIMIT);
    const name = path.basename(path.dirname(file));
    page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) exports.check(false, `${name}: console: ${message.text()}`);
    });
    page.on('pageerror', (error) => exports.check(false, `${name}: ${error.message}`));
    page.on('request', (request) => {
        if (!/^(file|data|blob):/.test(request.url())) exports.check(false, `${name}: asks for ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
        exports.check(false, `${name}: a dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    await page.goto(`file://${file}${options.hash ?? ''}`);
    await page.waitForFunction(() => document.querySelector('h1').textContent !== '');
    // a page that contains uPlot carries its notice
    const notice = await page.textContent('footer');
    exports.check(
        /Copyright \(c\) \d+ Leon Sorokin[^]*Permission is hereby granted[^]*WITHOUT WARRANTY/.test(notice),
        `${name}: the notice of uPlot is missing`,
    );
    exports.check(fs.statSync(file).size < 5e6, `${name}: ${fs.statSync(file).size} bytes, 5 MB are allowed`);
    return page;
};

exports.main = async (test) => {
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox'],
        timeout: NO_LIMIT,
    });
    try {
        await test(browser, process.argv[2]);
    } catch (error) {
        exports.check(false, error.stack);
    }
    await browser.close();
    if (faults > 0) console.error(`${faults} checks failed`);
    process.exit(faults > 0 ? 1 : 0);
};
