// The page of a run with bodies and rods: both have tables and are in the picture, a tip that strikes is at its face.
'use strict';
const { check, main, open, readCsv, readJson } = require('./browser.js');

main(async (browser, scratch) => {
    const directory = `${scratch}/hammer`,
        page = await open(browser, `${directory}/report.html`),
        summary = readJson(`${directory}/summary.json`),
        rows = readCsv(`${directory}/history.csv`);
    const captions = await page.$$eval('#tables caption', (all) => all.map((caption) => caption.textContent));
    for (const wanted of ['Bodies', 'Rods', 'Contacts', 'Links'])
        check(captions.includes(wanted), `no table of ${wanted} among ${captions}`);
    check(summary.contacts.hit.impacts > 0, 'nothing strikes');
    const gap = 0.1,
        length = 1.2,
        last = rows.length - 1;
    for (const part of [0, 0.3, 0.6, 1]) {
        const row = rows[Math.round(part * last)];
        // m to the right of the pivot at rest, as drawn
        const { tip, face } = await page.evaluate((t) => {
            const { plan, player } = thud.shown,
                { view } = player.scene,
                x = player.frameAt(t).x,
                s = plan.named.get('deck').structure;
            const told = [];
            const line = CanvasRenderingContext2D.prototype.lineTo;
            CanvasRenderingContext2D.prototype.lineTo = function (u, v) {
                told.push((u - view.left) / view.scale);
                return line.call(this, u, v);
            };
            player.scene.draw(player.canvas, player.frameAt(t), 1);
            CanvasRenderingContext2D.prototype.lineTo = line;
            return { tip: told, face: s.left + plan.factor * x[plan.named.get('deck').index] };
        }, Number(row['t [s]']));
        const wanted = length * Math.sin(row['hammer angle [rad]']);
        // single precision, and pixels that are not rounded
        check(tip.some((x) => Math.abs(x - wanted) <= 1e-5), `no tip at ${wanted} m at ${part}`);
        check(Math.abs(face - gap - Number(row['deck displacement [m]'])) <= 1e-5, `face at ${face} m at ${part}`);
    }
});
