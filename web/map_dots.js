// A map of samples: a dot for every case, where it is, in the colour of its value.
thud.mapDots = (place, study, x, y, quantity) => {
    const SHADES = 48;
    const rows = [];
    study.eachRow((row) => {
        if (Number.isFinite(quantity.values[row])) rows.push(row);
    });
    const own = rows.map((row) => quantity.values[row]),
        [least, most] = thud.range(own);
    const at = (axis) => {
        const measured = thud.isMeasured(axis);
        return (row) => (measured ? axis.levels[axis.codes[row]].number : axis.codes[row]);
    };
    const shade = (value) =>
        most > least ? Math.round(((value - least) / (most - least)) * (SHADES - 1)) : SHADES >> 1;
    const curves = Array.from({ length: SHADES }, (_, i) => ({
        name: '',
        x: [],
        y: [],
        colour: thud.viridis(i / (SHADES - 1)),
        line: false,
        points: true,
        radius: 3,
    }));
    rows.forEach((row, i) => {
        const curve = curves[shade(own[i])];
        curve.x.push(at(x)(row));
        curve.y.push(at(y)(row));
    });
    thud.xy(place, {
        title: `${quantity.title} over ${x.name} and ${y.name}, a dot for each case`,
        file: 'map',
        height: 400,
        curves: curves.filter((curve) => curve.x.length),
        x: { label: thud.axisName(x.name, x.unit) },
        y: { label: thud.axisName(y.name, y.unit) },
    });
    return { least, most, count: rows.length };
};
