// A measurement dropped on the page: the law that fits it best, its parameters with their errors, and how the others rank.
thud.lab.dropView = (place, lab) => {
    const MASS = { key: 'mass', label: 'effective mass', unit: 'kg', least: 1e-3, most: 1e6, preset: 0.5, log: true };
    const worker = thud.lab.startWorker(lab);
    let mass = MASS.preset,
        file = null,
        found = null,
        asked = 0;

    const ask = () => {
        if (!file) return;
        const number = ++asked;
        zone.say(`${file.name}: fitting every law …`);
        worker.ask({ what: 'fit', file: file.bytes, options: { mass } }, (answer) => {
            if (number !== asked) return; // a newer one is on its way
            found = answer;
            zone.say(
                answer.said
                    ? `${file.name}: ${answer.said}`
                    : `${file.name}: ${thud.count(answer.time.length, 'row')}${answer.assumed ? `; ${answer.assumed}` : ''}`,
            );
            lab.changed(false);
        });
    };
    const zone = thud.lab.dropZone(
        'Drop a file here, or choose one: columns of time and force, or the times at which a ball strikes',
        (name, bytes) => {
            file = { name, bytes };
            ask();
        },
    );
    const control = thud.lab.control(MASS, mass, (value, done) => {
        mass = value;
        if (done) ask();
    });
    // an impact with noise, the same every time
    const example = () => {
        const course = lab.impacts.course({ law: 'flores', e: 0.6, n: 1.5, k: 2e6, m: 0.5, v: 0.8 }, 120),
            end = course.time.at(-1),
            lines = ['time [s], force [N]'];
        let seed = 1;
        const noise = () => {
            let sum = -6;
            for (let i = 0; i < 12; i++) sum += (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
            return sum;
        };
        for (let i = -40; i < 160; i++) {
            const force = i >= 0 && i < 120 ? course.force[i] : 0;
            lines.push(`${(((i + 40) * end) / 119).toPrecision(8)}, ${(force + 0.5 * noise()).toPrecision(6)}`);
        }
        file = { name: 'example.csv', bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) };
        mass = 0.5;
        control.set(mass);
        ask();
    };
    const panel = thud.element(
        'div',
        { class: 'controls-panel' },
        zone.node,
        control.node,
        thud.element('button', { type: 'button', id: 'example', onclick: example }, 'Try an example'),
        thud.element(
            'p',
            { class: 'note' },
            'Nothing leaves this machine. The example is an impact of flores with e = 0.6, k = 2 MN/m¹·⁵ and v = 0.8 m/s, with noise of 0.5 N.',
        ),
    );
    panel.prepend(thud.lab.fold(panel));
    const tiles = thud.element('dl', { class: 'tiles', style: '--columns:6' }),
        charts = thud.element('div', { class: 'charts' }),
        table = thud.element('div', { class: 'scroller' });
    place.append(
        thud.element('div', { class: 'bench' }, panel, thud.element('div', { class: 'seen' }, tiles, charts, table)),
    );
    const force = thud.lab.chart(charts, {
        id: 'fit',
        name: 'Force over time',
        x: { label: 'time', unit: 's' },
        y: { label: 'force', unit: 'N' },
        height: 320,
    });
    const bounces = thud.lab.chart(charts, {
        id: 'bounces',
        name: 'Restitution of each bounce',
        x: { label: 'speed before it', unit: 'm/s' },
        y: { label: 'restitution e', unit: '' },
        height: 320,
    });

    const numberOf = (value, error, unit) => {
        const { text, margin, unit: rest } = thud.measured(value, error, unit);
        return margin ? [text, thud.element('span', { class: 'margin' }, margin), rest] : text;
    };
    const tile = (key, label, { value, error }, unit) =>
        thud.element(
            'div',
            { class: 'tile' },
            thud.element('dt', {}, label),
            thud.element(
                'dd',
                {},
                thud.element('span', { class: 'value', 'data-key': key }, numberOf(value, error, unit)),
                error === 0 ? thud.element('span', { class: 'of' }, 'fixed') : null,
            ),
        );
    const cell = (text) => thud.element('td', {}, text);
    const drawRanking = (ranking) =>
        table.replaceChildren(
            thud.element(
                'p',
                { class: 'note' },
                'Laws by quality of fit. Laws in one row have the same force and cannot be distinguished.',
            ),
            thud.element(
                'table',
                { 'aria-label': 'Laws by how well they fit' },
                thud.element(
                    'thead',
                    {},
                    thud.element(
                        'tr',
                        {},
                        ['laws', 'parts at', 'probability', 'difference of BIC', 'e', 'n', 'residual [N]'].map(
                            (head, i) => thud.element('th', { scope: 'col', class: i ? null : 'words' }, head),
                        ),
                    ),
                ),
                thud.element(
                    'tbody',
                    {},
                    ranking.map((row) =>
                        thud.element(
                            'tr',
                            {},
                            thud.element('th', { scope: 'row', class: 'words', title: row.names }, row.names),
                            cell({ return: 'δ = 0', 'zero-force': 'F = 0' }[row.separation] ?? ''),
                            cell(row.weight < 1e-4 ? '< 0.0001' : thud.digits(row.weight, 3)),
                            cell(thud.digits(row.difference, 4)),
                            cell(thud.digits(row.e.value, 4)),
                            cell(thud.digits(row.n.value, 4)),
                            cell(thud.digits(row.residual, 3)),
                        ),
                    ),
                ),
            ),
        );
    // laws whose forces are the same for some parameters: no measurement of one impact tells which it was
    const alike = (best) => {
        const names = (found.ranking.find((row) => row.names.split(', ').includes(best.law))?.names ?? '').split(', ');
        return names.length > 1 ? `or ${names.length - 1} others with the same force` : '';
    };
    const drawForces = () => {
        const { best } = found,
            law = lab.laws.find((other) => other.name === best.law),
            power = thud.plain(Number((law.p(best.n.value) + 1).toPrecision(3)));
        tiles.replaceChildren(
            thud.element(
                'div',
                { class: 'tile' },
                thud.element('dt', {}, 'law'),
                thud.element(
                    'dd',
                    {},
                    thud.element('span', { class: 'value', 'data-key': 'law' }, best.law),
                    thud.element('span', { class: 'of' }, alike(best)),
                ),
            ),
            tile('e', 'restitution e', best.e, ''),
            tile('k', 'stiffness k', best.k, `N/m${thud.lab.above(Number(best.n.value.toPrecision(3)))}`),
            law.kind === 'bilinear'
                ? tile('c', 'stiffness k₂', best.c, 'N/m')
                : tile('c', 'damping c', best.c, `N·s/m${thud.lab.above(power)}`),
            tile('n', 'exponent n', best.n, ''),
            tile('v', 'speed v', best.v, 'm/s'),
            tile('contact_time', 'contact time', best.contact_time, 's'),
        );
        force.set({
            curves: [
                { name: 'measured', x: found.time, y: found.values, index: 1, points: true, radius: 3 },
                { name: `${best.law}, fitted`, x: found.course.time, y: found.course.force, index: 0 },
            ],
        });
        drawRanking(found.ranking);
    };
    const drawBounces = () => {
        const speeds = found.bounces.map(({ speed }) => speed),
            e = found.bounces.map((bounce) => bounce.e),
            [least, most] = thud.range(speeds),
            x = Float64Array.from({ length: 80 }, (_, i) => least + ((most - least) * i) / 79);
        tiles.replaceChildren(
            tile('e', 'restitution e', found.e, ''),
            ...(found.law
                ? [tile('a', 'a of e = 1 − a v^b', found.law.a, ''), tile('b', 'b of e = 1 − a v^b', found.law.b, '')]
                : []),
        );
        bounces.set({
            curves: [
                { name: 'bounces', x: speeds, y: e, index: 1, points: true, radius: 7 },
                found.law
                    ? {
                          name: 'e = 1 − a v^b',
                          x,
                          y: x.map((v) => 1 - found.law.a.value * v ** found.law.b.value),
                          index: 0,
                      }
                    : { name: 'mean', x: [least, most], y: [found.e.value, found.e.value], index: 0 },
            ],
        });
        table.replaceChildren();
    };
    const draw = () => {
        const good = found && !found.said;
        force.node.hidden = !good || found.kind !== 'force';
        bounces.node.hidden = !good || found.kind !== 'bounces';
        if (!good) {
            tiles.replaceChildren();
            table.replaceChildren();
        } else if (found.kind === 'force') drawForces();
        else drawBounces();
        place.dataset.fits = asked;
    };
    return {
        draw,
        // nobody looks at an empty page
        enter: () => {
            if (!file) example();
        },
        title: 'Drop test',
        about: 'A force history or the times of bounces, dropped on the page: which law fits, with which parameters, and how certain they are.',
        example,
    };
};

// an exponent as it is written above the line: 1.51 is ¹·⁵¹
thud.lab.above = (power) => [...thud.plain(Number(power))].map((letter) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[letter] ?? (letter === '.' ? '·' : '⁻')).join('');
