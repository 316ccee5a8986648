// Tables of any length: only the rows in sight are in the document. Columns are sorted by their heads.
//
// thud.table(place, { caption, count, columns: [{name, unit, value(row), text(row)}] }) gives { filter(test), order() }.
thud.table = (place, what) => {
    const ROW = 27,
        AROUND = 12,
        PRINTED = 200;
    let order = Uint32Array.from({ length: what.count }, (_, i) => i),
        passes = null,
        sorted = what.sorted ?? null;
    // on paper, where heads have more than one line, names of many parts break between them
    const onPaper = (text) => text.replace(/[._]/g, '$&\u200b');
    const said = thud.element('p', { class: 'said', role: 'status', 'aria-live': 'polite' });
    const heads = what.columns.map((column, i) =>
        thud.element(
            'th',
            {
                scope: 'col',
                class: column.words ? 'words' : null,
                'data-name': onPaper(thud.withUnit(column.name, column.unit)),
            },
            thud.element(
                'button',
                { type: 'button', title: column.hint, onclick: () => sort(i) },
                thud.withUnit(column.name, column.unit),
                thud.element('span', { class: 'arrow', 'aria-hidden': 'true' }),
            ),
        ),
    );
    const body = thud.element('tbody');
    const table = thud.element(
        'table',
        { class: 'long', 'aria-rowcount': what.count + 1 },
        thud.element('caption', {}, what.caption),
        thud.element('thead', {}, thud.element('tr', { 'aria-rowindex': 1 }, heads)),
        body,
    );
    const view = thud.element(
        'div',
        { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': what.caption },
        table,
    );
    place.replaceChildren(view, said);

    const spacer = (rows) =>
        thud.element(
            'tr',
            { 'aria-hidden': 'true', class: 'spacer' },
            thud.element('td', { colspan: what.columns.length, style: `height:${rows * ROW}px` }),
        );
    const cell = (column, row) => {
        const content = column.text ? column.text(row) : thud.digits(column.value(row));
        return thud.element('td', { class: column.words ? 'words' : null }, content);
    };
    const draw = (all) => {
        const first = all ? 0 : Math.max(0, Math.floor(view.scrollTop / ROW) - AROUND);
        const last = Math.min(
            order.length,
            all ? PRINTED : first + Math.ceil((view.clientHeight || 400) / ROW) + 2 * AROUND,
        );
        const rows = [];
        for (let i = first; i < last; i++)
            rows.push(
                thud.element(
                    'tr',
                    { 'aria-rowindex': i + 2 },
                    what.columns.map((column) => cell(column, order[i])),
                ),
            );
        body.replaceChildren(
            ...(first > 0 ? [spacer(first)] : []),
            ...rows,
            ...(last < order.length && !all ? [spacer(order.length - last)] : []),
        );
    };
    let waiting = false,
        printing = false;
    view.addEventListener('scroll', () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
            waiting = false;
            if (!printing) draw();
        });
    });
    addEventListener('beforeprint', () => {
        printing = true;
        draw(true);
        if (order.length > PRINTED) said.textContent = `The first ${PRINTED} of ${said.textContent}`;
    });
    addEventListener('afterprint', () => {
        printing = false;
        draw();
        say();
    });

    // what has no value stands last, either way
    const arrange = () => {
        const rows = [];
        for (let i = 0; i < what.count; i++) if (!passes || passes(i)) rows.push(i);
        if (sorted) {
            const value = what.columns[sorted.column].value,
                sign = sorted.down ? -1 : 1;
            const keys = rows.map(value);
            const places = rows.map((_, i) => i);
            const missing = (v) => v === null || v === undefined || Number.isNaN(v);
            places.sort((a, b) => {
                const x = keys[a],
                    y = keys[b];
                if (missing(x) || missing(y)) return missing(x) - missing(y) || a - b;
                return (x < y ? -sign : x > y ? sign : 0) || a - b;
            });
            order = Uint32Array.from(places, (i) => rows[i]);
        } else {
            order = Uint32Array.from(rows);
        }
        heads.forEach((head, i) => {
            const here = sorted?.column === i;
            if (here) head.setAttribute('aria-sort', sorted.down ? 'descending' : 'ascending');
            else head.removeAttribute('aria-sort');
            head.querySelector('.arrow').textContent = here ? (sorted.down ? '▼' : '▲') : '';
        });
        table.setAttribute('aria-rowcount', order.length + 1);
        view.scrollTop = 0;
        draw();
    };
    const say = () => {
        const how = sorted
            ? `, sorted by ${what.columns[sorted.column].name}, ${sorted.down ? 'largest' : 'smallest'} first`
            : '';
        said.textContent = `${thud.count(order.length, what.row ?? 'row')}${order.length < what.count ? ` of ${what.count.toLocaleString('en')}` : ''}${how}`;
    };
    const sort = (column) => {
        sorted = { column, down: sorted?.column === column ? !sorted.down : !what.columns[column].words };
        arrange();
        say();
    };
    arrange();
    say();
    return {
        filter: (test) => {
            passes = test;
            arrange();
            say();
        },
        order: () => order,
        redraw: draw,
    };
};
