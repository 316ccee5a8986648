// The data of a study as the parts of its page want them.
thud.studyData = () => {
    const data = thud.data('study');
    const axes = thud.studyAxes(data);
    const listeners = [];
    const results = data.columns
        .filter((column) => column.kind === 'result')
        .map((column) => {
            const values = thud.unpack(column);
            return {
                name: column.name,
                words: false,
                title:
                    thud.resultWords(column.name) + (/^between impacts/.test(column.about) ? ' between impacts' : ''),
                unit: column.unit,
                kind: 'result',
                role: column.role,
                about: column.about,
                values,
                flag: column.role === 'threshold',
                whole: !column.unit && values.every((v) => Number.isNaN(v) || Number.isInteger(v)),
            };
        });
    const varied = thud.isVaried;
    results.sort((a, b) => varied(b) - varied(a)); // what differs first; the order stays otherwise
    // axes that can be chosen freely: derived ones follow from others
    const free = axes.filter((axis) => axis.role !== 'derived');
    const measured = free.filter(
        (axis) =>
            !axis.words && axis.levels.filter((level) => level.number > 0 && Number.isFinite(level.number)).length > 1,
    );
    const named = (pattern) => results.findIndex((result) => pattern.test(result.name) && varied(result));
    // gaps cut displacements off: a demand that has many values says more
    const rich = (pattern) => {
        const at = named(pattern);
        return at >= 0 && new Set(results[at].values).size > 8 ? at : -1;
    };
    // what the study asks for: the quantity behind the threshold that parts the cases best
    const finite = (values) => Array.from(values).filter((v) => !Number.isNaN(v));
    const parting = (flag) => Math.abs(thud.ways.mean(finite(flag.values)) - 0.5);
    const behind = results
        .filter((result) => result.flag && varied(result))
        .sort((a, b) => parting(a) - parting(b))
        .map((flag) => results.findIndex((result) => result.name === flag.about.split(' ')[0]))
        .find((i) => i >= 0 && varied(results[i]));
    return {
        ...data,
        rows: data.done,
        axes,
        free,
        results,
        cases: thud.floats(data.cases.data),
        status: thud.coded(data.status),
        reason: thud.coded(data.reason),
        named,
        measuredAxes: measured,
        intensity: measured.find((axis) => axis.strength) ?? null,
        favourite: behind ?? Math.max(0, named(/^impacts$/)),
        demand: Math.max(0, rich(/max_displacement$/), rich(/max_velocity$/)),
        passes: null, // the filter: all cases, or those for which it is true
        onFilter: (call) => listeners.push(call),
        setFilter(test) {
            this.passes = test;
            for (const call of listeners) call(test);
        },
        eachRow(call) {
            for (let row = 0; row < data.done; row++) if (!this.passes || this.passes(row)) call(row);
        },
        // axes of the design beside the one that curves go along: they tell curves apart
        designAxes: (level) =>
            free.filter((axis) => axis.role === 'design' && axis.group !== level.group && axis.levels.length > 1),
        // numbers of the free axes, those first that somebody chose, each kind by the number of its values
        byLength: () => {
            const chance = (axis) => axis.role !== 'design';
            return [...free.keys()].sort(
                (a, b) => chance(free[a]) - chance(free[b]) || free[b].levels.length - free[a].levels.length,
            );
        },
        // what a row has of the axes, in words
        at: (list, row) => list.map((axis) => `${axis.name} ${thud.withUnitOf(axis.textOf(row), axis)}`).join(', '),
    };
};

// whether cases differ in a result
thud.isVaried = (result) => {
    const [low, high] = thud.range(result.values);
    return high > low;
};

// "30 mm", "open", "0.6"
thud.withUnitOf = (text, axis) => (axis.unit && !axis.labelled && !axis.words ? `${text} ${axis.unit}` : text);

// "the mean over motion (20 values) and gap (5 values)": what is put together where other axes vary
thud.overWords = (study, used) => {
    const groups = new Set(used.filter(Boolean).map((axis) => axis.group));
    const others = study.free.filter((axis) => !groups.has(axis.group) && axis.levels.length > 1);
    // axes that go together count once
    const together = new Map();
    for (const axis of others) together.set(axis.group, [...(together.get(axis.group) ?? []), axis]);
    return thud.listed(
        [...together.values()].map((own) => `${own.map((axis) => axis.name).join(' with ')} (${Math.max(...own.map((axis) => axis.levels.length))} values)`),
    );
};
