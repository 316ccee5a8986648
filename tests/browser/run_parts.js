// Parts of the page of a run with several bodies and contacts: order and reasons in the ledger, traces, the sketch.
'use strict';
const { check, equal, readCsv, readJson, readQuantity } = require('./browser.js');

// impacts stand in the order in which gaps closed; why e is not what was asked for is said, and the reasons add up
exports.closing = async (page, directory) => {
    const times = await page.$$eval('#ledger tbody tr:not(.spacer)', (rows) =>
        rows.map((row) => Number(row.cells[1].textContent)),
    );
    check(times.length > 0, `${directory}: no impacts`);
    check(
        times.every((t, i) => i === 0 || t >= times[i - 1]),
        `${directory}: closing times ${times}`,
    );
    const { contacts } = readJson(`${directory}/model.json`),
        asked = new Map(contacts.map((contact) => [contact.name, contact.restitution])),
        rows = readCsv(`${directory}/impacts.csv`);
    const other = rows.filter(
        ({ restitution, contact }) => restitution !== '' && Math.abs(restitution - asked.get(contact)) > 0.01,
    );
    const [said = ''] = await page.locator('#restitution').allTextContents();
    if (other.length === 0) equal(said, '', `${directory}: a reason for nothing`);
    else
        check(
            said.includes(`in ${other.length} of ${rows.length} impact`),
            `${directory}: “${said}”, not ${other.length}`,
        );
    const counts = [...said.matchAll(/in (\d+) (?:a neighbouring|springs|the damping)|(\d+) ended at rest/g)].map(
        (found) => Number(found[1] ?? found[2]),
    );
    equal(
        counts.reduce((a, b) => a + b, 0),
        other.length,
        `${directory}: reasons of “${said}”`,
    );
};

// axes reach to the true peaks; every quantity can be shown and taken away
exports.traces = async (page, directory) => {
    const UNITS = { displacement: 'm', acceleration: 'm/s²', force: 'N' };
    const summary = readJson(`${directory}/summary.json`);
    const plots = await page.$$eval('.plot', (nodes) => nodes.map((plot) => plot.dataset.quantity));
    for (const [quantity, siUnit] of Object.entries(UNITS)) {
        const kind = quantity === 'force' ? 'contacts' : 'bodies',
            most = Math.max(...Object.values(summary[kind]).map((part) => part[`max_${quantity}`]));
        const reach = await page.evaluate(
            (list) => list.map((i) => [Math.max(-thud.plots[i].scales.y.min, thud.plots[i].scales.y.max), thud.plots[i].axes[1].label]),
            plots.flatMap((own, i) => (own === quantity ? [i] : [])),
        );
        check(
            reach.some(([end, unit]) => end * readQuantity(`1 ${unit}`, siUnit) >= most),
            `${directory}: the axes of ${quantity} end at ${reach} before ${most}`,
        );
    }
    const boxes = page.locator('.quantities input');
    for (let i = 0; i < (await boxes.count()); i++) await boxes.nth(i).uncheck();
    equal(await page.locator('.plot').count(), 0, 'plots without any quantity');
    for (let i = 0; i < (await boxes.count()); i++) await boxes.nth(i).check();
    const names = await page.$$eval('.plot', (nodes) => nodes.map((plot) => plot.dataset.name));
    equal(new Set(names).size, await boxes.count(), 'quantities that are drawn');
};

// an impulse has no force: what is shown instead has its own name
exports.impulses = async (page) => {
    const text = await page.textContent('#numbers');
    check(/Largest contact forceimpulsive/.test(text), `an impulse has a force: ${text}`);
    check(/Largest resting reaction/.test(text), `the reaction at rest has no name: ${text}`);
    check(/Largest acceleration between impacts/.test(text), `jumps are passed over: ${text}`);
    check(
        /Resting reaction/.test(await page.textContent('#histories')),
        'the reaction at rest is drawn as a contact force',
    );
};
