// Time histories as small multiples: a row of plots for each quantity, one for each structure, over one time axis. Lines have
// their names at their ends, and values at the cursor.
thud.histories = (place, run, group, plan, motion) => {
    const rows = thud.historyRows(run, plan, motion);
    // few at first: what an engineer looks at
    const FIRST = /^(Ground acceleration|Displacement|Storey drift|Acceleration|Contact force|Resting reaction|Angle|Link force|Energy)$/;
    const chosen = new Set(rows.filter((row) => FIRST.test(row.name)).slice(0, 6));
    if (chosen.size === 0) for (const row of rows.slice(0, 3)) chosen.add(row);
    const boxes = rows.map((row) => {
        const box = thud.element('input', {
            type: 'checkbox',
            onchange: () => {
                if (box.checked) chosen.add(row);
                else chosen.delete(row);
                build();
            },
        });
        box.checked = chosen.has(row);
        return thud.element('label', { class: 'check' }, box, thud.element('span', {}, row.name));
    });
    const frame = thud.element('div', { class: 'multiples' });
    place.append(thud.element('div', { class: 'quantities', role: 'group', 'aria-label': 'Quantities' }, boxes), frame);
    const build = () => {
        group.clear();
        frame.replaceChildren();
        const shown = rows.filter((row) => chosen.has(row)).flatMap((row) => row.plots.map((plot) => ({ row, plot })));
        const printed = thud.printedPlots(shown.map(({ row }) => row.key));
        shown.forEach(({ row, plot }, i) => {
            const figure = thud.element('figure', { class: printed.has(i) ? 'plot printed' : 'plot', 'data-quantity': row.key, 'data-name': row.name });
            frame.append(figure);
            group.plot(figure, {
                name: row.name,
                of: plot.name,
                unit: row.unit,
                series: plot.series,
                height: plot.series.length > 4 ? 150 : 118,
                time: i === shown.length - 1,
            });
        });
    };
    build();
};

// which plots a sheet of paper has room for: what shakes, what moves and what strikes first; the last has the time below it
thud.printedPlots = (keys) => {
    const ROOM = 4;
    const order = ['displacement', 'angle', 'force', 'resting', 'ground acceleration', 'drift', 'acceleration', 'energy'];
    const rank = (i) => (order.indexOf(keys[i]) + order.length + 1) % (order.length + 1);
    const all = keys.map((_, i) => i),
        last = keys.length - 1;
    return new Set([...all.filter((i) => i !== last).sort((a, b) => rank(a) - rank(b) || a - b).slice(0, ROOM - 1), last]);
};

// {name, key, unit, plots: [{name, series: [{name, data, colour, peak}]}]}: what there is, in the order of interest
thud.historyRows = (run, plan, motion) => {
    const { columns, model, summary, time } = run,
        MOST = 10; // lines of a plot that can still be told apart
    const impulsive = new Set(model.contacts.filter((contact) => contact.impulsive).map((contact) => contact.name));
    const structureOf = new Map(plan.bodies.map((body) => [body.name, (body.inside ?? body).structure]));
    const linkOf = new Map(model.links.map((link) => [link.name, structureOf.get(link.right) ?? structureOf.get(link.left)]));
    const drifts = columns.filter((column) => column.quantity === 'signals, relative' && /-\d+-drift$/.test(column.name));
    const shears = columns.filter((column) => column.quantity === 'signals in N' && /-base-shear$/.test(column.name));
    const special = new Set([...drifts, ...shears]);
    const rows = [];
    const peaks = {
        displacement: ['bodies', 'max_displacement'],
        velocity: ['bodies', 'max_velocity'],
        acceleration: ['bodies', 'max_acceleration'],
        angle: ['rods', 'max_angle'],
        'angular velocity': ['rods', 'max_angular_velocity'],
        'angular acceleration': ['rods', 'max_angular_acceleration'],
        deformation: ['links', 'max_deformation'],
        'link force': ['links', 'max_force'],
    };
    const peakOf = ({ name, quantity }) => {
        if (quantity === 'force') return summary.contacts[name]?.[impulsive.has(name) ? 'resting_force' : 'max_force'] ?? 0;
        if (quantity.startsWith('signals')) return summary.watch?.[name]?.max ?? 0;
        const [kind, key] = peaks[quantity] ?? [];
        return summary[kind]?.[name]?.[key] ?? 0;
    };
    // those of the largest peaks, in the order in which they stand
    const largest = (own) => {
        const kept = new Set([...own].sort((a, b) => peakOf(b) - peakOf(a)).slice(0, MOST));
        return own.filter((column) => kept.has(column));
    };
    // within a building one colour, the floors below paler
    const line = (own, i, s, name) => ({ name: name(own[i]), data: own[i].data, peak: peakOf(own[i]), index: s.index, part: own.length > 1 ? 0.62 * (1 - (i + 1) / own.length) : 0 });
    const add = (title, key, unit, own, ofStructure, name = (column) => column.name) => {
        if (own.length === 0) return;
        const groups = new Map();
        for (const column of own) {
            const s = ofStructure(column),
                single = !s || (s.bodies.length === 1 && !s.bodies[0].holds);
            const place = single ? '' : s.name;
            if (!groups.has(place)) groups.set(place, { s: single ? null : s, own: [] });
            groups.get(place).own.push(column);
        }
        const plots = [...groups].map(([of, { s, own: list }]) => {
            const kept = largest(list);
            const left = list.length - kept.length;
            const series = kept.map((column, i) =>
                s ? line(kept, i, s, name) : { name: name(column), data: column.data, peak: peakOf(column), index: ofStructure(column)?.index ?? i, dashes: i },
            );
            return { name: [of, left > 0 ? `${left} more in history.csv` : ''].filter(Boolean).join(', '), series };
        });
        rows.push({ name: title, key, unit, plots });
    };
    const ofBody = (column) => structureOf.get(column.name);
    const of = (quantity) => columns.filter((column) => column.quantity === quantity && !special.has(column));
    const shaken = motion.shaken;
    if (shaken?.column('ground', 'acceleration')) {
        const ground = (quantity) => Float32Array.from(time, (t) => shaken.at('ground', quantity, t));
        const row = (title, quantity, unit, peak) => rows.push({ name: title, key: `ground ${quantity}`, unit, plots: [{ name: '', series: [{ name: 'ground', data: ground(quantity), index: 6, peak }] }] });
        row('Ground acceleration', 'acceleration', 'm/s²', model.motion?.pga ?? 0);
        row('Ground velocity', 'velocity', 'm/s', 0);
        row('Ground displacement', 'displacement', 'm', 0);
    }
    const supports = (model.supports ?? []).filter(({ name }) => shaken?.column(name, 'displacement'));
    if (supports.length)
        rows.push({
            name: 'Displacement of supports',
            key: 'support displacement',
            unit: 'm',
            plots: [{ name: 'relative to the ground', series: supports.map(({ name }, i) => ({ name, data: Float32Array.from(time, (t) => shaken.at(name, 'displacement', t)), index: i, peak: summary.supports?.[name]?.max_displacement ?? 0 })) }],
        });
    add('Displacement', 'displacement', 'm', of('displacement'), ofBody);
    add('Storey drift', 'drift', '%', drifts.map((column) => ({ ...column, data: column.data.map((v) => 100 * v) })), (column) => plan.structures.find((s) => column.name.startsWith(`${s.name}-`)), (column) => `storey ${/-(\d+)-drift$/.exec(column.name)[1]}`);
    add('Acceleration', 'acceleration', 'm/s²', of('acceleration'), ofBody);
    const forces = of('force').filter((column) => thud.largest(column.data) > 0);
    add('Contact force', 'force', 'N', forces.filter((column) => !impulsive.has(column.name)), () => null);
    add('Resting reaction', 'resting', 'N', forces.filter((column) => impulsive.has(column.name)), () => null);
    add('Angle', 'angle', 'rad', of('angle'), () => null);
    const energy = thud.energyAreas(run, motion);
    if (energy) rows.push(energy);
    add('Velocity', 'velocity', 'm/s', of('velocity'), ofBody);
    add('Angular velocity', 'angular velocity', 'rad/s', of('angular velocity'), () => null);
    add('Angular acceleration', 'angular acceleration', 'rad/s²', of('angular acceleration'), () => null);
    add('Base shear', 'base shear', 'N', shears, () => null, (column) => column.name.replace(/-base-shear$/, ''));
    add('Link force', 'link force', 'N', of('link force'), (column) => linkOf.get(column.name));
    add('Deformation of links', 'deformation', 'm', of('deformation'), (column) => linkOf.get(column.name));
    for (const unit of ['m', 'm/s', 'm/s²', 'N', '']) {
        const key = unit ? `signals in ${unit}` : 'signals, relative';
        add(unit ? `Watched, in ${unit}` : 'Watched ratios', key, unit, of(key), () => null);
    }
    return rows;
};
