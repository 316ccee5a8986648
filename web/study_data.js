// The data of a study as the parts of its page want them.
thud.studyData = () => {
    const data = thud.data('study');
    const axes = thud.studyAxes(data);
    const listeners = [];
    const results = data.columns
        .filter((column) => column.kind === 'result')
        .map((column) => {
            const values = thud.unpack(column);
            const flag =
                !column.name.includes('.') &&
                column.name !== 'impacts' &&
                column.name !== 'duration' &&
                values.every((v) => v === 0 || v === 1 || Number.isNaN(v));
            return { name: column.name, unit: column.unit, kind: 'result', values, flag };
        });
    const varied = (result) => {
        const [low, high] = thud.range(result.values);
        return high > low;
    };
    results.sort((a, b) => varied(b) - varied(a)); // what differs first; the order stays otherwise
    const measured = axes.filter(
        (axis) =>
            !axis.words && axis.levels.filter((level) => level.number > 0 && Number.isFinite(level.number)).length > 1,
    );
    const named = (pattern) => results.findIndex((result) => pattern.test(result.name) && varied(result));
    // gaps cut displacements off: a demand that has many values says more
    const rich = (pattern) => {
        const at = named(pattern);
        return at >= 0 && new Set(results[at].values).size > 8 ? at : -1;
    };
    return {
        ...data,
        rows: data.done,
        axes,
        results,
        cases: thud.floats(data.cases.data),
        status: thud.coded(data.status),
        reason: thud.coded(data.reason),
        named,
        measuredAxes: measured,
        intensity: measured.find((axis) => /scale|pga|intensity|amplitude|^(sa|im|ag)$/i.test(axis.name)) ?? null,
        favourite: Math.max(0, named(/^impacts$/)),
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
    };
};
