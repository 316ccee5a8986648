// The view of one impact in chromium: every slider changes the numbers to what the command prints, marks are dragged, links
// restore, and what is copied gives the same numbers elsewhere.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { check, equal, main, open, readQuantity, shows } = require('../browser/browser.js');
const { drag: dragged } = require('./frames.js');

const [, scratch, page_, thud, root] = process.argv.slice(1);
const UNITS = { e_out: '', max_force: 'N', max_penetration: 'm', contact_time: 's', energy_lost: 'J' };

const json = (...words) => JSON.parse(spawnSync(thud, [...words, '--json'], { encoding: 'utf8' }).stdout);
const state = (page) => page.evaluate(() => structuredClone(thud.lab.now.state.impact));
const shown = async (page) => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return Object.fromEntries(
        await page.$$eval('#view-impact [data-key]', (nodes) =>
            nodes.map((node) => [node.dataset.key, node.textContent]),
        ),
    );
};

// the tiles against the command for the state that the page says it has
const compare = async (page, what) => {
    const { laws, values, fixed } = await state(page),
        seen = await shown(page);
    const words = [
        'impact',
        laws[0],
        '--e',
        values.e,
        '--k',
        values.k,
        '--m1',
        values.m1,
        '--m2',
        fixed ? 'inf' : values.m2,
        '--v',
        values.v,
        '--n',
        values.n,
    ].map(String);
    for (const damping of ['exact', 'published']) {
        const wanted = json(...words, '--damping', damping);
        for (const [key, unit] of Object.entries(UNITS)) {
            const text = seen[`${damping}.${key}`];
            if (damping === 'published' && text === '') continue;
            shows(text, unit, wanted[key], `${what}: ${damping} ${key}`);
        }
    }
    return seen;
};

const sliders = async (page) => {
    let before = JSON.stringify(await compare(page, 'as it opens'));
    check(before.includes('"0.7252"'), `Lankarani and Nikravesh return 0.725 for 0.5: ${before}`);
    for (const key of ['e', 'n', 'k', 'm1', 'm2', 'v']) {
        const slider = page.locator(`#view-impact [data-slider=${key}]`);
        await slider.focus();
        for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowRight');
        const now = JSON.stringify(await compare(page, `slider ${key}`));
        check(now !== before, `slider ${key} changes nothing`);
        before = now;
        // a number that is typed is taken with all its digits
        const field = page.locator(`#view-impact [data-field=${key}]`);
        await field.fill({ e: '0.612', n: '1.37', k: '7.77e8', m1: '1234.5', m2: '987,6', v: '0.123' }[key]);
        await field.press('Enter');
        await compare(page, `field ${key}`);
    }
    equal((await state(page)).values.m2, 987.6, 'm2 as typed');
    await page.locator('[data-field=e]').first().fill('many');
    await page.locator('[data-field=e]').first().press('Enter');
    equal(await page.locator('[data-field=e]').first().getAttribute('aria-invalid'), 'true', 'a word in a field');
    equal((await state(page)).values.e, 0.612, 'e after a word');
    await page.locator('[data-check=fixed]').check();
    await compare(page, 'fixed');
    for (const law of ['anagnostopoulos', 'flores', 'hertz', 'valles-reinhorn', 'kuwabara-kono', 'jankowski-2006']) {
        await page.locator('#view-impact .chooser select').first().selectOption(law);
        if (law === 'hertz') equal((await shown(page))['exact.e_out'], '1.000', 'hertz returns all');
        else if (law !== 'valles-reinhorn') await compare(page, law);
    }
};

// marks go where they are dragged: the scale of a chart is asked for a place
const drag = async (page, chart, [x, y], to) => {
    const spot = (place) =>
        page.evaluate(
            ([id, x, y]) => {
                const box = document.querySelector(`[data-chart=${id}] .u-over`).getBoundingClientRect();
                return [box.left + x * box.width, box.top + (1 - y) * box.height];
            },
            [chart, ...place],
        );
    await page.mouse.move(...(await spot([x, y])));
    await page.mouse.down();
    await page.mouse.move(...(await spot(to)), { steps: 4 });
    await page.mouse.up();
};

const marks = async (page) => {
    await page.goto(`${page.url().split('#')[0]}#view=impact&laws=flores&e=0.5&n=1.5&k=1e6&m1=2&m2=2&v=1`);
    await page.waitForFunction(() => thud.lab.now.state.impact.laws[0] === 'flores');
    await shown(page);
    await page.locator('[data-chart=returned]').scrollIntoViewIfNeeded();
    await drag(page, 'returned', [0.5, 0.5], [0.8, 0.4]);
    // a pixel of some 300 is 0.0033
    const { e } = (await state(page)).values;
    check(Math.abs(e - 0.8) < 0.01, `e dragged to 0.8 is ${e}`);
    await compare(page, 'e dragged');
    const turn = () =>
        page.evaluate(() => {
            const { max_penetration: delta } = thud.lab.now.impacts.solve({
                law: 'flores',
                ...thud.lab.now.state.impact.values,
                m: 1,
            });
            return delta;
        });
    const before = await turn();
    const at = await page.evaluate(() => {
        const box = document.querySelector('[data-chart=loop] .u-over').getBoundingClientRect(),
            { k, n, ...rest } = thud.lab.now.state.impact.values,
            { max_penetration: delta, max_force } = thud.lab.now.impacts.solve({ law: 'flores', k, n, ...rest, m: 1 });
        return { delta, force: k * delta ** n, max_force };
    });
    check(at.delta === before && at.force < at.max_force, 'the turning point is below the peak');
    await page.locator('[data-chart=loop]').scrollIntoViewIfNeeded();
    // axes end 6 % beyond the largest of what is drawn, published damping included
    const place = await page.evaluate(() => {
        const { values } = thud.lab.now.state.impact,
            i = { law: 'flores', ...values, m: 1 },
            [a, b] = ['exact', 'published'].map((damping) => thud.lab.now.impacts.solve({ ...i, damping })),
            most = (key) => 1.06 * Math.max(a[key], b[key]);
        return [
            a.max_penetration / most('max_penetration'),
            (values.k * a.max_penetration ** values.n) / most('max_force'),
        ];
    });
    await drag(page, 'loop', place, [place[0] / 2, place[1]]);
    const after = await turn();
    check(Math.abs(after / before - 0.5) < 0.02, `the turning point went from ${before} to ${after}, not to half`);
    await compare(page, 'turning point dragged');
};

const links = async (browser, page) => {
    const before = await shown(page);
    await page.locator('.copies summary').first().click();
    await page.locator('#copy-as').first().selectOption('link');
    const link = await page.textContent('#copied');
    check(link.startsWith('file:') && link.includes('#view=impact&laws=flores'), `the link is ${link}`);
    const again = await open(browser, page_, { hash: link.slice(link.indexOf('#')) });
    await again.waitForFunction(() => document.documentElement.dataset.ready);
    equal(JSON.stringify(await shown(again)), JSON.stringify(before), 'numbers that a link restores');
    await again.close();
    // what no page of ours has written
    for (const hash of [
        '#view=impact&laws=__proto__,<img src=x onerror=owned=1>,newton&e=NaN&k=1e999&v=-1',
        '#%E0%A4%A',
        `#view=structures&structure=constructor&law=toString&gap=${'9'.repeat(500)}`,
    ]) {
        const odd = await open(browser, page_, { hash });
        await odd.waitForFunction(() => document.documentElement.dataset.ready);
        check(
            await odd.evaluate(() => window.owned === undefined && document.images.length === 0),
            `${hash}: became markup`,
        );
        await odd.close();
    }
};

const copies = async (page) => {
    const { e } = (await state(page)).values;
    const text = async (kind) => {
        await page.locator('#copy-as').first().selectOption(kind);
        return page.textContent('#copied');
    };
    const wanted = (await shown(page))['exact.max_force'];
    const words = (await text('command')).trim().split(' ');
    equal(words.shift(), 'thud', 'command');
    shows(wanted, 'N', json(...words).max_force, 'the command that is copied');

    fs.writeFileSync(`${scratch}/impact.yaml`, await text('scenario'));
    const run = json('run', `${scratch}/impact.yaml`);
    equal(run?.impacts, 1, 'impacts of the scenario that is copied');
    shows(wanted, 'N', run.contacts.contact.max_force, 'the scenario that is copied');

    fs.writeFileSync(`${scratch}/impact.c`, await text('C'));
    const built = path.dirname(path.dirname(thud));
    const made = spawnSync(
        'gcc',
        [
            '-std=c17',
            '-Wall',
            '-Werror',
            `${scratch}/impact.c`,
            `-I${root}/include`,
            `${built}/src/libthud_core.a`,
            '-lm',
            '-o',
            `${scratch}/impact`,
        ],
        { encoding: 'utf8' },
    );
    equal(made.status, 0, `the C program that is copied: ${made.stderr}`);
    const [, out, force] =
        /e = (\S+), largest force (\S+) N/.exec(spawnSync(`${scratch}/impact`, { encoding: 'utf8' }).stdout) ?? [];
    shows(wanted, 'N', Number(force), 'force of the C program');
    // the program prints six digits
    check(Math.abs(e - Number(out)) <= 5e-6 * e, 'e of the C program');
    check(/^import thud\n\nimpact = thud\.impact\("flores", e=/.test(await text('Python')), 'Python');
};

// all laws beside it, keyboard, narrow and wide, both themes
const looks = async (browser, page) => {
    await page.locator('.overlay summary').click();
    await page.locator('#overlay-all').click();
    await shown(page);
    check((await state(page)).laws.length > 20, 'all laws beside it');
    await page.locator('#overlay-none').click();
    equal((await state(page)).laws.length, 1, 'no other law');
    await page.locator('#theme').click();
    equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'theme');
    for (const width of [390, 1920]) {
        const other = await open(browser, page_, { width, scheme: 'dark' });
        await other.waitForFunction(() => document.documentElement.dataset.ready);
        const [wide, room] = await other.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        check(wide <= room, `${width} px: ${wide} px wide`);
        const unnamed = await other.$$eval(
            'input, button, select',
            (nodes) =>
                nodes.filter((n) => !(n.labels?.length || n.getAttribute('aria-label') || n.textContent.trim())).length,
        );
        equal(unnamed, 0, 'controls without a name');
        await other.close();
    }
};

// the film of the impact is at the instant of the point on the loop: still, it shows the largest force
const film = async (browser) => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
        window.written = [];
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
            if (this.canvas.closest('[data-chart=collision]')) window.written.push(words);
            return write.call(this, words, ...rest);
        };
    });
    await page.goto(`file://${page_}`);
    await page.waitForFunction(() => document.documentElement.dataset.ready && window.written.length > 0);
    const seen = await shown(page),
        most = readQuantity(seen['exact.max_force'], 'N');
    const [force] = (await page.evaluate(() => window.written)).filter((words) => /N$/.test(words)).slice(-1);
    // three digits, at one of two hundred rows
    check(Math.abs(readQuantity(force.replace('\u00a0', ' '), 'N') - most) <= 6e-3 * most, `the film says ${force}, the number is ${most}`);
    const at = await page.evaluate(() => {
        const over = document.querySelector('[data-chart=loop] .u-over').getBoundingClientRect(),
            dot = document.querySelector('[data-chart=loop] .now-dot').getBoundingClientRect(),
            top = (node) => node.top + node.height / 2;
        return [over.bottom - top(dot), over.height];
    });
    // the axis ends 6 % above the largest force of all curves, here that of the exact damping
    check(Math.abs(at[0] / at[1] - 1 / 1.06) < 0.02, `the point is at ${at}`);
    await page.close();
};

// everybody can use the four views
const readable = async (browser) => {
    const axe = fs.readFileSync(path.join(process.env.NODE_PATH, 'axe-core/axe.min.js'), 'utf8');
    for (const [view, scheme] of [['impact', 'light'], ['structures', 'dark'], ['drop', 'light'], ['bifurcation', 'dark']]) {
        const page = await open(browser, page_, { scheme, hash: `#view=${view}` });
        await page.waitForFunction(() => document.documentElement.dataset.ready);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
        for (const { id, nodes } of violations) check(false, `${view}, ${scheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
        await page.close();
    }
};

main(async (browser) => {
    check(fs.statSync(page_).size <= 2e6, `${fs.statSync(page_).size} bytes, 2 MB are allowed`);
    const page = await open(browser, page_);
    await page.waitForFunction(() => document.documentElement.dataset.ready);
    console.log(`ready after ${await page.evaluate(() => document.documentElement.dataset.ready)} ms`);
    await sliders(page);
    await marks(page);
    await links(browser, page);
    await copies(page);
    await dragged(page, 'impact', ['e', 'k', 'v'], 'one impact');
    await looks(browser, page);
    await film(browser);
    await readable(browser);
});
