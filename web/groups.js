// Many cases in one cell of a map or at one point of a line: what stands for them.
thud.ways = {
    mean: (list) => list.reduce((sum, v) => sum + v, 0) / list.length,
    median: (list) => thud.quantile(list, 0.5),
    largest: (list) => list.reduce((most, v) => Math.max(most, v)),
    smallest: (list) => list.reduce((least, v) => Math.min(least, v)),
};

thud.quantile = (list, part) => {
    const sorted = [...list].sort((a, b) => a - b),
        place = part * (sorted.length - 1),
        low = Math.floor(place);
    return sorted[low] + (place - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
};

// the values of a quantity by place on one axis or two: an array of lists, [first × second]
thud.grouped = (study, quantity, first, second) => {
    const width = second ? second.levels.length : 1;
    const lists = Array.from({ length: first.levels.length * width }, () => []);
    study.eachRow((row) => {
        const value = quantity.values[row];
        if (Number.isFinite(value)) lists[first.codes[row] * width + (second ? second.codes[row] : 0)].push(value);
    });
    return lists;
};

thud.wayChooser = (chosen, onchange) =>
    thud.chooser(
        'Over the other axes',
        Object.keys(thud.ways).map((name) => [name, name]),
        chosen,
        onchange,
    );

// choices of axes or results by their number
thud.choices = (columns) => columns.map((column, i) => [i, thud.withUnit(column.title ?? column.name, column.unit)]);
