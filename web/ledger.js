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
                text: (row) => (name === 't' ? impacts[row].t.toFixed(thud.clockDigits(run) + 2) : thud.digits(impacts[row][name] / scaled.factor)),
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
                `The table shows the ${thud.count(ledger.shown, 'impact')} with the largest impulses, of ${ledger.rows.toLocaleString('en')}; impacts.csv has them all.`,
            ),
        );
    const said = thud.restitutionWords(run);
    if (said) place.append(thud.element('p', { class: 'note', id: 'restitution' }, said));
    const table = thud.table(frame, {
        caption: 'Ledger of impacts',
        row: 'impact',
        count: impacts.length,
        columns,
        sorted: { column: columns.findIndex((column) => column.name === 't'), down: false },
    });
};

// why restitutions differ from those asked for, with the number of impacts for each reason
thud.restitutionWords = ({ impacts, model }) => {
    const NEAR = 0.01;
    const contacts = new Map(model.contacts.map((contact) => [contact.name, contact]));
    const ends = (contact) => [contact.left, contact.right, contact.tip, contact.rod].filter(Boolean);
    const other = impacts.filter(
        ({ contact, restitution }) => Math.abs(restitution - contacts.get(contact).restitution) > NEAR,
    );
    if (other.length === 0) return '';
    // another contact of the same bodies that is closed meanwhile; in order of time the search ends early
    const sorted = [...impacts].sort((a, b) => a.t - b.t),
        longest = Math.max(...impacts.map((impact) => impact.duration || 0));
    const first = (t) => {
        let low = 0,
            high = sorted.length;
        while (low < high) {
            const half = (low + high) >> 1;
            if (sorted[half].t < t) low = half + 1;
            else high = half;
        }
        return low;
    };
    const isNeighbour = (impact, next) =>
        next.contact !== impact.contact &&
        next.t <= impact.t + (impact.duration || 0) &&
        next.t + (next.duration || 0) >= impact.t &&
        ends(contacts.get(next.contact)).some((end) => ends(contacts.get(impact.contact)).includes(end));
    const hasNeighbour = (impact) => {
        for (let i = first(impact.t - longest); i < sorted.length; i++) {
            if (sorted[i].t > impact.t + (impact.duration || 0)) return false;
            if (isNeighbour(impact, sorted[i])) return true;
        }
        return false;
    };
    // a published rule, or a damping that was given, returns another e by itself
    const isOfLaw = ({ contact, restitution }) => {
        const { restitution: asked, e_free: free } = contacts.get(contact);
        return Number.isFinite(free) && Math.abs(free - asked) > NEAR && Math.abs(restitution - free) <= NEAR;
    };
    const counts = { resting: 0, neighbours: 0, law: 0, loads: 0 };
    for (const impact of other) {
        if (impact.restitution === 0) counts.resting++;
        else if (hasNeighbour(impact)) counts.neighbours++;
        else if (isOfLaw(impact)) counts.law++;
        else counts.loads++;
    }
    const reasons = [
        counts.neighbours ? `in ${counts.neighbours} a neighbouring contact was closed at the same time` : '',
        counts.resting ? `${counts.resting} ended at rest` : '',
        counts.law ? `in ${counts.law} the damping returns a different e for a free pair as well` : '',
        counts.loads
            ? `in ${counts.loads} springs and loads acted while the contact lasted (up to ${thud.quantity(longest, 's', 3)})`
            : '',
    ].filter(Boolean);
    return `Restitution is separation speed / approach speed. It differs by more than ${NEAR} from the e asked for in ${other.length} of ${thud.count(impacts.length, 'impact')}: ${reasons.join('; ')}.`;
};
