// The axes of a study: which values there are, and which of them a case has.
thud.coded = (column) => {
    const codes = thud.codes(column);
    return (row) => column.words[codes[row]];
};

thud.studyAxes = (data) => {
    const LEVELS = 60,
        BINS = 12;
    // values that are too many to stand side by side are put into classes of as many cases each
    const binned = (axis) => {
        const sorted = Float64Array.from(axis.values)
            .filter((v) => !Number.isNaN(v))
            .sort();
        const edges = Array.from(
            { length: BINS + 1 },
            (_, i) => sorted[Math.min(Math.floor((i * sorted.length) / BINS), sorted.length - 1)],
        );
        axis.levels = Array.from({ length: BINS }, (_, i) => ({
            number: (edges[i] + edges[i + 1]) / 2,
            text: `${thud.plain(Number(edges[i].toPrecision(3)))}…`,
        }));
        axis.codes = Uint16Array.from(axis.values, (v) => {
            let i = 0;
            while (i < BINS - 1 && v >= edges[i + 1]) i++;
            return i;
        });
        axis.binned = true;
    };
    const axisOf = (column) => {
        const label = data.columns.find((other) => other.kind === 'label' && other.index === column.index);
        const axis = {
            name: column.name,
            unit: column.unit,
            kind: 'axis',
            words: column.kind === 'text',
            labelled: !!label,
        };
        if (axis.words) {
            axis.codes = thud.codes(column);
            axis.levels = column.words.map((word) => ({ number: NaN, text: word }));
            axis.textOf = (row) => column.words[axis.codes[row]];
            return axis;
        }
        axis.values = thud.unpack(column);
        const labelOf = label && thud.coded(label);
        if (column.values && column.values.length <= LEVELS) {
            axis.codes = thud.codes(column);
            axis.levels = column.values.map((value) => ({
                number: value === null ? NaN : value === '∞' ? Infinity : value === '−∞' ? -Infinity : value,
                text: '',
            }));
            // as few digits as tell them apart
            const texts = (digits) =>
                axis.levels.map((level) =>
                    thud.plain(Number.isFinite(level.number) ? Number(level.number.toPrecision(digits)) : level.number),
                );
            const enough = [3, 4, 5, 6].find((digits) => new Set(texts(digits)).size === axis.levels.length) ?? 6;
            texts(enough).forEach((text, i) => {
                axis.levels[i].text = text;
            });
            if (label) for (let row = data.done - 1; row >= 0; row--) axis.levels[axis.codes[row]].text = labelOf(row);
        } else {
            binned(axis);
        }
        axis.textOf = (row) => (labelOf ? labelOf(row) : thud.plain(Number(axis.values[row].toPrecision(6))));
        return axis;
    };
    return data.columns.filter((column) => column.kind === 'axis' || column.kind === 'text').map(axisOf);
};
