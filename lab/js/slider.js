// Quantities that somebody moves: { key, label, unit, least, most, preset, log, factor }. Values are in SI units; what is
// shown is divided by `factor` and has `unit`. A slider has STEPS places, even in the value or in its logarithm.
thud.lab.STEPS = 1000;

// one significant digit more than a step of the slider can change
thud.lab.rounded = (value) => Number(value.toPrecision(4));

thud.lab.atPlace = (quantity, place) => {
    const { least, most, log } = quantity,
        part = place / thud.lab.STEPS;
    if (place <= 0) return least;
    if (place >= thud.lab.STEPS) return most;
    const value = log ? least * (most / least) ** part : least + (most - least) * part;
    return quantity.whole ? Math.round(value) : Math.min(Math.max(thud.lab.rounded(value), least), most);
};

thud.lab.placeOf = (quantity, value) => {
    const { least, most, log } = quantity,
        part = log ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
    return Math.min(Math.max(Math.round(part * thud.lab.STEPS), 0), thud.lab.STEPS);
};

// `count` values over the whole range, even on the slider
thud.lab.over = (quantity, count) =>
    Float64Array.from({ length: count }, (_, i) => {
        const { least, most, log } = quantity,
            part = i / (count - 1);
        if (i === count - 1) return most;
        return log ? least * (most / least) ** part : least + (most - least) * part;
    });

// a number that somebody typed, or that a link brought: within the range, or null
thud.lab.accept = (quantity, text) => {
    const value = typeof text === 'number' ? text : Number(String(text).trim().replace('−', '-') || NaN);
    if (!Number.isFinite(value)) return null;
    const within = Math.min(Math.max(value, quantity.least), quantity.most);
    return quantity.whole ? Math.round(within) : within;
};

// as it is typed: 5e9, 0.4, 30
thud.lab.shown = (quantity, value) => {
    const number = Number((value / (quantity.factor ?? 1)).toPrecision(6)),
        size = Math.abs(number);
    return size >= 1e6 || (size > 0 && size < 1e-3) ? number.toExponential().replace('e+', 'e') : String(number);
};

// what the quantities of a list begin with
thud.lab.presets = (quantities) => Object.fromEntries(quantities.map((q) => [q.key, q.preset]));
