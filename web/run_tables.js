// Bodies, rods, contacts, links, signals, modes and energy of a run as tables: the columns are those of thud's own table of quantities.

// the largest number of each unit, which the others are compared with
thud.runScales = (summary, quantities) => {
    const scales = new Map();
    const widen = (unit, value) => {
        if (Number.isFinite(value)) scales.set(unit, Math.max(scales.get(unit) ?? 0, Math.abs(value)));
    };
    for (const kind of ['bodies', 'rods', 'contacts', 'links', 'watch'])
        for (const part of Object.values(summary[kind] ?? {}))
            for (const { key, unit, count } of quantities[kind] ?? [])
                if (!count) widen(kind === 'watch' ? part.unit : unit, part[key]);
    for (const { key, unit } of quantities.energy) widen(unit, summary.energy[key]);
    return scales;
};

thud.runTables = (place, { model, summary }) => {
    const q = thud.quantity;
    const quantities = thud.data('quantities');
    const scales = thud.runScales(summary, quantities);
    // a number of a part, with the spread of copies where there is one
    const show = (kind, name, { key, unit, count }) => {
        const value = summary[kind][name][key],
            spread = thud.spreadOf(summary, kind, name, key);
        const scale = scales.get(unit) ?? 0;
        if (!count) return thud.element('td', {}, thud.isDrift(name, unit) ? thud.withSpread(100 * value, thud.timesHundred(spread), '%') : thud.withSpread(value, spread, unit, scale));
        const others = spread && spread.lowest < spread.highest ? `${spread.lowest} to ${spread.highest}` : '';
        return thud.element('td', {}, String(value), others ? thud.element('span', { class: 'spread' }, others) : null);
    };
    // in place of a number where there is none: an impulse has no finite force, and not every contact rests
    const wordFor = ({ key, impulsive, of_rest: ofRest, of_endless: ofEndless }, part) => {
        if (ofRest) return part.stick_time > 0 ? null : '–';
        if (ofEndless && part[key] === null) return '–';
        if (!part.impulsive || impulsive === 'same') return null;
        return part.impacts !== 0 && impulsive !== 'zero' ? 'impulsive' : '–';
    };
    const add = (caption, heads, rows) => {
        if (rows.length) place.append(thud.smallTable(caption, heads, rows));
    };
    // a table of parts: what the model says of each, then what came of it
    const addParts = (caption, kind, heads, words) => {
        const parts = model[kind].map((given) => ({ impulsive: given.impulsive, ...summary[kind][given.name] }));
        const jumps = kind !== 'contacts' && parts.some((part) => part.impulsive),
            rests = parts.some((part) => part.stick_time > 0);
        // what linear links have none of
        const LINEAR = /^max_(force|deformation)$/,
            yields = kind === 'links' && parts.some((part) => part.hysteresis && part.hysteresis !== 'none');
        const shown = quantities[kind].filter(
            ({ key, of_rest: ofRest, of_endless: ofEndless }) =>
                (kind !== 'links' || yields || LINEAR.test(key)) &&
                (rests || !ofRest) && (!ofEndless || parts.some((part) => Number.isFinite(part[key]))),
        );
        // where impulses make some infinite, that between impacts stands beside it
        const isBetween = (quantity) => jumps && quantity.impulsive === 'between';
        const row = (given, i) => [
            ...words(given),
            ...shown.flatMap((quantity) => {
                const number = () => show(kind, given.name, quantity); // a cell of its own each time
                return [wordFor(quantity, parts[i]) ?? number(), ...(isBetween(quantity) ? [number()] : [])];
            }),
        ];
        add(
            caption,
            [...heads, ...shown.flatMap((one) => [one.head, ...(isBetween(one) ? ['between impacts'] : [])])],
            model[kind].map(row),
        );
    };

    addParts('Bodies', 'bodies', ['body', 'mass'], ({ name, mass }) => [name, thud.mass(mass)]);
    addParts('Rods', 'rods', ['rod', 'mass', 'length'], ({ name, mass, length }) => [
        name,
        thud.mass(mass),
        thud.given(length, 'm'),
    ]);
    addParts('Contacts', 'contacts', ['contact', 'model', 'gap', 'e'], (c) => [
        c.name,
        c.model,
        c.gap === null ? '∞' : thud.given(c.gap, 'm'),
        thud.plain(c.restitution),
    ]);
    // a link by its name and its ends; the number is that of `links.0.stiffness` in studies
    const ofLink = (link) => [
        link.name,
        `${link.left ?? 'ground'} – ${link.right ?? 'ground'}`,
        String(model.links.indexOf(link)),
        link.hysteresis ?? 'linear',
        q(link.stiffness, 'N/m'),
        q(link.damping, 'N·s/m'),
    ];
    const linkHeads = ['link', 'between', 'no.', 'model', 'stiffness', 'damping'];
    if (summary.links) addParts('Links', 'links', linkHeads, ofLink);
    else add('Links', linkHeads, model.links.map(ofLink));
    const signals = Object.entries(summary.watch ?? {});
    add(
        'Signals',
        ['signal', ...quantities.watch.map(({ head }) => head)],
        signals.map(([name, { unit }]) => [
            name,
            ...quantities.watch.map(({ key }) => show('watch', name, { key, unit })),
        ]),
    );
    // modes of structures: how far every body goes, the largest being 1
    const modes = summary.modes ?? [];
    add(
        'Modes',
        ['structure', 'mode', 'period', 'damping', 'participating mass', 'shape'],
        modes.map((mode, i) => [
            thud.modeOwner(Object.keys(mode.shape)),
            String(1 + modes.slice(0, i).filter((other) => other.structure === mode.structure).length),
            mode.free ? 'free' : `${thud.digits(mode.period)}\u00a0s`,
            Number.isFinite(mode.damping_ratio) ? `${thud.digits(100 * mode.damping_ratio, 3)}\u00a0%` : '–',
            `${thud.mass(Number(mode.participating_mass.toPrecision(4)))}, ${(100 * mode.participating_share).toFixed(1)} %`,
            thud.modeShape(mode.shape),
        ]),
    );
    place.append(thud.energyBar(summary.energy), thud.dampingWords(model));
    add(
        'Energy balance',
        ['energy', ...quantities.energy.map(({ head }) => head)],
        [
            [
                'whole run',
                ...quantities.energy.map(({ key, unit }) =>
                    unit ? q(summary.energy[key], unit, 4, scales.get(unit)) : thud.digits(summary.energy[key], 2),
                ),
            ],
        ],
    );
};

// the bodies that a mode moves, by the name that they share
thud.modeOwner = (names) => {
    const shared = thud.planName(names.map((name) => ({ name })));
    return names.length === 1 || names[0].startsWith(shared) ? shared : `${names[0]} … ${names.at(-1)}`;
};

// a mode shape as a small line, each body above the one before; the numbers beside it where they are few, and for all who
// point at it
thud.modeShape = (shape) => {
    const entries = Object.entries(shape),
        words = entries.map(([name, value]) => `${name} ${value.toFixed(3).replace('-', '−')}`).join(', ');
    if (entries.length < 3) return thud.element('td', { class: 'wide' }, words);
    const HIGH = 44,
        WIDE = 54,
        px = (v) => WIDE / 2 + (v * (WIDE - 8)) / 2,
        py = (i) => HIGH - 4 - ((HIGH - 8) * i) / entries.length;
    const places = [[px(0), py(0)], ...entries.map(([, value], i) => [px(value), py(i + 1)])].map((p) => p.map((c) => c.toFixed(1)).join(' '));
    return thud.element(
        'td',
        { class: 'shape' },
        thud.svg(
            'svg',
            { width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': words },
            thud.svg('title', {}, words),
            thud.svg('path', { class: 'grid', d: `M${px(0)} 2V${HIGH - 2}` }),
            thud.svg('path', { class: 'mode', d: `M${places.join('L')}` }),
        ),
    );
};

// where the energy went, as shares of what was put in
thud.energyBar = (energy) => {
    const parts = [
        ['damping', energy.dissipated, 0],
        ['yielding and friction', energy.hysteresis, 4],
        ['impacts', energy.impact, 1],
        ['stored at the end', energy.stored, 5],
    ].filter(([, value]) => value > 1e-9 * energy.input);
    if (!(energy.input > 0) || parts.length === 0) return '';
    const share = (value) => `${thud.digits((100 * value) / energy.input, 3)}\u00a0%`;
    return thud.element(
        'div',
        { class: 'energy' },
        thud.element('p', {}, `Where the energy input of ${thud.quantity(energy.input, 'J', 3)} went:`),
        thud.element('div', { class: 'energy-bar' }, parts.map(([, value, colour]) => thud.element('span', { style: `flex:${value / energy.input};background:var(--series-${colour})` }))),
        thud.element('p', { class: 'energy-keys' }, parts.map(([name, value, colour]) => thud.element('span', { class: 'key' }, thud.element('span', { class: 'swatch', style: `background:var(--series-${colour})` }), `${name} ${share(value)}`))),
    );
};

thud.dampingWords = ({ damping }) => {
    if (!damping) return '';
    const words = damping.ratio === undefined ? `Rayleigh damping: C = a M + b K with a = ${thud.quantity(damping.mass, '1/s', 4)}, b = ${thud.quantity(damping.stiffness, 's', 4)}.` : `Damping: ${thud.plain(100 * damping.ratio)} % of critical in every mode.`;
    return thud.element('p', { class: 'note', id: 'damping' }, words);
};
