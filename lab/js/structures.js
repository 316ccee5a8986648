// Structures that strike, as models (see model.js): each has a title, quantities to move, and build(values, law) from them.
(() => {
    const mm = { unit: 'mm', factor: 1e-3 },
        percent = { unit: '%', factor: 1e-2 };
    const gap = (preset, most = 0.1) => ({ key: 'gap', label: 'gap', least: 0, most, preset, ...mm });
    const restitution = (preset) => ({ key: 'e', label: 'restitution e', unit: '', least: 0.05, most: 1, preset });
    const period = (preset, label = 'period') => ({
        key: 'T',
        label,
        unit: 's',
        least: 0.2,
        most: 4,
        preset,
        log: true,
    });
    const damping = (preset) => ({ key: 'z', label: 'damping ratio', least: 0, most: 0.2, preset, ...percent });
    const ratio = (preset, label) => ({ key: 'r', label, unit: '', least: 0.05, most: 5, preset, log: true });

    const spring = (mass, period) => mass * ((2 * Math.PI) / period) ** 2;
    const held = (right, mass, T, z) => ({ left: 'ground', right, stiffness: spring(mass, T), damping_ratio: z });
    const contact = (name, left, right, gap, e, law) => ({ name, left, right, gap, restitution: e, ...law });

    // laws for structures, each with the stiffness that the papers take for concrete
    const LAWS = {
        newton: { model: 'newton' },
        anagnostopoulos: { model: 'anagnostopoulos', stiffness: 1e9 },
        'jankowski-2006': { model: 'jankowski-2006', stiffness: 2.75e9 },
        gonthier: { model: 'gonthier', stiffness: 2.75e9 },
        'lankarani-nikravesh': { model: 'lankarani-nikravesh', stiffness: 2.75e9 },
    };
    const SMALL = {
        newton: { model: 'newton' },
        'li-darby': { model: 'li-darby', stiffness: 1.2e7 },
        'hunt-crossley': { model: 'hunt-crossley', stiffness: 1e9 },
    };
    const BALLS = { gonthier: { model: 'gonthier', stiffness: 1.31e10 }, newton: { model: 'newton' } };
    const RODS = {
        'poursina-nikravesh': { model: 'poursina-nikravesh', stiffness: 1e8 },
        flores: { model: 'flores', stiffness: 1e8 },
    };

    const deck = {
        title: 'Deck between stops',
        about: 'A bridge deck of 1250 t on columns, between two rigid abutments.',
        laws: LAWS,
        law: 'anagnostopoulos',
        ground: 'ec8',
        duration: 20,
        quantities: [gap(0.03), restitution(0.6), period(1.96), damping(0.05)],
        build: ({ gap, e, T, z }, law) => ({
            bodies: [{ name: 'deck', mass: 1.25e6 }],
            links: [held('deck', 1.25e6, T, z)],
            contacts: [contact('east', 'deck', 'ground', gap, e, law), contact('west', 'ground', 'deck', gap, e, law)],
        }),
    };

    const buildings = {
        title: 'Two buildings',
        about: 'Two buildings of three storeys; the right one has the period of the slider, the left one 0.6 s. They meet at every floor.',
        laws: LAWS,
        law: 'anagnostopoulos',
        ground: 'ec8',
        duration: 20,
        quantities: [
            gap(0.04, 0.2),
            restitution(0.6),
            period(1.1, 'period of the right one'),
            damping(0.05),
            ratio(0.7, 'mass right / left'),
        ],
        build: ({ gap, e, T, z, r }, law) => {
            const FLOORS = 3,
                // the first mode of an even shear frame: ω = 2 √(k/m) sin(π/(2(2N + 1)))
                first = 2 * Math.sin(Math.PI / (2 * (2 * FLOORS + 1)));
            const model = { bodies: [], links: [], contacts: [], damping: z };
            for (const [side, mass, period] of [
                ['left', 2.5e5, 0.6],
                ['right', 2.5e5 * r, T],
            ])
                for (let i = 1; i <= FLOORS; i++) {
                    model.bodies.push({ name: `${side} ${i}`, mass });
                    model.links.push({
                        left: i > 1 ? `${side} ${i - 1}` : 'ground',
                        right: `${side} ${i}`,
                        stiffness: spring(mass, period) / first ** 2,
                    });
                }
            for (let i = 1; i <= FLOORS; i++)
                model.contacts.push(contact(`floor ${i}`, `left ${i}`, `right ${i}`, gap, e, law));
            return model;
        },
    };

    const damper = {
        title: 'Impact damper',
        about: 'A ball between two stops of a frame of 1.35 kg, and slows it down by its impacts.',
        laws: SMALL,
        law: 'li-darby',
        ground: 'sine',
        strength: 1,
        frequency: 4,
        duration: 10,
        quantities: [
            gap(0.0075, 0.03),
            restitution(0.46),
            period(0.25),
            damping(0.016),
            { ...ratio(0.08, 'mass ball / frame'), least: 0.01, most: 1 },
        ],
        build: ({ gap, e, T, z, r }, law) => ({
            bodies: [
                { name: 'frame', mass: 1.35 },
                { name: 'ball', mass: 1.35 * r },
            ],
            links: [held('frame', 1.35, T, z)],
            contacts: [contact('right', 'ball', 'frame', gap, e, law), contact('left', 'frame', 'ball', gap, e, law)],
        }),
    };

    const cradle = {
        title: 'Newton’s cradle',
        about: 'Five steel balls of 0.1 kg on strings of 0.2 m; the first is pulled to the left and released. With the law newton impacts are instantaneous: without gaps all balls are struck at once, and the first returns.',
        laws: BALLS,
        ground: 'none',
        duration: 2,
        quantities: [
            { ...gap(0, 0.002) },
            restitution(0.95),
            { key: 'x', label: 'release', least: 0.01, most: 0.08, preset: 0.05, ...mm },
            ratio(1, 'mass last / first'),
        ],
        build: ({ gap, e, x, r }, law) => {
            const names = ['one', 'two', 'three', 'four', 'five'];
            const mass = (i) => (i === 4 ? 0.1 * r : 0.1);
            return {
                bodies: names.map((name, i) => ({ name, mass: mass(i), displacement: i ? 0 : -x })),
                links: names.map((name, i) => ({ left: 'ground', right: name, stiffness: (mass(i) * 9.81) / 0.2 })),
                contacts: names.slice(1).map((name, i) => contact(`${names[i]}-${name}`, names[i], name, gap, e, law)),
            };
        },
    };

    const segments = {
        title: 'Row of segments',
        about: 'Three segments of a bridge between two abutments; the middle one swings with the period of the slider, the others with 0.9 s.',
        laws: LAWS,
        law: 'anagnostopoulos',
        ground: 'ec8',
        duration: 20,
        quantities: [
            gap(0.03),
            restitution(0.65),
            period(1.3, 'period in the middle'),
            damping(0.05),
            ratio(1.5, 'mass middle / outer'),
        ],
        build: ({ gap, e, T, z, r }, law) => {
            const parts = [
                ['west', 6e5, 0.9],
                ['middle', 6e5 * r, T],
                ['east', 6e5, 0.9],
            ];
            return {
                bodies: parts.map(([name, mass]) => ({ name, mass })),
                links: parts.map(([name, mass, period]) => held(name, mass, period, z)),
                contacts: [
                    contact('west abutment', 'ground', 'west', gap, e, law),
                    contact('west joint', 'west', 'middle', gap, e, law),
                    contact('east joint', 'middle', 'east', gap, e, law),
                    contact('east abutment', 'east', 'ground', gap, e, law),
                ],
            };
        },
    };

    const pendulums = {
        title: 'Two pendulums',
        about: 'The tip of a short rod strikes the side of a long one (Poursina and Nikravesh 2020).',
        laws: RODS,
        angular: true,
        ground: 'none',
        duration: 8,
        quantities: [
            restitution(0.3),
            {
                key: 'a',
                label: 'start of the short rod',
                unit: '°',
                factor: Math.PI / 180,
                least: -Math.PI / 2,
                most: -Math.PI / 6,
                preset: -Math.PI / 2,
            },
            ratio(0.2, 'mass short / long'),
        ],
        build: ({ e, a, r }, law) => ({
            bodies: [],
            rods: [
                { name: 'long', pivot_x: 0, pivot_y: 0, length: 6, mass: 1, angle: Math.PI / 12 },
                { name: 'short', pivot_x: -2, pivot_y: 0, length: 4, mass: r, angle: a },
            ],
            contacts: [
                {
                    name: 'tip',
                    tip: 'short',
                    rod: 'long',
                    restitution: e,
                    exponent: 1.5,
                    separation: 'zero-force',
                    ...law,
                },
            ],
            gravity: 9.81,
        }),
    };

    thud.lab.STRUCTURES = { deck, buildings, damper, cradle, segments, pendulums };
})();

// what shakes it: its strength, and the frequency of a sine
thud.lab.groundQuantities = (structure) => [
    {
        key: 'A',
        label: 'ground acceleration',
        unit: 'm/s²',
        least: 0.05,
        most: 10,
        preset: structure.strength ?? 3,
        log: true,
    },
    {
        key: 'f',
        label: 'frequency of the sine',
        unit: 'Hz',
        least: 0.1,
        most: 10,
        preset: structure.frequency ?? 1,
        log: true,
    },
];

// the model of a state { structure, law, ground, seed, file: { name, peak }, values }; a motion by Eurocode 8 is generated for
// ag = 1 m/s² and multiplied, one of a file is brought to a peak
thud.lab.modelOf = (state) => {
    const structure = thud.lab.STRUCTURES[state.structure],
        { A, f } = state.values;
    const model = {
        title: structure.title,
        links: [],
        rods: [],
        gravity: 0,
        ...structure.build(state.values, structure.laws[state.law]),
        duration: structure.duration,
    };
    if (structure.ground !== 'none') {
        if (state.ground === 'sine') model.ground = { sine: { amplitude: A, frequency: f } };
        else if (state.ground === 'ec8') model.ground = { motion: A, seed: state.seed };
        else model.ground = { motion: A / state.file.peak, pga: A, file: state.file.name };
    }
    return model;
};
