// Models in motion: what thud run computes.
//
// A model has the shape of model.json: { title, bodies: [{ name, mass, displacement, velocity }],
// links: [{ left, right, stiffness, damping, damping_ratio }],
// contacts: [{ name, left, right, model, gap, restitution, stiffness, exponent, damping, separation }], or with tip and rod,
// rods: [{ name, pivot_x, pivot_y, length, mass, angle }], gravity, damping (a ratio in every mode), ground, duration,
// interval }. The ground is { sine: { amplitude, frequency } }, { motion: factor } on the one on the desk, or nothing.
thud.lab.packModel = (model, laws) => {
    const PART = {
        body: 1,
        link: 2,
        contact: 3,
        rod: 4,
        rodContact: 5,
        gravity: 6,
        sine: 7,
        record: 8,
        modal: 9,
        span: 10,
    };
    const numbers = [],
        add = (kind, ...values) => numbers.push(PART[kind], ...values);
    const place = (parts) => {
        const at = new Map(parts.map((part, i) => [part.name, i]));
        return (name) => at.get(name) ?? -1;
    };
    const body = place(model.bodies),
        rod = place(model.rods ?? []),
        law = place(laws);
    for (const b of model.bodies) add('body', b.mass, b.displacement ?? 0, b.velocity ?? 0);
    for (const l of model.links ?? [])
        add('link', body(l.left), body(l.right), l.stiffness ?? 0, l.damping ?? 0, l.damping_ratio ?? 0);
    for (const r of model.rods ?? [])
        add('rod', r.pivot_x, r.pivot_y, r.length, r.mass, r.angle, r.angular_velocity ?? 0);
    for (const c of model.contacts)
        add(
            c.tip ? 'rodContact' : 'contact',
            c.tip ? rod(c.tip) : body(c.left),
            c.tip ? rod(c.rod) : body(c.right),
            law(c.model),
            c.gap ?? 0,
            c.restitution ?? 1,
            c.stiffness ?? NaN,
            c.exponent ?? NaN,
            thud.lab.DAMPINGS.indexOf(c.damping ?? 'exact'),
            thud.lab.SEPARATIONS.indexOf(c.separation ?? 'default'),
        );
    if (model.gravity) add('gravity', model.gravity);
    if (model.damping) add('modal', model.damping);
    if (model.ground?.sine) add('sine', model.ground.sine.amplitude, model.ground.sine.frequency, 0);
    else if (model.ground?.motion) add('record', model.ground.motion);
    add('span', model.duration, model.interval ?? 0, model.events ? 1 : 0, model.threshold ?? 1e-3);
    return numbers;
};

thud.lab.runs = (module, laws) => {
    const summaryOf = (at) => {
        const HEAD = 11,
            head = module.copy(at, HEAD),
            [bodies, contacts] = head.slice(9),
            all = module.copy(at, HEAD + 5 * bodies + 6 * contacts);
        const rows = (from, count, names) =>
            Array.from({ length: count }, (_, i) =>
                Object.fromEntries(names.map((name, j) => [name, all[from + i * names.length + j]])),
            );
        return {
            duration: head[0],
            impacts: head[1],
            energy: { input: head[2], dissipated: head[3], impact: head[4], stored: head[5], residual: head[6] },
            bodies: rows(HEAD, bodies, [
                'max_displacement',
                'max_velocity',
                'max_acceleration',
                'final_displacement',
                'final_velocity',
            ]),
            contacts: rows(HEAD + 5 * bodies, contacts, [
                'impacts',
                'max_force',
                'max_penetration',
                'impulse',
                'energy_lost',
                'stick_time',
            ]),
        };
    };
    // { summary }, and with an interval { time, paths, velocities, forces, impacts }; null where it fails, and said() says why
    const run = (model) => {
        const parts = thud.lab.packModel(model, laws),
            done = module.through(parts, 0, (at) => module.call('run', at, parts.length));
        const at = module.call('summary');
        if (!done || !at) return null;
        const result = { summary: summaryOf(at) };
        if (!model.interval) return result;

        const count = module.call('row_count'),
            size = module.call('row_size'),
            rows = module.copy(module.call('rows'), count * size);
        const column = (j) => Float64Array.from({ length: count }, (_, i) => rows[i * size + j]);
        const columns = (from, number) => Array.from({ length: number }, (_, j) => column(from + j));
        const parties = result.summary.bodies.length,
            hits = module.copy(module.call('impacts'), 8 * module.call('impact_count'));
        return {
            ...result,
            time: column(0),
            paths: columns(1, parties),
            velocities: columns(1 + parties, parties),
            forces: columns(1 + 2 * parties, result.summary.contacts.length),
            impacts: Array.from({ length: hits.length / 8 }, (_, i) => ({
                contact: hits[8 * i],
                start: hits[8 * i + 1],
                approach: hits[8 * i + 2],
                end: hits[8 * i + 1] + hits[8 * i + 4],
                force: hits[8 * i + 5],
                impulse: hits[8 * i + 6],
                lost: hits[8 * i + 7],
            })),
        };
    };
    return { run, said: module.said };
};

// The ground motion on the desk.
thud.lab.grounds = (module) => {
    const now = (words) => {
        const count = module.call('motion_count'),
            step = module.call('motion_step'),
            values = module.copy(module.call('motion_values'), count),
            times = module.copy(module.call('motion_times'), module.call('motion_times') ? count : 0);
        return {
            words,
            values,
            peak: module.call('motion_peak'),
            time: times.length ? times : Float64Array.from(values, (_, i) => i * step),
        };
    };
    return {
        ec8: ({ soil, pga, duration, seed }) =>
            module.call('motion_ec8', 1, 'ABCDE'.indexOf(soil), pga, duration, 0.01, seed) === 0
                ? now(`Eurocode 8, soil ${soil}`)
                : null,
        read: (bytes) =>
            module.bytesIn(bytes, (at, size) => module.call('motion_read', at, size)) === 0
                ? now(module.text(module.call('motion_title')))
                : null,
        // one that a worker made
        take: (values, step, words) =>
            module.through(values, 0, (at) => module.call('motion_take', step, at, values.length)) ? now(words) : null,
        said: module.said,
    };
};
