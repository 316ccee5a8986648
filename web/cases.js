// All cases as a table, with the columns that the reader wants, and links to the pages of single cases.
thud.cases = (place, study) => {
    const frame = thud.element('div');
    const pages = new Set(study.pages);
    const chosen = new Set([...study.axes, ...study.results.slice(0, 8)]);
    let table = null,
        passes = null;
    const numberColumn = {
        name: 'case',
        value: (row) => study.cases[row],
        text: (row) =>
            pages.has(study.cases[row])
                ? thud.element('a', { href: `case-${study.cases[row]}.html` }, String(study.cases[row]))
                : String(study.cases[row]),
    };
    const statusColumn = {
        name: 'status',
        words: true,
        value: (row) => study.status(row),
        text: (row) => (study.reason(row) ? `${study.status(row)}: ${study.reason(row)}` : study.status(row)),
    };
    const column = (source) => {
        if (source.kind !== 'result')
            return {
                name: source.name,
                unit: source.unit,
                words: source.words,
                value: (row) => (source.values ? source.values[row] : source.textOf(row)),
                text: (row) => source.textOf(row),
            };
        const scaled = thud.scaled(thud.largest(source.values), source.unit);
        const whole = source.values.every((v) => Number.isNaN(v) || Number.isInteger(v)) && !source.unit;
        return {
            name: source.name,
            unit: scaled.unit,
            value: (row) => source.values[row],
            text: (row) =>
                whole && !Number.isNaN(source.values[row])
                    ? String(source.values[row])
                    : thud.digits(source.values[row] / scaled.factor),
        };
    };
    const build = () => {
        const columns = [
            numberColumn,
            ...[...study.axes, ...study.results].filter((source) => chosen.has(source)).map(column),
        ];
        if (study.failed > 0) columns.push(statusColumn);
        table = thud.table(frame, { caption: 'Cases of the study', row: 'case', count: study.rows, columns });
        if (passes) table.filter(passes);
    };
    const boxes = [...study.axes, ...study.results].map((source) => {
        const box = thud.element('input', {
            type: 'checkbox',
            onchange: () => {
                if (box.checked) chosen.add(source);
                else chosen.delete(source);
                build();
            },
        });
        box.checked = chosen.has(source);
        return thud.element('label', {}, box, thud.element('span', {}, source.name));
    });
    place.append(
        thud.element(
            'details',
            { class: 'columns' },
            thud.element('summary', {}, 'Columns'),
            thud.element('div', { class: 'boxes' }, boxes),
        ),
        frame,
        thud.element(
            'p',
            { class: 'note' },
            `The page of a single case, with its motion: thud report DIR --case N writes DIR/case-N.html${pages.size ? '; cases that have one are links' : ''}.`,
        ),
    );
    build();
    study.onFilter((test) => {
        passes = test;
        table.filter(test);
    });
};
