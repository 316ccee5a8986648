// The landing page's gallery and pictures to look at: shots.js SITE REPORT=TITLE…
//
// Of each report of a run so many frames of its picture around the strongest impact become one strip of a thumbnail, which
// the page plays; of a study there is its first chart. Then the pages themselves are photographed, into SITE/shots, and those
// of the site looked at with axe-core: the exit status is 1 where it finds a violation.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium } = require('playwright-core');

const FRAMES = 20,
    WIDE = 320,
    HIGH = 200;
const [, , site, ...reports] = process.argv;
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// frames below each other, as one picture
const film = (page) =>
    page.evaluate(
        ([frames, wide, high]) => {
            if (!thud.shown) return null;
            const { clock, player } = thud.shown;
            const [from, to] = clock.loop ?? [clock.start, clock.end],
                strip = document.createElement('canvas'),
                context = strip.getContext('2d');
            strip.width = wide;
            strip.height = high * frames;
            context.fillStyle = '#ffffff';
            context.fillRect(0, 0, strip.width, strip.height);
            for (let i = 0; i < frames; i++) {
                clock.set(from + ((to - from) * i) / frames);
                const { width, height } = player.canvas,
                    scale = Math.min(wide / width, high / height);
                context.drawImage(player.canvas, (wide - width * scale) / 2, high * i + (high - height * scale) / 2, width * scale, height * scale);
            }
            return strip.toDataURL('image/webp', 0.72);
        },
        [FRAMES, WIDE, HIGH],
    );

(async () => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
    fs.mkdirSync(path.join(site, 'thumbs'), { recursive: true });
    const cards = [];
    for (const report of reports) {
        const at = report.indexOf('='),
            name = report.slice(0, at),
            page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
        await page.goto(`file://${site}/reports/${name}.html`);
        await page.waitForTimeout(300);
        const moving = await film(page);
        const file = `thumbs/${name}.${moving ? 'webp' : 'png'}`;
        if (moving) fs.writeFileSync(path.join(site, file), Buffer.from(moving.split(',')[1], 'base64'));
        else await page.locator('.xy svg:visible').first().screenshot({ path: path.join(site, file) });
        cards.push(
            `<a href="reports/${name}.html"><div class="thumb"${moving ? ` data-frames="${FRAMES}"` : ''} style="background-image:url(thumbs/${name}.${moving ? 'webp' : 'png'})"></div><span>${escaped(report.slice(at + 1))}</span></a>`,
        );
        await page.close();
    }
    // each frame of a strip in turn
    const steps = Array.from({ length: FRAMES }, (_, i) => `${((100 * i) / FRAMES).toFixed(2)}% { background-position: 0 ${((100 * i) / (FRAMES - 1)).toFixed(3)}%; }`).join(' ');
    const landing = fs.readFileSync(path.join(__dirname, 'landing.html'), 'utf8');
    fs.writeFileSync(path.join(site, 'index.html'), landing.replace('<!--gallery-->', cards.join('\n')).replace('/*frames*/', `@keyframes play { ${steps} 100% { background-position: 0 100%; } }`));

    const shots = path.join(site, 'shots');
    fs.mkdirSync(shots, { recursive: true });
    const LOOKED_AT = ['bridge', 'three_segments', 'unlike_buildings', 'five_eight', 'isolated_building', 'newtons_cradle_hertz', 'two_pendulums', 'chanda_study', 'fragility', 'damper_map'];
    const runs = LOOKED_AT.map((name) => `reports/${name}.html`);
    const views = ['impact', 'structures', 'drop', 'bifurcation'].map((view) => `lab.html#view=${view}`);
    for (const file of ['index.html', ...views, ...runs])
        for (const width of [1280, 390])
            for (const scheme of ['light', 'dark']) {
                const page = await browser.newPage({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: scheme, reducedMotion: 'reduce' });
                await page.goto(`file://${site}/${file}`);
                await page.waitForTimeout(/bifurcation/.test(file) ? 4000 : /lab|index/.test(file) ? 1500 : 300);
                const name = file.replace(/^reports\//, '').replace(/\.html/, '').replace(/#view=/, '-');
                await page.screenshot({ path: path.join(shots, `${name}-${width}-${scheme}.png`) });
                if (width === 1280 && scheme === 'light' && file.startsWith('reports/')) await page.pdf({ path: path.join(shots, `${name}.pdf`), preferCSSPageSize: true });
                await page.close();
            }
    // everybody can read the pages, light and dark; reports and the lab have this in their tests
    const axe = fs.readFileSync(path.join(process.env.NODE_PATH, 'axe-core/axe.min.js'), 'utf8');
    for (const file of ['index.html', 'readme.html', 'theory.html', 'laws.html', 'search.html', 'examples/five_eight-yaml.html'])
        for (const colorScheme of ['light', 'dark']) {
            const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme, reducedMotion: 'reduce' });
            await page.goto(`file://${site}/${file}`);
            await page.evaluate(axe);
            const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }));
            for (const { id, nodes } of violations) {
                console.error(`${file}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
                process.exitCode = 1;
            }
            await page.close();
        }
    await browser.close();
})();
