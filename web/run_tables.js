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
    const withSpread = (text, spread) =>
        spread ? thud.element('td', {}, text, thud.element('span', { class: 'spread' }, spread)) : text;
    // a number of a part, with the spread of copies below it where there is one
    const show = (kind, name, { key, unit, count }) => {
        const value = summary[kind][name][key],
            spread = thud.spreadOf(summary, kind, name, key);
        const scale = scales.get(unit) ?? 0;
        if (!count) return withSpread(q(value, unit, 5, scale), thud.spreadText(spread, unit, scale));
        return withSpread(
            String(value),
            spread && spread.lowest < spread.highest ? `${spread.lowest} to ${spread.highest}` : '',
        );
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
        const shown = quantities[kind].filter(
            ({ key, of_rest: ofRest, of_endless: ofEndless }) =>
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
        q(length, 'm'),
    ]);
    addParts('Contacts', 'contacts', ['contact', 'model', 'gap', 'e'], (c) => [
        c.name,
        c.model,
        c.gap === null ? '∞' : q(c.gap, 'm'),
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
        ['structure', 'period', 'participating mass', 'shape'],
        modes.map((mode) => [
            String(mode.structure),
            mode.free ? 'free' : q(mode.period, 's'),
            `${thud.mass(mode.participating_mass)}, ${(100 * mode.participating_share).toFixed(1)} %`,
            thud.element(
                'td',
                { class: 'wide' },
                Object.entries(mode.shape)
                    .map(([name, value]) => `${name} ${value.toFixed(3)}`)
                    .join(', '),
            ),
        ]),
    );
    add(
        'Energy',
        ['of the run', ...quantities.energy.map(({ head }) => head)],
        [
            [
                'energy',
                ...quantities.energy.map(({ key, unit }) =>
                    unit ? q(summary.energy[key], unit, 5, scales.get(unit)) : thud.digits(summary.energy[key], 2),
                ),
            ],
        ],
    );
};
