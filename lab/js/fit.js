// Measurements: what thud identify makes of a file of forces over time, or of the times of bounces.
thud.lab.fits = (module, laws) => {
    const KINDS = ['any', 'force', 'acceleration', 'bounces', 'heights', 'static', 'transfer'];
    const failed = () => ({ said: module.said() });
    const estimates = (row) => {
        const pair = (i) => ({ value: row[i], error: row[i + 1] });
        return {
            law: laws[row[0]]?.name ?? '',
            k: pair(1),
            c: pair(3),
            n: pair(5),
            v: pair(7),
            e: pair(9),
            contact_time: pair(11),
            residual: row[13],
            r_squared: row[14],
            difference: row[15],
            weight: row[16],
            separation: thud.lab.SEPARATIONS[row[17]],
        };
    };
    const forces = (mass) => {
        if (module.call('fit_force', mass) !== 0) return failed();
        const count = module.call('fit_count'),
            rows = module.copy(module.call('fits'), 18 * count),
            points = module.call('fit_course_count'),
            course = module.copy(module.call('fit_course'), 2 * points);
        const [best, ...ranking] = Array.from({ length: count }, (_, i) =>
            estimates(rows.subarray(18 * i, 18 * (i + 1))),
        );
        ranking.forEach((row, i) => (row.names = module.text(module.call('fit_names', i))));
        return { best, ranking, course: { time: course.slice(0, points), force: course.slice(points) } };
    };
    const bounces = () => {
        if (module.call('fit_bounces') !== 0) return failed();
        const head = module.copy(module.call('fit_course'), 8),
            all = module.copy(module.call('fit_course'), 8 + 3 * head[7]);
        return {
            e: { value: head[0], error: head[1] },
            law: head[2] ? { a: { value: head[3], error: head[4] }, b: { value: head[5], error: head[6] } } : null,
            bounces: Array.from({ length: head[7] }, (_, i) => ({
                speed: all[8 + 3 * i],
                e: all[9 + 3 * i],
                error: all[10 + 3 * i],
            })),
        };
    };
    return {
        // { kind, time, values, … } or { said }
        measured: (bytes, { mass }) => {
            if (module.bytesIn(bytes, (at, size) => module.call('measure', at, size)) !== 0) return failed();
            const kind = KINDS[module.call('measured_kind')],
                count = module.call('measured_count'),
                column = (name) => module.copy(module.call(name), module.call(name) ? count : 0);
            const measured = {
                kind,
                time: column('measured_times'),
                values: column('measured_values'),
                assumed: module.text(module.call('measured_units')),
            };
            if (kind === 'force') return { ...measured, ...forces(mass) };
            if (kind === 'bounces') return { ...measured, ...bounces() };
            return {
                said: `these are columns of another kind (${kind}), for which the lab has no view; thud identify reads them`,
            };
        },
    };
};
