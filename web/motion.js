// Where everything is at an instant, between the rows of the history too.
//
// Rows have displacement x, velocity v and acceleration a. Between two of them without an event x is the cubic through x
// and v at both ends. Where a contact of the body opens or closes in between, it is x + vτ + aτ²/2 from either row up to
// that instant, for v or a jump there: faces meet when the ledger says so, and not at the next row.
thud.motion = (run) => {
    const { model, time, columns, impacts, history } = run;
    const empty = new Float32Array(time.length);
    const parts = [
        ...model.bodies.map(({ name }) => ({ name, keys: ['displacement', 'velocity', 'acceleration'] })),
        ...model.rods.map(({ name }) => ({ name, keys: ['angle', 'angular velocity', 'angular acceleration'] })),
    ];
    const find = (name, quantity) => columns.find((column) => column.name === name && column.quantity === quantity)?.data;
    const paths = parts.map(({ name, keys }) => keys.map((key) => find(name, key) ?? empty));
    const exact = history.shown === history.rows;
    // accelerations of bodies are absolute: without that of the ground they are those of x
    const shaken = thud.movement(thud.data('ground'));
    const shake = Float32Array.from(time, (t) => shaken?.at('ground', 'acceleration', t) ?? 0);
    const relative = (i, row) => paths[i][2][row] - (i < model.bodies.length ? shake[row] : 0);

    const rowOf = (t) => thud.rowOf(time, t);
    // instants at which a coordinate gets or loses a contact, by the row before
    const indexOf = new Map(parts.map(({ name }, i) => [name, i])),
        cuts = new Map();
    const cut = (names, t) => {
        const row = rowOf(t);
        if (!cuts.has(row)) cuts.set(row, new Map());
        for (const name of names) {
            const i = indexOf.get(name);
            if (i === undefined) continue;
            const own = cuts.get(row),
                [from, to] = own.get(i) ?? [t, t];
            own.set(i, [Math.min(from, t), Math.max(to, t)]);
        }
    };
    const ends = new Map(
        model.contacts.map((c) => [
            c.name,
            [c.left, c.right, c.tip, c.rod, ...Object.keys(c.left_factors ?? {}), ...Object.keys(c.right_factors ?? {})].filter(Boolean),
        ]),
    );
    for (const impact of impacts) {
        cut(ends.get(impact.contact) ?? [], impact.t);
        cut(ends.get(impact.contact) ?? [], impact.t + (impact.duration || 0));
    }

    const along = (i, row, tau) => paths[i][0][row] + tau * (paths[i][1][row] + 0.5 * tau * relative(i, row));
    const value = (i, row, t) => {
        const [x, v] = paths[i],
            h = time[row + 1] - time[row],
            s = h > 0 ? Math.min(Math.max((t - time[row]) / h, 0), 1) : 0;
        if (!exact) return x[row] + s * (x[row + 1] - x[row]);
        const between = cuts.get(row)?.get(i);
        if (!between) {
            const r = 1 - s;
            return r * r * (1 + 2 * s) * x[row] + s * s * (1 + 2 * r) * x[row + 1] + h * s * r * (r * v[row] - s * v[row + 1]);
        }
        const [from, to] = between;
        if (t <= from) return along(i, row, t - time[row]);
        if (t >= to) return along(i, row + 1, t - time[row + 1]);
        const a = along(i, row, from - time[row]),
            b = along(i, row + 1, to - time[row + 1]);
        return a + ((t - from) / (to - from)) * (b - a);
    };
    const ground = shaken && !shaken.drifts(thud.largest(paths.map(([x]) => thud.largest(x)))) ? shaken : null;
    return {
        // [coordinate], m and rad
        at: (t) => {
            const row = rowOf(t);
            return paths.map((_, i) => value(i, row, t));
        },
        ranges: paths.map(([x]) => thud.range(x)),
        ground: (t) => ground?.at('ground', 'displacement', t) ?? 0,
        support: (name, t) => shaken?.at(name, 'displacement', t) ?? 0,
        shaken,
    };
};

thud.rowOf = (time, t) => {
    let low = 0,
        high = time.length - 1;
    while (high - low > 1) {
        const half = (low + high) >> 1;
        if (time[half] <= t) low = half;
        else high = half;
    }
    return low;
};

// columns by name and quantity over times of their own, straight between rows; null where there are none
thud.movement = (data) => {
    if (!data) return null;
    const time = thud.floats(data.time),
        columns = new Map(data.columns.map((column) => [`${column.quantity} ${column.name}`, thud.floats(column.data)]));
    if (time.length < 2) return null;
    const at = (name, quantity, t) => {
        const column = columns.get(`${quantity} ${name}`);
        if (!column) return 0;
        const row = thud.rowOf(time, t),
            s = Math.min(Math.max((t - time[row]) / (time[row + 1] - time[row] || 1), 0), 1);
        return column[row] + s * (column[row + 1] - column[row]);
    };
    return {
        at,
        time,
        column: (name, quantity) => columns.get(`${quantity} ${name}`),
        // a record that is not corrected wanders off: the picture then stays with the ground
        drifts: (size) => thud.largest(columns.get('displacement ground') ?? []) > 1.5 * size,
    };
};

// clear gap of a contact, m, for displacements in x and supports by `support(name)`; of a tip over the stop that it meets
thud.gapOf = (model, contact) => {
    const indexOf = new Map([...model.bodies, ...model.rods].map(({ name }, i) => [name, i]));
    const names = new Set(model.bodies.map(({ name }) => name));
    const side = (end, factors) =>
        factors ? Object.entries(factors) : end === undefined || end === null ? [] : [[end, 1]];
    const value = (terms, x, support) =>
        terms.reduce((sum, [name, share]) => sum + share * (names.has(name) ? x[indexOf.get(name)] : name === 'ground' ? 0 : support(name)), 0);
    const left = side(contact.left, contact.left_factors),
        right = side(contact.right, contact.right_factors);
    const rod = model.rods.find(({ name }) => name === contact.tip);
    if (contact.rod !== undefined) return null;
    if (rod) {
        const i = indexOf.get(rod.name),
            sign = contact.tip_left ? 1 : -1,
            face = contact.tip_left ? right : left;
        const pivot = rod.on ? [[rod.on, 1]] : [];
        return (x, support) =>
            contact.gap - sign * (value(pivot, x, support) + rod.length * Math.sin(x[i]) - value(face, x, support));
    }
    return (x, support) => contact.gap + value(right, x, support) - value(left, x, support);
};
