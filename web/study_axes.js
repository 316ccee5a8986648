// The axes of a study: which values there are, and which of them a case has. Every value is a level of its own: none are
// put into classes.
thud.coded = (column) => {
    const codes = thud.codes(column);
    return (row) => column.words[codes[row]];
};

// the different numbers in order, and which of them each row has
thud.distinct = (values) => {
    const list = [...new Set(values)].sort((a, b) => a - b),
        place = new Map(list.map((value, i) => [value, i]));
    return { list, codes: Uint32Array.from(values, (value) => place.get(value)) };
};

// as few digits as tell the numbers apart
thud.apart = (numbers) => {
    const texts = (digits) =>
        numbers.map((number) => thud.plain(Number.isFinite(number) ? Number(number.toPrecision(digits)) : number));
    for (const digits of [3, 4, 5]) {
        const found = texts(digits);
        if (new Set(found).size === numbers.length) return found;
    }
    return texts(6);
};

thud.studyAxes = (data) => {
    const common = (column, label) => ({
        name: column.name,
        words: column.kind === 'text',
        kind: 'axis',
        role: column.role,
        group: column.group,
        strength: column.strength,
        about: column.about,
        labelled: !!label,
    });
    const axisOf = (column) => {
        const label = data.columns.find((other) => other.kind === 'label' && other.index === column.index);
        const axis = common(column, label);
        if (axis.words) {
            axis.codes = thud.codes(column);
            axis.levels = column.words.map((word) => ({ number: NaN, text: word }));
            axis.textOf = (row) => column.words[axis.codes[row]];
            return axis;
        }
        axis.values = thud.unpack(column);
        axis.si = column.unit;
        const scaled = thud.scaled(thud.largest(axis.values), column.unit);
        axis.unit = scaled.unit;
        axis.factor = scaled.factor;
        const { list, codes } = thud.distinct(axis.values),
            shown = list.map((value) => Number((value / scaled.factor).toPrecision(12)));
        axis.codes = codes;
        axis.texts = thud.apart(shown);
        // `number` is what plots and texts show, `value` is in SI
        axis.levels = list.map((value, i) => ({ value, number: shown[i], text: axis.texts[i] }));
        const labelOf = label && thud.coded(label);
        if (label) for (let row = data.done - 1; row >= 0; row--) axis.levels[codes[row]].text = labelOf(row);
        axis.textOf = (row) => axis.levels[codes[row]].text;
        return axis;
    };
    return data.columns.filter((column) => column.kind === 'axis' || column.kind === 'text').map(axisOf);
};

// words and infinite values have places, not numbers
thud.isMeasured = (axis) =>
    !axis.words && !axis.labelled && axis.levels.every((level) => Number.isFinite(level.number));

// what an axis is, in a word of its table
thud.roleWords = (axis) =>
    ({
        design: 'design',
        random: 'random',
        record: 'record',
        derived: 'derived',
    })[axis.role] + (axis.strength ? ', intensity' : '');
