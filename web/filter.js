// A number with or without a unit, in SI: "30 mm" of a length is 0.03; NaN where it is none, or of another kind.
thud.inUnits = (text, unit) => {
    if (/^[-−+]?(∞|inf(inity)?)$/i.test(text)) return /^[-−]/.test(text) ? -Infinity : Infinity;
    const parts = /^([-−+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(.*)$/i.exec(text);
    if (!parts) return NaN;
    const number = Number(parts[1].replace('−', '-')),
        given = parts[2].trim().replace('s^2', 's²').replace('s2', 's²').replace('*', '·').replace('μ', 'µ');
    if (given === '' || given === unit) return number;
    const special = {
        'g/m/s²': 9.80665,
        'deg/rad': Math.PI / 180,
        '°/rad': Math.PI / 180,
        't/kg': 1000,
        '%/': 0.01,
        'cm/m': 0.01,
    };
    const factor = special[`${given}/${unit}`];
    if (factor) return number * factor;
    const prefix = unit && given.endsWith(unit) ? given.slice(0, -unit.length) : null,
        known = thud.prefixes.find(([, symbol]) => symbol !== '' && symbol === prefix);
    return known ? number * known[0] : NaN;
};

// Conditions on cases, as one writes them: gap < 30 mm, e >= 0.6, record = kobe. All must hold.
//
// thud.filter(text, columns) gives a test of a row; it throws a sentence when it does not understand.
thud.filter = (text, columns) => {
    const called = (column, test) => test(column.name) || (column.title !== undefined && test(column.title));
    const find = (name) => {
        const wanted = name.trim().replace(/^["']|["']$/g, '');
        const found =
            columns.find((column) => called(column, (name) => name === wanted)) ??
            columns.find((column) => called(column, (name) => name.toLowerCase() === wanted.toLowerCase()));
        if (found) return found;
        const near = columns.filter((column) =>
            called(column, (name) => name.toLowerCase().includes(wanted.toLowerCase())),
        );
        if (near.length === 1) return near[0];
        throw new Error(
            near.length
                ? `“${wanted}” could be ${near
                      .slice(0, 3)
                      .map((c) => c.name)
                      .join(', ')}…`
                : `there is no column “${wanted}”`,
        );
    };
    const compare = {
        '<': (a, b) => a < b,
        '<=': (a, b) => a <= b,
        '>': (a, b) => a > b,
        '>=': (a, b) => a >= b,
        '=': (a, b) => a === b || Math.abs(a - b) <= 1e-6 * Math.abs(b),
        '!=': (a, b) => !(a === b || Math.abs(a - b) <= 1e-6 * Math.abs(b)),
    };
    const one = (condition) => {
        const parts = /^(.+?)\s*(<=|>=|!=|=|<|>)\s*(.+)$/.exec(condition);
        if (!parts) {
            const words = columns.filter((column) => column.textOf);
            const wanted = condition.toLowerCase();
            return (row) => words.some((column) => column.textOf(row).toLowerCase().includes(wanted));
        }
        const column = find(parts[1]),
            operator = parts[2],
            value = parts[3].trim();
        const number = column.values ? thud.inUnits(value, column.si ?? column.unit ?? '') : NaN;
        if (column.values && value !== '' && !Number.isNaN(number))
            return (row) => compare[operator](column.values[row], number);
        if (!column.textOf)
            throw new Error(
                `“${value}” is not a number, and ${column.name} needs one${column.unit ? `, as in 1 ${column.unit}` : ''}`,
            );
        const texts = !column.values || column.labelled;
        if (column.values && !(texts && /^!?=$/.test(operator)))
            throw new Error(
                `“${value}” is not a ${column.unit ? `quantity in ${column.unit}` : 'number'}: write ${column.name} ${operator} ${thud.plain(column.levels?.[0]?.number ?? 1)}${column.unit ? ` ${column.unit}` : ''}`,
            );
        if (operator !== '=' && operator !== '!=') throw new Error(`${column.name} is text: use = or !=`);
        const wanted = value.toLowerCase().replace(/^["']|["']$/g, '');
        return (row) => column.textOf(row).toLowerCase().includes(wanted) === (operator === '=');
    };
    const tests = text
        .split(/\s*(?:,|&&|\band\b)\s*/i)
        .filter((part) => part.trim() !== '')
        .map((part) => one(part.trim()));
    return tests.length ? (row) => tests.every((test) => test(row)) : null;
};
