// The ledger of impacts as a table: sorted by any column, for all contacts or one.
thud.ledger = (place, run) => {
    const { impacts, ledger } = run;
    if (impacts.length === 0) {
        place.append(thud.element('p', {}, 'There was no impact.'));
        return;
    }
    const heads = ledger.heads.map((head) => /^(.*?)(?: \[(.*)\])?$/.exec(head).slice(1));
    // one prefix for all columns of a unit: speeds before and after are there to be compared; s stays s where the clock
    // is meant
    const scaledFor = (unit) =>
        thud.scaled(
            thud.largest(
                heads
                    .filter(([name, own]) => own === unit && name !== 't')
                    .map(([name]) => thud.largest(impacts.map((impact) => impact[name]))),
            ),
            unit,
        );
    const columns = heads
        .map(([name, unit]) => {
            if (name === 'contact')
                return { name, words: true, value: (row) => impacts[row].contact, text: (row) => impacts[row].contact };
            if (name === 'number')
                return { name: 'no.', value: (row) => impacts[row].number, text: (row) => String(impacts[row].number) };
            const scaled = name === 't' ? { factor: 1, unit } : scaledFor(unit);
            return {
                name,
                unit: scaled.unit,
                value: (row) => impacts[row][name],
                text: (row) => thud.digits(impacts[row][name] / scaled.factor),
            };
        })
        .filter(
            (column) =>
                column.words ||
                column.name === 'restitution' ||
                impacts.some((_, row) => Math.abs(column.value(row)) > 0),
        ); // newton has no penetration
    const frame = thud.element('div');
    const names = [...new Set(impacts.map((impact) => impact.contact))];
    const chooser =
        names.length < 2
            ? null
            : thud.chooser('Contact', [['', 'all'], ...names.map((name, i) => [i, name])], '', (value) =>
                  table.filter(value === '' ? null : (row) => impacts[row].contact === names[Number(value)]),
              );
    place.append(...[chooser, frame].filter(Boolean));
    if (ledger.shown < ledger.rows)
        place.append(
            thud.element(
                'p',
                { class: 'note' },
                `These are the ${thud.count(ledger.shown, 'impact')} with the largest impulses of ${ledger.rows.toLocaleString('en')}; impacts.csv has them all.`,
            ),
        );
    const table = thud.table(frame, { caption: 'Ledger of impacts', row: 'impact', count: impacts.length, columns });
};
