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

// floors stand at their storeys, faces are apart by the gap, every contact is marked and has its gap beside it
exports.sketch = async (page, directory) => {
    const { contacts } = readJson(`${directory}/model.json`);
    const boxes = await page.$$eval('.stage .block', (blocks) =>
        blocks.map((block) => {
            const { x, y, width } = block.getBBox(),
                name = block.querySelector('title').textContent;
            return { name, structure: name[0], storey: Number(name.slice(1)), left: x, right: x + width, y };
        }),
    );
    for (const a of boxes)
        for (const b of boxes) {
            const said = `${directory}: ${a.name} at ${a.y}, ${b.name} at ${b.y}`;
            if (a.storey === b.storey) check(Math.abs(a.y - b.y) < 1, said);
            else if (a.storey > b.storey) check(a.y < b.y - 10, said);
        }
    const box = (name) => boxes.find((other) => other.name === name);
    const scale = await page.$eval('.bar-scale', (node) => Number(node.dataset.metres) / node.getBBox().width);
    const labels = await page.$$eval('.stage .small', (nodes) => nodes.map((node) => node.textContent));
    for (const { name, left, right, gap } of contacts) {
        const drawn = (box(right).left - box(left).right) * scale;
        // of two gaps to one structure the face stands at the smaller; a tenth of a pixel at either end
        const least = Math.min(...contacts.filter((c) => c.right === right && c.left[0] === left[0]).map((c) => c.gap));
        check(Math.abs(drawn - least) <= 0.2 * scale, `${directory}: ${name} is ${drawn} m wide, not ${least}`);
        equal(await page.locator(`.stage .contact[data-contact="${name}"]`).count(), 1, `mark of ${name}`);
        check(labels.includes(`gap ${1000 * gap}\u00a0mm`), `${directory}: no dimension for ${gap} m in ${labels}`);
    }
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
