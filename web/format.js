// Numbers and units as people read them: four significant digits, or as many as the uncertainty leaves; a prefix such as m or k.
thud.prefixes = [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
    [1, ''],
    [1e-3, 'm'],
    [1e-6, 'µ'],
    [1e-9, 'n'],
    [1e-12, 'p'],
];

// what a quantity of this size is divided by, and the unit it then has; rad and numbers without a unit stay
thud.scaled = (size, unit) => {
    if (!unit || /^(rad|deg|Hz|%)/.test(unit) || !(size > 0) || !Number.isFinite(size)) return { factor: 1, unit };
    if (unit === 'kg') return size >= 1000 ? { factor: 1000, unit: 't' } : { factor: 1, unit }; // nobody writes megakilograms
    const prefix = thud.prefixes.find(([factor]) => size >= factor * 0.9999999) ?? thud.prefixes.at(-1);
    // nobody writes kilometres per second squared or kiloseconds
    const [factor, symbol] = /^(m|s)(\/|$)/.test(unit) && prefix[0] > 1 ? [1, ''] : prefix;
    return { factor, unit: symbol + unit };
};

thud.raised = (power) => [...String(power)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] ?? '⁻').join('');

thud.digits = (value, digits = 4) => {
    if (value === null || value === undefined || Number.isNaN(value)) return '–';
    if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
        const [front, power] = value.toExponential(digits - 1).split('e');
        return `${front.replace('-', '−')}·10${thud.raised(Number(power))}`;
    }
    const text = size === 0 ? '0' : value.toPrecision(digits);
    return (text.includes('e') ? String(Number(text)) : text).replace('-', '−'); // 1.8312e+5 is 183120
};

// without zeros at the end, for values that somebody chose
thud.plain = (value) => {
    if (!Number.isFinite(value)) return thud.digits(value);
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e6 || size < 1e-4)) return thud.digits(Number(value.toPrecision(6)), 3);
    return String(Number(value.toPrecision(6))).replace('-', '−');
};

// beside a number of size `scale`, what is a ten-billionth of it or less is rounding, as in the tables of thud run
thud.quantity = (given, unit, digits = 4, scale = 0) => {
    if (given === null || given === undefined || !Number.isFinite(given)) return thud.digits(given);
    const value = Math.abs(given) <= 1e-10 * scale ? 0 : given;
    const scaled = thud.scaled(Math.abs(value), unit);
    return `${thud.digits(value / scaled.factor, digits)}${scaled.unit ? `\u00a0${scaled.unit}` : ''}`;
};

// a value that somebody chose, with its unit: 400 t, 30 mm
thud.given = (value, unit) => {
    if (!Number.isFinite(value)) return thud.digits(value);
    const scaled = thud.scaled(Math.abs(value), unit);
    return thud.withUnitAfter(thud.plain(Number((value / scaled.factor).toPrecision(5))), scaled.unit);
};

// a number and its margin with the same last digit, as in 139.4 ± 0.3 mm; the margin has one digit, or two that begin with 1.
// Without a margin, or one below the fourth decimal of a per cent, the number has four digits.
thud.measured = (given, margin, unit, scale = 0) => {
    if (!Number.isFinite(given) || !(margin > 1e-6 * Math.abs(given)) || margin <= 1e-10 * scale) return { text: thud.quantity(given, unit, 4, scale), margin: '' };
    const scaled = thud.scaled(Math.max(Math.abs(given), margin), unit);
    let [value, around] = [given / scaled.factor, margin / scaled.factor];
    // without a prefix, powers of ten stand behind both
    const size = Math.max(Math.abs(value), around),
        power = size >= 1e6 || size < 1e-4 ? Math.floor(Math.log10(size)) : 0;
    value /= 10 ** power;
    around /= 10 ** power;
    let last = Math.floor(Math.log10(around));
    if (around / 10 ** last < 1.95) last--;
    const write = (number) => (Math.round(number / 10 ** last) * 10 ** last).toFixed(Math.max(0, -last)).replace('-', '−');
    const [open, close] = power ? ['(', `)·10${thud.raised(power)}`] : ['', ''];
    return { text: `${open}${write(value)}`, margin: ` ±\u00a0${write(around)}`, unit: `${close}${scaled.unit ? `\u00a0${scaled.unit}` : ''}` };
};

// as on a logarithmic axis: 1, 10, 10⁻⁵
thud.tick = (value) => {
    const power = Math.log10(value);
    if (Math.abs(power - Math.round(power)) > 1e-9 || Math.abs(power) < 3.5) return thud.plain(value);
    return `10${thud.raised(Math.round(power))}`;
};

thud.mass = (value) => (value >= 1 ? thud.given(value, 'kg') : thud.given(value * 1000, 'g'));

// on an axis, what has no unit says so
thud.axisName = (name, unit) => `${name} [${unit || '–'}]`;

thud.withUnit = (name, unit) => (unit ? `${name} [${unit}]` : name);

// a number that stands before its unit
thud.withUnitAfter = (text, unit) => (unit ? `${text}\u00a0${unit}` : text);

thud.count = (number, word) => `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;

// counts stay whole numbers
thud.wholeOr = (value, digits) =>
    Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value).replace('-', '−') : thud.digits(value, digits);

// a list in words: a, b and c
thud.listed = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

// results by words instead of their paths: bodies.deck.max_displacement is "deck: max displacement"
thud.resultWords = (path) => {
    const ENERGY = {
        input: 'energy input',
        dissipated: 'energy dissipated by damping',
        hysteresis: 'energy dissipated by hysteresis',
        impact: 'energy lost in impacts',
        stored: 'energy stored at the end',
        residual: 'residual of the energy balance',
    };
    const parts = path.split('.'),
        last = parts.at(-1).replaceAll('_', ' ');
    if (parts[0] === 'energy' && parts.length === 2) return ENERGY[parts[1]] ?? path;
    if (parts[0] === 'solver' && parts.length === 2) return `solver ${last}`;
    if (['bodies', 'contacts', 'rods'].includes(parts[0]) && parts.length > 2) {
        const words = { 'stick time': 'time at rest', 'resting force': 'resting reaction' }[last] ?? last;
        return `${parts.slice(1, -1).join('.')}: ${words}`;
    }
    return path;
};
