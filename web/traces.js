// One legend for all time histories: a row for each body, rod or contact, with its box, its colour and what it reads at the
// cursor in every plot.
//
// thud.traces(parts) gives { node, follow(plot, indices), read(quantity, indices, texts, unit) }; a part is {name, index,
// shown, kind}.
thud.traces = (parts, quantities) => {
    const plots = [];
    const set = (part, shown) => {
        part.shown = shown;
        part.box.checked = shown;
        for (const { plot, own } of plots) {
            const at = own.indexOf(part);
            if (at >= 0) plot.setSeries(at + 1, { show: shown });
        }
    };
    const row = (part) => {
        const swatch = thud.svg(
            'svg',
            { width: 22, height: 8, 'aria-hidden': 'true' },
            thud.svg('path', {
                d: 'M1 4H21',
                'stroke-width': 2.5,
                'stroke-dasharray': thud.theme.dash(part.index).join(' '),
            }),
        );
        const paint = () => swatch.firstChild.setAttribute('stroke', thud.theme.colour(part.index));
        paint();
        thud.theme.onChange(paint);
        part.box = thud.element('input', { type: 'checkbox', onchange: () => set(part, part.box.checked) });
        part.box.checked = part.shown;
        part.readings = new Map(
            quantities.map((quantity) => [
                quantity,
                thud.element('td', { class: 'reading', 'data-quantity': quantity }),
            ]),
        );
        return thud.element(
            'tr',
            {},
            thud.element(
                'th',
                { scope: 'row', class: 'words' },
                thud.element('label', {}, part.box, swatch, thud.element('span', {}, part.name)),
            ),
            [...part.readings.values()],
        );
    };
    const heads = quantities.map((quantity) => thud.element('th', { scope: 'col' }, quantity));
    const first = parts.filter((part) => part.shown).length;
    const every = (shown) => () => parts.forEach((part) => set(part, shown));
    const node = thud.element(
        'div',
        { class: 'traces' },
        thud.element(
            'p',
            { class: 'all' },
            thud.element('button', { type: 'button', id: 'all', onclick: every(true) }, 'All'),
            thud.element('button', { type: 'button', id: 'none', onclick: every(false) }, 'None'),
            thud.element(
                'span',
                { class: 'note' },
                first < parts.length
                    ? `${first} of ${parts.length} shown first: those with the peaks of the key numbers`
                    : '',
            ),
        ),
        thud.element(
            'div',
            { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Traces' },
            thud.element(
                'table',
                {},
                thud.element(
                    'thead',
                    {},
                    thud.element('tr', {}, thud.element('th', { scope: 'col', class: 'words' }, 'trace'), heads),
                ),
                thud.element('tbody', {}, parts.map(row)),
            ),
        ),
    );
    return {
        node,
        follow: (plot, own) => plots.push({ plot, own }),
        read: (quantity, own, texts, unit) =>
            own.forEach((part, i) => {
                part.readings.get(quantity).textContent = texts[i] === '' ? '' : `${texts[i]} ${unit ?? ''}`;
            }),
    };
};
