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

// the traces with the peaks of the key numbers are shown, axes reach to them, all and none
exports.traces = async (page, directory) => {
    const UNITS = { displacement: 'm', velocity: 'm/s', acceleration: 'm/s²', force: 'N' };
    const summary = readJson(`${directory}/summary.json`);
    const shown = () =>
        page.$$eval('.traces tbody tr', (rows) =>
            rows
                .filter((row) => row.querySelector('input').checked)
                .map((row) => row.querySelector('label').textContent),
        );
    const first = await shown();
    const quantities = await page.$$eval('.plot', (plots) => plots.map((plot) => plot.dataset.quantity));
    for (const quantity of Object.keys(UNITS)) {
        const kind = quantity === 'force' ? 'contacts' : 'bodies',
            key = `max_${quantity}`,
            [name, part] = Object.entries(summary[kind]).reduce((a, b) => (b[1][key] > a[1][key] ? b : a));
        check(first.includes(name), `${directory}: ${name}, of the largest ${quantity}, is not shown first`);
        const [low, high, label] = await page.evaluate((i) => {
            const { scales, axes } = thud.plots[i];
            return [scales.y.min, scales.y.max, axes[1].label];
        }, quantities.indexOf(quantity));
        const factor = readQuantity(`1 ${/\[(.*)\]/.exec(label)[1]}`, UNITS[quantity]);
        check(
            Math.max(-low, high) * factor >= part[key],
            `${directory}: the axis of ${quantity} ends at ${Math.max(-low, high) * factor} before ${part[key]}`,
        );
    }
    const drawn = () =>
        page.evaluate(() => thud.plots.flatMap((plot) => plot.series.slice(1).map((series) => series.show)));
    await page.click('#none');
    equal((await shown()).length, 0, 'traces after None');
    check(!(await drawn()).some(Boolean), 'None draws some');
    await page.click('#all');
    equal((await shown()).length, await page.locator('.traces tbody tr').count(), 'traces after All');
    check((await drawn()).every(Boolean), 'All leaves some out');
};

// an impulse has no force: what is shown instead has its own name
exports.impulses = async (page) => {
    const text = await page.textContent('#numbers');
    check(/Largest contact forceimpulsive/.test(text), `an impulse has a force: ${text}`);
    check(/Largest resting reaction/.test(text), `the reaction at rest has no name: ${text}`);
    check(/Largest acceleration between impacts/.test(text), `jumps are passed over: ${text}`);
    check(
        /resting reaction/.test(await page.textContent('.traces')),
        'the reaction at rest is drawn as a contact force',
    );
};
