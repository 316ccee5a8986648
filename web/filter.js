// Conditions on cases, as one writes them: gap < 0.03, e >= 0.6, record = kobe. All must hold.
//
// thud.filter(text, columns) gives a test of a row; it throws a sentence when it does not understand.
thud.filter = (text, columns) => {
    const find = (name) => {
        const wanted = name.trim().replace(/^["']|["']$/g, '');
        const found =
            columns.find((column) => column.name === wanted) ??
            columns.find((column) => column.name.toLowerCase() === wanted.toLowerCase());
        if (found) return found;
        const near = columns.filter((column) => column.name.toLowerCase().includes(wanted.toLowerCase()));
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
        const number = /^[-−]?(∞|inf(inity)?)$/i.test(value)
            ? /^[-−]/.test(value)
                ? -Infinity
                : Infinity
            : Number(value.replace('−', '-'));
        if (column.values && value !== '' && !Number.isNaN(number))
            return (row) => compare[operator](column.values[row], number);
        if (!column.textOf) throw new Error(`“${value}” is no number; ${column.name} is one, in SI units`);
        if (operator !== '=' && operator !== '!=') throw new Error(`${column.name} is a text: = and != are possible`);
        const wanted = value.toLowerCase().replace(/^["']|["']$/g, '');
        return (row) => column.textOf(row).toLowerCase().includes(wanted) === (operator === '=');
    };
    const tests = text
        .split(/\s*(?:,|&&|\band\b)\s*/i)
        .filter((part) => part.trim() !== '')
        .map((part) => one(part.trim()));
    return tests.length ? (row) => tests.every((test) => test(row)) : null;
};
