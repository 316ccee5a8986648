// Small parts that both pages have: sections, tiles of key numbers, plain tables.
thud.section = (id) => thud.find(`#${id} .content`);

thud.tile = (label, text, what, key, spread) =>
    thud.element(
        'div',
        { class: 'tile' },
        thud.element('dt', {}, label),
        thud.element(
            'dd',
            {},
            thud.element('span', { class: 'value', 'data-key': key }, text),
            spread ? thud.element('span', { class: 'spread' }, spread) : null,
            what ? thud.element('span', { class: 'of' }, what) : null,
        ),
    );

// as many columns as leave no tile alone in the last row of a wide page
thud.tiles = (tiles) => {
    const columns = Math.ceil(tiles.length / Math.ceil(tiles.length / 6));
    return thud.element('dl', { class: 'tiles', style: `--columns:${columns}` }, tiles);
};

// the first cell of a row is its head
thud.smallTable = (caption, heads, rows) => {
    const row = ([head, ...cells]) =>
        thud.element(
            'tr',
            {},
            thud.element('th', { scope: 'row', class: 'words' }, head),
            cells.map((cell) => (cell instanceof Node ? cell : thud.element('td', {}, cell))),
        );
    const top = heads.map((head, i) =>
        thud.element(
            'th',
            { scope: 'col', class: i === 0 || rows[0]?.[i]?.classList?.contains('words') ? 'words' : null },
            head,
        ),
    );
    return thud.element(
        'div',
        { class: 'scroller' },
        thud.element(
            'table',
            { class: heads.length > 10 ? 'dense' : null },
            thud.element('caption', {}, caption),
            thud.element('thead', {}, thud.element('tr', {}, top)),
            thud.element('tbody', {}, rows.map(row)),
        ),
    );
};
