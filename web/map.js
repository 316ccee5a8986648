// A map: two axes and a colour, all chosen by the reader. Samples that leave most cells empty are drawn as dots where they
// are.
thud.map = (place, study) => {
    const axes = study.free;
    const byLength = study.byLength().filter((i) => axes[i].levels.length > 1);
    const state = {
        x: byLength[0] ?? 0,
        y: byLength[1] ?? (byLength[0] === 0 ? 1 : 0),
        quantity: study.favourite,
        way: 'mean',
    };
    const stage = thud.element('div', { class: 'xy map' }),
        legend = thud.element('div', { class: 'scale' }),
        note = thud.element('p', { class: 'note', role: 'status' });
    const buttons = thud.chartButtons(() => stage.firstChild, 'map');
    let width = 0;
    const change =
        (key, number = true) =>
        (value) => {
            state[key] = number ? Number(value) : value;
            draw();
        };

    // more cells than can be seen, or mostly empty ones
    const isSparse = (x, y) => {
        const cells = x.levels.length * y.levels.length;
        return cells > 20000 || (cells > 400 && cells > 4 * study.rows);
    };
    const drawScale = (least, most, quantity, scaled) =>
        legend.replaceChildren(
            thud.element('span', {}, least),
            thud.element('span', {
                class: 'bar',
                'aria-hidden': 'true',
                style: `background:linear-gradient(90deg,${Array.from({ length: 9 }, (_, i) => thud.viridis(i / 8)).join(',')})`,
            }),
            thud.element('span', {}, most),
            thud.element('strong', {}, thud.axisName(quantity.title, scaled.unit)),
        );

    const draw = () => {
        if (!width) return;
        const x = axes[state.x],
            y = axes[state.y],
            quantity = study.results[state.quantity];
        if (x === y) {
            stage.replaceChildren(thud.element('p', {}, 'Choose two different axes.'));
            legend.replaceChildren();
            return;
        }
        if (isSparse(x, y)) {
            const { least, most, count } = thud.mapDots(stage, study, x, y, quantity),
                scaled = thud.scaled(Math.max(Math.abs(least), Math.abs(most)), quantity.unit);
            const number = (value) => (quantity.whole ? thud.wholeOr(value, 4) : thud.digits(value / scaled.factor, 4));
            drawScale(number(least), number(most), quantity, scaled);
            buttons.hidden = true;
            note.textContent = `${thud.count(count, 'case')}; each dot is one case, at the values of its samples.`;
            return;
        }
        buttons.hidden = false;
        const lists = thud.grouped(study, quantity, x, y),
            way = thud.ways[state.way];
        const values = lists.map((list) => (list.length ? way(list) : NaN));
        const [least, most] = thud.range(values),
            scaled = thud.scaled(Math.max(Math.abs(least), Math.abs(most)), quantity.unit);
        const columns = x.levels.length,
            rows = y.levels.length,
            whole = quantity.whole && values.every((v) => Number.isNaN(v) || Number.isInteger(v));
        const left = Math.min(170, Math.max(64, 36 + 6.6 * Math.max(...y.levels.map((level) => level.text.length)))),
            right = width - 8,
            top = 8;
        const cellHeight = Math.max(2, Math.min(44, 380 / rows)),
            cellWidth = (right - left) / columns,
            bottom = top + rows * cellHeight,
            height = bottom + 44;
        const root = thud.svg('svg', {
            width,
            height,
            viewBox: `0 0 ${width} ${height}`,
            role: 'img',
            'aria-label': `${quantity.title} over ${x.name} and ${y.name}: from ${thud.quantity(least, quantity.unit)} to ${thud.quantity(most, quantity.unit)}`,
        });
        const number = (value) => (whole ? thud.wholeOr(value, 4) : thud.digits(value / scaled.factor, 4));
        const line = Math.min(cellWidth, cellHeight) > 14 ? 1 : 0; // between cells that are large enough
        const part = (value) => (most > least ? (value - least) / (most - least) : 0.5);
        for (let i = 0; i < columns; i++)
            for (let j = 0; j < rows; j++) {
                const value = values[i * rows + j],
                    count = lists[i * rows + j].length;
                const px = left + i * cellWidth,
                    py = bottom - (j + 1) * cellHeight;
                root.append(
                    thud.svg(
                        'rect',
                        {
                            x: px.toFixed(2),
                            y: py.toFixed(2),
                            width: (cellWidth - line).toFixed(2),
                            height: (cellHeight - line).toFixed(2),
                            'shape-rendering': line ? null : 'crispEdges',
                            fill: count ? thud.viridis(part(value)) : 'var(--panel)',
                        },
                        thud.svg(
                            'title',
                            {},
                            `${x.name} ${thud.withUnitOf(x.levels[i].text, x)}, ${y.name} ${thud.withUnitOf(y.levels[j].text, y)}: ${count ? (whole ? number(value) : thud.quantity(value, quantity.unit)) : 'no result'} (${thud.count(count, 'case')})`,
                        ),
                    ),
                );
                if (count && cellWidth > 52 && cellHeight > 17)
                    root.append(
                        thud.svg(
                            'text',
                            {
                                x: px + cellWidth / 2,
                                y: py + cellHeight / 2 + 4,
                                'text-anchor': 'middle',
                                style: `fill:${part(value) > 0.6 ? '#000' : '#fff'}`,
                            },
                            number(value),
                        ),
                    );
            }
        const every = (count, room) => Math.max(1, Math.ceil(count / Math.max(room, 1)));
        const stepX = every(
                columns,
                (right - left) / Math.max(34, 7 * Math.max(...x.levels.map((level) => level.text.length)) + 8),
            ),
            stepY = every(rows, (bottom - top) / 14);
        x.levels.forEach((level, i) => {
            if (i % stepX === 0)
                root.append(
                    thud.svg(
                        'text',
                        { x: left + (i + 0.5) * cellWidth, y: bottom + 15, 'text-anchor': 'middle' },
                        level.text,
                    ),
                );
        });
        y.levels.forEach((level, j) => {
            if (j % stepY === 0)
                root.append(
                    thud.svg(
                        'text',
                        { x: left - 6, y: bottom - (j + 0.5) * cellHeight + 4, 'text-anchor': 'end' },
                        level.text.length > 20 ? `${level.text.slice(0, 19)}…` : level.text,
                    ),
                );
        });
        root.append(
            thud.svg(
                'text',
                { class: 'name', x: (left + right) / 2, y: bottom + 36, 'text-anchor': 'middle' },
                thud.axisName(x.name, x.unit),
            ),
            thud.svg(
                'text',
                {
                    class: 'name',
                    x: 12,
                    y: (top + bottom) / 2,
                    'text-anchor': 'middle',
                    transform: `rotate(-90 12 ${(top + bottom) / 2})`,
                },
                thud.axisName(y.name, y.unit),
            ),
        );
        stage.replaceChildren(root);
        drawScale(number(least), number(most), quantity, scaled);
        const deepest = Math.max(...lists.map((list) => list.length));
        note.textContent = [
            deepest > 1 ? `Each cell is the ${state.way} over ${thud.overWords(study, [x, y]) || 'equal cases'}.` : '',
            quantity.about ? `${quantity.title}: ${quantity.about}.` : '',
        ].join(' ');
    };
    place.append(
        thud.chooser('Across', thud.choices(axes), state.x, change('x')),
        thud.chooser('Up', thud.choices(axes), state.y, change('y')),
        thud.chooser('Colour', thud.choices(study.results), state.quantity, change('quantity')),
        thud.wayChooser(state.way, change('way', false)),
        stage,
        buttons,
        legend,
        note,
    );
    thud.watchWidth(stage, (now) => {
        width = now;
        draw();
    });
    study.onFilter(draw);
};
