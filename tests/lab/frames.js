// How long a drawing takes while a hand drags sliders: the page's own clock, around all that it computes and draws for a frame.
// Printed with the load of the machine, never judged: where others are at work, the clock says more about them.
'use strict';
const os = require('os');
const { check } = require('../browser/browser.js');

const percentile = (list, part) => [...list].sort((a, b) => a - b)[Math.floor(part * (list.length - 1))].toFixed(1);

exports.drag = async (page, view, keys, words) => {
    const MOVES = 30;
    await page.evaluate(() => (thud.lab.now.frames.length = 0));
    for (const key of keys) {
        const slider = page.locator(`#view-${view} [data-slider=${key}]`);
        await slider.scrollIntoViewIfNeeded();
        const { x, y, width, height } = await slider.boundingBox();
        await page.mouse.move(x + 8, y + height / 2);
        await page.mouse.down();
        for (let i = 1; i <= MOVES; i++) await page.mouse.move(x + 8 + ((width - 16) * i) / MOVES, y + height / 2);
        await page.mouse.up();
    }
    const times = await page.evaluate(() => thud.lab.now.frames);
    check(times.length > 0, `${words}: nothing is drawn while dragging`);
    console.log(
        `${words}: ${times.length} drawings while dragging, median ${percentile(times, 0.5)} ms, 95th percentile ${percentile(times, 0.95)} ms; ` +
            `load of the machine ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores`,
    );
};
