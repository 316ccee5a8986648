// One impact: sliders, the loop of force and penetration, force and motion over time, e asked and returned, where the energy
// goes; other laws beside it.
thud.lab.impactView = (place, lab) => {
    const { impacts, laws } = lab,
        POINTS = 200,
        ASKED = Float64Array.from({ length: 60 }, (_, i) => (i + 1) / 60);
    const own = () => lab.state.impact;
    const smooth = laws.filter((law) => law.kind !== 'impulsive');
    const lawOf = (name) => laws.find((law) => law.name === name);

    // what is solved: a law without damping returns everything
    const input = (name = own().laws[0], damping = 'exact') => {
        const { values, fixed } = own(),
            law = lawOf(name),
            n = Math.min(Math.max(values.n, law.least), law.most);
        return {
            law: name,
            e: law.kind === 'elastic' ? 1 : values.e,
            n,
            k: values.k,
            m: thud.lab.effectiveMass(values.m1, fixed ? Infinity : values.m2),
            v: values.v,
            damping,
        };
    };

    // ---- what is moved ----
    const change = () => lab.changed(true);
    const controls = new Map(
        thud.lab.IMPACT.map((quantity) => [
            quantity.key,
            thud.lab.control(quantity, own().values[quantity.key], (value, done) => {
                own().values[quantity.key] = value;
                lab.changed(done);
            }),
        ]),
    );
    const fixed = thud.lab.check('the other body is fixed', 'fixed', own().fixed, (on) => {
        own().fixed = on;
        lab.changed(true);
    });
    const chooser = thud.chooser(
        'Law',
        smooth.map((law) => [law.name, law.name]),
        own().laws[0],
        (name) => {
            own().laws = [
                name,
                ...own()
                    .laws.slice(1)
                    .filter((other) => other !== name),
            ];
            own().values.n = lawOf(name).n;
            lab.changed(true);
        },
    );
    const others = smooth.map((law) => [
        law.name,
        thud.lab.check(law.name, `law-${law.name}`, false, (on) => {
            own().laws = on ? [...own().laws, law.name] : own().laws.filter((name, i) => i === 0 || name !== law.name);
            lab.changed(true);
        }),
    ]);
    const overlay = (names) => () => {
        own().laws = [own().laws[0], ...names.filter((name) => name !== own().laws[0])];
        lab.changed(true);
    };
    const damping = thud.chooser(
        'with',
        [
            ['published', 'their own rules'],
            ['exact', 'the exact damping'],
        ],
        own().beside,
        (kind) => {
            own().beside = kind;
            lab.changed(true);
        },
    );
    const about = thud.element('p', { class: 'note', id: 'about-law' });
    const panel = thud.element(
        'div',
        { class: 'controls-panel' },
        chooser,
        about,
        ...[...controls.values()].map((control) => control.node),
        fixed.node,
        thud.element(
            'details',
            { class: 'overlay' },
            thud.element('summary', {}, 'Other laws beside it'),
            damping,
            thud.element(
                'p',
                { class: 'all' },
                thud.element(
                    'button',
                    { type: 'button', id: 'overlay-all', onclick: overlay(smooth.map((law) => law.name)) },
                    'All',
                ),
                thud.element('button', { type: 'button', id: 'overlay-none', onclick: overlay([]) }, 'None'),
            ),
            thud.element(
                'div',
                { class: 'boxes' },
                others.map(([, box]) => box.node),
            ),
        ),
    );

    panel.prepend(thud.lab.fold(panel));

    // ---- what is seen ----
    const tiles = thud.element('dl', { class: 'tiles', style: '--columns:5' });
    const said = thud.element('p', { class: 'note bad', role: 'status', id: 'impact-said' });
    const charts = thud.element('div', { class: 'charts' });
    place.append(
        thud.element('div', { class: 'bench' }, panel, thud.element('div', { class: 'seen' }, tiles, said, charts)),
    );

    // the turning point: v and k that take the loop there; at rest the force is the spring's, k δⁿ
    const dragTurn = (delta, force) => {
        const i = input(),
            now = impacts.solve(i);
        if (!now || !(delta > 0) || !(force > 0)) return;
        const [, , kRange, , , vRange] = thud.lab.IMPACT,
            length = ((i.m * i.v ** 2) / i.k) ** (1 / (i.n + 1)),
            reach = now.max_penetration / length,
            k = thud.lab.accept(kRange, force / delta ** i.n),
            v = thud.lab.accept(vRange, Math.sqrt((k / i.m) * (delta / reach) ** (i.n + 1)));
        own().values.k = thud.lab.rounded(k);
        own().values.v = thud.lab.rounded(v);
        lab.changed(false);
    };
    const loop = thud.lab.chart(charts, {
        id: 'loop',
        name: 'Force and penetration: drag the turning point',
        x: { label: 'penetration', unit: 'm' },
        y: { label: 'force', unit: 'N' },
        drag: dragTurn,
        dropped: change,
    });
    const returned = thud.lab.chart(charts, {
        id: 'returned',
        name: 'Restitution asked and returned: drag the mark',
        x: { label: 'e asked', unit: '' },
        y: { label: 'e returned', unit: '' },
        drag: (e) => {
            own().values.e = thud.lab.accept(thud.lab.IMPACT[0], thud.lab.rounded(e));
            lab.changed(false);
        },
        dropped: change,
    });
    const force = thud.lab.chart(charts, {
        id: 'force',
        name: 'Force over time',
        x: { label: 'time', unit: 's' },
        y: { label: 'force', unit: 'N' },
    });
    const motion = thud.lab.chart(charts, {
        id: 'motion',
        name: 'Penetration over time',
        x: { label: 'time', unit: 's' },
        y: { label: 'penetration', unit: 'm' },
    });
    const collision = thud.lab.collision(charts);
    const energy = thud.element(
        'figure',
        { class: 'chart', 'data-chart': 'energy' },
        thud.element('figcaption', {}, 'Where the energy of approach goes'),
        thud.element('div', { class: 'split' }),
    );
    charts.append(
        energy,
        thud.lab.copyPanel(() => words()),
    );

    const words = () => {
        const { values, fixed } = own(),
            i = input(),
            solved = impacts.solve(i);
        return {
            ...i,
            m1: values.m1,
            m2: values.m2,
            fixed,
            elastic: lawOf(i.law).kind === 'elastic',
            duration: Number(
                (
                    1.2 *
                    (Number.isFinite(solved?.contact_time) ? solved.contact_time : 10 * (solved?.approach_time ?? 1))
                ).toPrecision(3),
            ),
        };
    };

    const drawTiles = (exact, published, calibration) => {
        const pair = (key, label, unit) => {
            const of = (result) => (unit === null ? thud.digits(result?.[key]) : thud.quantity(result?.[key], unit));
            return thud.element(
                'div',
                { class: 'tile' },
                thud.element('dt', {}, label),
                thud.element(
                    'dd',
                    {},
                    thud.element('span', { class: 'value', 'data-key': `exact.${key}` }, of(exact)),
                    thud.element(
                        'span',
                        { class: 'of' },
                        published ? 'published rule: ' : '',
                        thud.element('span', { 'data-key': `published.${key}` }, published ? of(published) : ''),
                    ),
                ),
            );
        };
        tiles.replaceChildren(
            pair('e_out', 'restitution returned', null),
            pair('max_force', 'largest force', 'N'),
            pair('max_penetration', 'largest penetration', 'm'),
            pair('contact_time', 'contact time', 's'),
            pair('energy_lost', 'energy lost', 'J'),
        );
    };

    const drawSplit = (results, i) => {
        const energy = 0.5 * i.m * i.v ** 2,
            box = energy > 0 ? thud.find('.split', charts) : null;
        box.replaceChildren(
            ...results.map(([name, result]) => {
                const lost = result ? Math.min(result.energy_lost / energy, 1) : NaN;
                return thud.element(
                    'div',
                    { class: 'split-row' },
                    thud.element('span', { class: 'split-name' }, name),
                    thud.element(
                        'span',
                        { class: 'split-bar', role: 'img', 'aria-label': `${thud.digits(100 * lost, 3)} % lost` },
                        thud.element('span', { class: 'split-lost', style: `width:${(100 * lost).toFixed(2)}%` }),
                    ),
                    thud.element(
                        'span',
                        { class: 'split-number' },
                        `${thud.digits(100 * lost, 3)} % lost, ${thud.digits(100 - 100 * lost, 3)} % returned`,
                    ),
                );
            }),
        );
    };

    const draw = () => {
        const names = own().laws,
            law = lawOf(names[0]),
            i = input(),
            other = law.hasRule && law.kind === 'viscous' ? { ...i, damping: 'published' } : null;
        const exact = impacts.solve(i),
            problem = exact ? '' : impacts.said(),
            published = other && impacts.solve(other),
            course = exact && impacts.course(i, POINTS),
            second = published && impacts.course(other, POINTS);
        said.textContent = problem ? `No impact: ${problem}.` : '';
        about.textContent = `${law.title}: ${law.equation}${law.rule ? `; ${law.rule}` : ''} (${law.source})`;

        const curves = (x, y) =>
            [
                ...names.slice(1).map((name, j) => {
                    const beside = impacts.course(
                        input(name, lawOf(name).hasRule ? own().beside : 'exact'),
                        POINTS / 2,
                    );
                    return (
                        beside && {
                            name: names.length < 9 ? name : '',
                            x: beside[x],
                            y: beside[y],
                            index: j + 2,
                            dash: thud.theme.dash(j + 2),
                            width: 1.1,
                            faint: names.length > 8,
                        }
                    );
                }),
                second && { name: 'published damping', x: second[x], y: second[y], index: 1, dash: [6, 3] },
                course && { name: other ? 'exact damping' : law.name, x: course[x], y: course[y], index: 0 },
            ].filter(Boolean);
        const turn = exact && {
            x: exact.max_penetration,
            y: i.k * exact.max_penetration ** i.n,
            drag: true,
            words: 'turning point',
        };
        loop.set({
            curves: curves('penetration', 'force'),
            marks: turn ? [turn] : [],
            spoken: exact ? `Turns at ${thud.quantity(exact.max_penetration, 'm')}.` : '',
        });
        const film = course && Number.isFinite(exact.contact_time);
        collision.onNow = (t) => {
            const row = thud.rowOf(course.time, t);
            loop.spot(course.penetration[row], course.force[row]);
            force.line(t);
            motion.line(t);
        };
        force.set({ curves: curves('time', 'force') });
        motion.set({ curves: curves('time', 'penetration') });
        const rule = other && impacts.returned(i, ASKED);
        returned.set({
            ends: { x: [0, 1], y: [0, 1] },
            curves: [
                { name: 'exact damping', x: [0, 1], y: law.kind === 'elastic' ? [1, 1] : [0, 1], index: 0 },
                rule && { name: 'published rule', x: ASKED, y: rule, index: 1, dash: [6, 3] },
            ].filter(Boolean),
            marks: [
                published && { x: i.e, y: published.e_out, index: 1, open: true },
                exact && { x: own().values.e, y: exact.e_out, drag: true },
            ].filter(Boolean),
            spoken: published ? `Asked ${i.e}, the published rule returns ${thud.digits(published.e_out)}.` : '',
        });
        // once the charts have their axes
        collision.set(
            film
                ? {
                      exact: { course, e_out: exact.e_out },
                      published: second && { course: second, e_out: published.e_out },
                      masses: [own().values.m1, own().fixed ? Infinity : own().values.m2],
                      v: i.v,
                  }
                : null,
        );
        drawTiles(exact, published);
        drawSplit([['exact', exact], ...(other ? [['published', published]] : [])], i);
        for (const [key, control] of controls) control.set(own().values[key]);
        fixed.set(own().fixed);
        controls.get('n').node.hidden = law.least === law.most;
        controls.get('e').node.hidden = law.kind === 'elastic';
        controls.get('m2').node.hidden = own().fixed;
        thud.find('select', chooser).value = names[0];
        thud.find('select', damping).value = own().beside;
        for (const [name, box] of others) box.set(names.includes(name));
    };
    return {
        draw,
        enter: () => collision.play(true),
        leave: () => collision.play(false),
        title: 'One impact',
        about: 'Two bodies meet: the force, and the restitution that a law really returns.',
    };
};
