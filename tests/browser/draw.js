// What a scenario declares under draw: kinds, widths and heights, in the plan of the picture and on the canvas.
'use strict';
const { check, drawn, equal, main, open, readJson } = require('./browser.js');

// the width of a deck on the canvas, px, along its upper edge, and how high that edge is above the ground
const measure = (page, name) =>
    page.evaluate((wanted) => {
        const { plan, player } = thud.shown,
            { scene } = player,
            deck = plan.structures.find((s) => s.name === wanted);
        const copy = document.createElement('canvas'),
            context = copy.getContext('2d', { willReadFrequently: true });
        scene.draw(copy, player.frameAt(0), 1);
        const { view } = scene,
            { data, width } = context.getImageData(0, 0, copy.width, copy.height);
        // the colours of structures are far from grey
        const coloured = (x, y) => {
            const [r, g, b] = data.subarray(4 * (y * width + x));
            return Math.max(r, g, b) - Math.min(r, g, b) > 60;
        };
        const column = Math.round(view.left + (deck.left + 0.05 * deck.width) * view.scale);
        let y = 0;
        while (y < view.base && !coloured(column, y)) y++;
        let [from, to] = [column, column];
        while (from > 0 && coloured(from - 1, y + 1)) from--;
        while (to < width - 1 && coloured(to + 1, y + 1)) to++;
        return { wide: to - from + 1, high: view.base - y, scale: view.scale };
    }, name);

main(async (browser, scratch) => {
    const page = await open(browser, `${scratch}/drawn/report.html`);
    await drawn(page);
    const structures = await page.evaluate(() => thud.shown.plan.structures.map((s) => [s.name, s.kind, s.width, s.bodies.map((body) => [body.name, body.z])]));
    const found = Object.fromEntries(structures.map(([name, ...rest]) => [name, JSON.stringify(rest)]));
    // the base is at the ground, and the floors share 18 m as 3 and 6
    equal(found.house, JSON.stringify(['isolated', 12, [['house1', 0], ['house2', 6], ['house3', 18]]]), 'the house');
    equal(found.plate, JSON.stringify(['deck', 50, [['plate', 16]]]), 'the deck');
    equal(found.crate, JSON.stringify(['block', 3, [['frame', 2]]]), 'the block');
    // what was between stops of the frame is a structure of its own, as the frame is no device
    check(found.cargo !== undefined, `cargo among ${Object.keys(found)}`);
    // and a body that a link joins to a floor is none of the floors that are listed
    check(found.tank !== undefined, `tank among ${Object.keys(found)}`);
    // drifts are those of the storeys above the base, over the heights of storeys and not those that are drawn
    const summary = readJson(`${scratch}/drawn/summary.json`),
        model = readJson(`${scratch}/drawn/model.json`);
    const storeys = await page.evaluate(
        (run) => {
            const { plan } = thud.shown;
            return thud.storeysOf(run, plan, null, plan.named.get('house1').structure).map((one) => [one.height, one.drift]);
        },
        { summary, model, time: [] },
    );
    equal(JSON.stringify(storeys), JSON.stringify([3, 6].map((height, i) => [height, height * summary.watch[`house-${i + 2}-drift`].max])), 'heights and drifts');
    const { wide, high, scale } = await measure(page, 'plate');
    // a pixel at either end
    check(Math.abs(wide - 50 * scale) <= 2 && Math.abs(high - 16 * scale) <= 2, `the deck is ${wide} px by ${high} px, with ${scale} px to the metre`);
    check(scale > 3, `${scale} px to the metre`);
    const caption = await page.textContent('#motion');
    check(/widths to scale/i.test(caption) && !/3\.2/.test(caption), `below the picture: ${caption}`);
    await page.close();
});
