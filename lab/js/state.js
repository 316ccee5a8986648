// The state of the lab as the fragment of its address: plain words and numbers, each checked against what it may be.
// thud.lab.readLink(fragment, laws) gives the state, whatever the fragment is; thud.lab.writeLink(state) the fragment.
thud.lab.IMPACT = [
    { key: 'e', label: 'restitution e', unit: '', least: 0.01, most: 1, preset: 0.5 },
    { key: 'n', label: 'exponent n', unit: '', least: 1, most: 2, preset: 1.5 },
    { key: 'k', label: 'stiffness k', unit: 'N/mⁿ', least: 1e3, most: 1e12, preset: 5e9, log: true },
    { key: 'm1', label: 'mass m₁', unit: 'kg', least: 1e-3, most: 1e7, preset: 6e5, log: true },
    { key: 'm2', label: 'mass m₂', unit: 'kg', least: 1e-3, most: 1e7, preset: 6e5, log: true },
    { key: 'v', label: 'speed v', unit: 'm/s', least: 1e-3, most: 100, preset: 0.4, log: true },
];
thud.lab.BIFURCATION = [
    { key: 'e', label: 'restitution e', unit: '', least: 0.05, most: 1, preset: 0.8 },
    { key: 'g', label: 'gap / static deflection', unit: '', least: 0, most: 2, preset: 0 },
    { key: 'z', label: 'damping ratio', unit: '%', factor: 1e-2, least: 0, most: 0.2, preset: 0.01 },
    { key: 'from', label: 'frequency ratio from', unit: '', least: 0.5, most: 5, preset: 2.3 },
    { key: 'to', label: 'frequency ratio to', unit: '', least: 0.5, most: 5, preset: 3.2 },
];
thud.lab.VIEWS = ['impact', 'structures', 'drop', 'bifurcation'];

thud.lab.structureQuantities = (name) => {
    const structure = thud.lab.STRUCTURES[name];
    return [...structure.quantities, ...(structure.ground === 'none' ? [] : thud.lab.groundQuantities(structure))];
};

thud.lab.freshStructure = (name) => {
    const structure = thud.lab.STRUCTURES[name];
    return {
        structure: name,
        law: structure.law ?? Object.keys(structure.laws)[0],
        ground: structure.ground,
        seed: 1,
        values: thud.lab.presets([...structure.quantities, ...thud.lab.groundQuantities(structure)]),
    };
};

thud.lab.freshState = () => ({
    view: 'impact',
    impact: {
        laws: ['lankarani-nikravesh'],
        beside: 'published',
        fixed: false,
        values: thud.lab.presets(thud.lab.IMPACT),
    },
    structures: thud.lab.freshStructure('deck'),
    bifurcation: thud.lab.presets(thud.lab.BIFURCATION),
});

thud.lab.readLink = (fragment, laws) => {
    const state = thud.lab.freshState(),
        given = new URLSearchParams(fragment.replace(/^#/, '')),
        names = new Set(laws.filter((law) => law.kind !== 'impulsive').map((law) => law.name));
    const has = (object, key) => typeof key === 'string' && Object.hasOwn(object, key);
    const numbers = (quantities, values) => {
        for (const quantity of quantities) {
            const value = given.has(quantity.key) ? thud.lab.accept(quantity, given.get(quantity.key)) : null;
            if (value !== null) values[quantity.key] = value;
        }
    };
    if (thud.lab.VIEWS.includes(given.get('view'))) state.view = given.get('view');
    if (state.view === 'impact') {
        const chosen = [...new Set((given.get('laws') ?? '').split(',').filter((name) => names.has(name)))];
        if (chosen.length) state.impact.laws = chosen;
        state.impact.fixed = given.get('fixed') === '1';
        if (['exact', 'published'].includes(given.get('beside'))) state.impact.beside = given.get('beside');
        const law = laws.find((other) => other.name === state.impact.laws[0]);
        state.impact.values.n = law.n;
        numbers(thud.lab.IMPACT, state.impact.values);
        state.impact.values.n = Math.min(Math.max(state.impact.values.n, law.least), law.most);
    }
    if (state.view === 'structures') {
        if (has(thud.lab.STRUCTURES, given.get('structure')))
            state.structures = thud.lab.freshStructure(given.get('structure'));
        const own = state.structures,
            structure = thud.lab.STRUCTURES[own.structure];
        if (has(structure.laws, given.get('law'))) own.law = given.get('law');
        if (structure.ground !== 'none' && ['sine', 'ec8', 'file'].includes(given.get('ground')))
            own.ground = given.get('ground');
        // a file stays on the machine that it is on: a link has its name, and the page waits for it
        if (own.ground === 'file') own.file = { name: (given.get('file') ?? 'a record').slice(0, 200), peak: 1, missing: true };
        own.seed = thud.lab.accept({ least: 1, most: 999, whole: true }, given.get('seed') ?? 1) ?? 1;
        numbers(thud.lab.structureQuantities(own.structure), own.values);
    }
    if (state.view === 'bifurcation') numbers(thud.lab.BIFURCATION, state.bifurcation);
    return state;
};

thud.lab.writeLink = (state) => {
    const words = new URLSearchParams({ view: state.view });
    const numbers = (quantities, values) => {
        for (const { key } of quantities) words.set(key, String(values[key]));
    };
    if (state.view === 'impact') {
        words.set('laws', state.impact.laws.join(','));
        if (state.impact.laws.length > 1) words.set('beside', state.impact.beside);
        if (state.impact.fixed) words.set('fixed', '1');
        numbers(thud.lab.IMPACT, state.impact.values);
    }
    if (state.view === 'structures') {
        const own = state.structures;
        for (const key of ['structure', 'law', 'ground', 'seed']) words.set(key, String(own[key]));
        if (own.ground === 'file') words.set('file', own.file.name);
        numbers(thud.lab.structureQuantities(own.structure), own.values);
    }
    if (state.view === 'bifurcation') numbers(thud.lab.BIFURCATION, state.bifurcation);
    return `#${words.toString().replaceAll('%2C', ',')}`;
};
