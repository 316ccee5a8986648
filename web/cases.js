// All cases as a table, with the columns that the reader wants. A case opens its page, or says how to get it.
thud.cases = (place, study) => {
    const frame = thud.element('div'),
        panel = thud.element('div', { class: 'panel', role: 'region', 'aria-live': 'polite', hidden: true });
    const pages = new Set(study.pages);
    // derived axes follow from others: their columns are there on request
    const chosen = new Set([...study.free, ...study.results.slice(0, 8)]);
    let table = null,
        passes = null;
    const numberColumn = {
        name: 'case',
        value: (row) => study.cases[row],
        text: (row) =>
            pages.has(study.cases[row])
                ? thud.element('a', { href: `case-${study.cases[row]}.html` }, String(study.cases[row]))
                : thud.element(
                      'button',
                      { type: 'button', class: 'opener', onclick: () => thud.caseOpen(panel, study, row) },
                      String(study.cases[row]),
                  ),
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
                hint: source.about,
                words: source.words,
                value: (row) => (source.values ? source.values[row] : source.textOf(row)),
                text: (row) => source.textOf(row),
            };
        const scaled = thud.scaled(thud.largest(source.values), source.unit);
        return {
            name: source.title,
            unit: scaled.unit,
            hint: source.about ? `${source.name}: ${source.about}` : source.name,
            value: (row) => source.values[row],
            text: (row) => thud.caseText(source, row, scaled),
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
        return thud.element(
            'label',
            { title: source.name },
            box,
            thud.element('span', {}, source.title ?? source.name),
        );
    });
    // rows as they stand in the table, all columns, SI units; what was left out of the page is not in it
    const save = () => {
        const sources = [...study.axes, ...study.results],
            unitOf = (source) => (source.kind === 'result' ? source.unit : source.si);
        const heads = ['case', ...sources.map((s) => thud.withUnit(s.name, unitOf(s))), 'status'];
        const value = (s, row) => (s.values ? s.values[row] : s.textOf(row));
        const rows = Array.from(table.order(), (row) => [
            study.cases[row],
            ...sources.map((s) => value(s, row)),
            study.status(row),
        ]);
        thud.saveCsv(thud.fileName(study.title || 'cases', 'csv'), heads, rows);
    };
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
            { class: 'save' },
            thud.element('button', { type: 'button', id: 'save-rows', onclick: save }, 'Rows as CSV'),
        ),
        panel,
        thud.element(
            'p',
            { class: 'note' },
            `Click the number of a case for ${pages.size ? 'its page or, where there is none yet, for' : ''} all its results and the command that makes its page.`,
        ),
    );
    build();
    study.onFilter((test) => {
        passes = test;
        table.filter(test);
    });
};

// a result of a case: whole numbers as they are, five digits otherwise
thud.caseText = (source, row, scaled) => {
    const value = source.values[row];
    if (Number.isNaN(value) && /^none of/.test(source.about)) return 'impulsive';
    return source.whole && !Number.isNaN(value) ? String(value) : thud.digits(value / scaled.factor);
};

// all of a case, and how to see it move
thud.caseOpen = (panel, study, row) => {
    const number = study.cases[row];
    // a page knows its folder when it was opened from disk
    const folder =
        location.protocol === 'file:' ? decodeURIComponent(location.pathname.replace(/\/[^/]*$/, '')) : 'DIR';
    const quoted = /^[\w./+-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
    const command = `thud report ${quoted} --case ${number}`;
    const copy = thud.element(
        'button',
        {
            type: 'button',
            onclick: () =>
                navigator.clipboard?.writeText(command).then(
                    () => (copy.textContent = 'Copied'),
                    () => (copy.textContent = 'Select and copy'),
                ),
        },
        'Copy',
    );
    const rows = study.results.map((source) => [
        thud.element('span', { title: source.name }, source.title),
        source.whole ? thud.caseText(source, row, { factor: 1 }) : thud.caseQuantity(source, row),
    ]);
    panel.hidden = false;
    panel.replaceChildren(
        thud.element('h3', {}, `Case ${number}: ${study.at(study.axes, row)}`),
        thud.element('p', {}, 'Command for its page, with motion and ledger: ', thud.element('code', {}, command), ' ', copy),
        thud.element(
            'div',
            { class: 'twice' },
            thud.smallTable(`Results of case ${number}`, ['result', 'value'], rows),
        ),
    );
    panel.scrollIntoView({ block: 'nearest' });
};

thud.caseQuantity = (source, row) => {
    const value = source.values[row];
    return Number.isNaN(value) && /^none of/.test(source.about) ? 'impulsive' : thud.quantity(value, source.unit);
};
