// The impact oscillator over its frequency: where it strikes once a period, where twice, where it never repeats.
//
// A mass on a spring between a shaken ground and one stop, with Newton's law. For each frequency the displacement is drawn at
// one phase of the shaking, period after period, when what the start did has died away (Shaw and Holmes 1983).
thud.lab.oscillator = (values, ratio) => {
    const OMEGA = 2 * Math.PI, // the period of the oscillator is 1 s, its mass 1 kg
        frequency = ratio,
        AMPLITUDE = 1, // m/s²: the static deflection is its quotient by ω²
        still = AMPLITUDE / OMEGA ** 2;
    return {
        title: 'Impact oscillator',
        bodies: [{ name: 'mass', mass: 1 }],
        rods: [],
        links: [{ left: 'ground', right: 'mass', stiffness: OMEGA ** 2, damping_ratio: values.z }],
        contacts: [
            {
                name: 'stop',
                left: 'mass',
                right: 'ground',
                gap: values.g * still,
                model: 'newton',
                restitution: values.e,
            },
        ],
        ground: { sine: { amplitude: AMPLITUDE, frequency } },
        threshold: 1e-6,
        still,
    };
};
thud.lab.PERIODS = { settle: 150, drawn: 60 };

// displacements over the static one, once a period
thud.lab.strobe = (run, values, ratio) => {
    const { settle, drawn } = thud.lab.PERIODS,
        model = thud.lab.oscillator(values, ratio),
        period = 1 / model.ground.sine.frequency,
        made = run({ ...model, interval: period, duration: (settle + drawn) * period });
    if (!made) return [];
    return Array.from(made.paths[0].slice(settle + 1), (x) => x / model.still);
};
