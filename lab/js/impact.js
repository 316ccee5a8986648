// One impact: what thud impact and thud calibrate compute.
//
// An impact is { law, e, n, k, m, v, damping, separation }: law by name, damping 'exact' or 'published', separation 'default',
// 'return' or 'zero-force'.
thud.lab.RESULTS = [
    'e_out',
    'damping',
    'unloading_stiffness',
    'exponent_n',
    'exponent_p',
    'contact_time',
    'approach_time',
    'max_penetration',
    'max_force',
    'min_force',
    'separation_penetration',
    'impulse',
    'energy_lost',
];
thud.lab.DAMPINGS = ['exact', 'published', 'given'];
thud.lab.SEPARATIONS = ['default', 'return', 'zero-force'];
thud.lab.KINDS = ['elastic', 'viscous', 'bilinear', 'impulsive', 'general'];

// the catalogue
thud.lab.readLaws = (module) => {
    const TEXTS = ['name', 'title', 'equation', 'rule', 'source', 'validity'];
    return Array.from({ length: module.plain('law_count') }, (_, index) => {
        const law = { index };
        TEXTS.forEach((key, which) => (law[key] = module.text(module.plain('law_text', index, which))));
        const [kind, hasRule, n, least, most, separation, slope, offset] = module.through([], 8, (at, out) =>
            module.plain('law_numbers', index, out),
        );
        return {
            ...law,
            kind: thud.lab.KINDS[kind],
            hasRule: hasRule === 1,
            n,
            least,
            most,
            separation: thud.lab.SEPARATIONS[separation],
            p: (exponent) => slope * exponent + offset,
        };
    });
};

thud.lab.impacts = (module, laws) => {
    const byName = new Map(laws.map((law) => [law.name, law]));
    const numbers = (i) => [
        byName.get(i.law)?.index ?? -1,
        i.e,
        i.n ?? NaN,
        i.k,
        i.m,
        i.v,
        thud.lab.DAMPINGS.indexOf(i.damping ?? 'exact'),
        i.c ?? 0,
        thud.lab.SEPARATIONS.indexOf(i.separation ?? 'default'),
    ];
    const named = (values, names) => values && Object.fromEntries(names.map((name, i) => [name, values[i]]));
    return {
        solve: (i) =>
            named(
                module.through(numbers(i), 13, (at, out) => module.call('impact', at, out)),
                thud.lab.RESULTS,
            ),
        calibrate: (i) =>
            named(
                module.through(numbers(i), 4, (at, out) => module.call('calibrate', at, out)),
                ['damping', 'damping_published', 'e_out_published', 'error_published'],
            ),
        course: (i, count) => {
            const all = module.through(numbers(i), 4 * count, (at, out) => module.call('course', at, count, out));
            if (!all) return null;
            const column = (j) => all.subarray(j * count, (j + 1) * count);
            return { time: column(0), penetration: column(1), velocity: column(2), force: column(3) };
        },
        // what published damping returns for each e of a list
        returned: (i, asked) =>
            module.through([...numbers(i), ...asked], asked.length, (at, out) =>
                module.plain('returned', at, at + 8 * 9, asked.length, out),
            ),
        said: module.said,
    };
};

// m₁m₂/(m₁ + m₂); one of the two may be infinite
thud.lab.effectiveMass = (m1, m2) => 1 / (1 / m1 + 1 / m2);
