// A quantity along one axis, a line for each value of another. Samples stand by themselves: joining them says nothing.
thud.lines = (place, study) => {
    const axes = study.free,
        chart = thud.element('div'),
        legend = thud.element('div', { class: 'legend' }),
        note = thud.element('p', { class: 'note', role: 'status' }),
        MOST = 14;
    const long = study.byLength();
    const state = {
        x: long[0],
        by: long.find((i) => i !== long[0] && axes[i].levels.length > 1 && axes[i].levels.length <= MOST) ?? -1,
        quantity: study.favourite,
        way: 'mean',
    };
    const change =
        (key, number = true) =>
        (value) => {
            state[key] = number ? Number(value) : value;
            draw();
        };
    const draw = () => {
        const x = axes[state.x],
            by = state.by >= 0 && state.by !== state.x ? axes[state.by] : null,
            quantity = study.results[state.quantity];
        const lists = thud.grouped(study, quantity, x, by),
            way = thud.ways[state.way],
            width = by ? by.levels.length : 1;
        const values = lists.map((list) => (list.length ? way(list) : NaN)),
            scaled = thud.scaled(thud.largest(values), quantity.unit),
            measured = thud.isMeasured(x),
            joined = x.role !== 'random';
        const at = x.levels.map((level, i) => (measured ? level.number : i)),
            step = Math.ceil(x.levels.length / 12);
        const curves = Array.from({ length: Math.min(width, MOST) }, (_, j) => {
            const own = at.map((_, i) => i).filter((i) => !Number.isNaN(values[i * width + j]));
            return {
                name: by ? `${by.name} ${thud.withUnitOf(by.levels[j].text, by)}` : (quantity.title ?? quantity.name),
                x: own.map((i) => at[i]),
                y: own.map((i) => values[i * width + j] / scaled.factor),
                colour: () => thud.theme.colour(j),
                dash: thud.theme.dash(j),
                line: joined,
                points: true,
                radius: at.length > 40 ? 2 : 3,
            };
        });
        const [least] = thud.range(curves.flatMap((curve) => curve.y));
        thud.xy(chart, {
            title: `${quantity.title} over ${x.name}`,
            file: `${quantity.name} over ${x.name}`,
            height: 340,
            curves,
            x: {
                label: thud.axisName(x.name, x.unit),
                ticks: measured
                    ? undefined
                    : x.levels.map((level, i) => [i, level.text]).filter((_, i) => i % step === 0),
            },
            y: {
                label: thud.axisName(quantity.title, scaled.unit),
                whole: quantity.whole,
                least: least >= 0 ? 0 : undefined,
            },
        });
        thud.colourKey(legend, by ? curves : []);
        if (width > MOST) legend.append(thud.element('span', {}, `… the first ${MOST} of ${width}`));
        const over = thud.overWords(study, [x, by]),
            deepest = lists.reduce((most, list) => Math.max(most, list.length), 0);
        note.textContent = [
            `${thud.count(
                curves.reduce((sum, curve) => sum + curve.x.length, 0),
                'point',
            )}, one for each value.`,
            deepest > 1 ? `Each is the ${state.way} over ${over || 'equal cases'}.` : '',
            quantity.about ? `${quantity.title}: ${quantity.about}.` : '',
        ].join(' ');
    };
    place.append(
        thud.chooser('Along', thud.choices(axes), state.x, change('x')),
        thud.chooser('Quantity', thud.choices(study.results), state.quantity, change('quantity')),
        thud.chooser(
            'A line for each',
            [[-1, 'no other axis'], ...thud.choices(axes).filter(([i]) => axes[i].levels.length <= 60)],
            state.by,
            change('by'),
        ),
        thud.wayChooser(state.way, change('way', false)),
        chart,
        legend,
        note,
    );
    study.onFilter(draw);
    draw();
};

// what the curves of a chart mean
thud.colourKey = (place, curves) => {
    place.replaceChildren(
        ...curves.map((curve) => {
            const line = thud.svg('path', {
                d: 'M1 4H21',
                'stroke-width': 2.5,
                stroke: curve.colour(),
                'stroke-dasharray': curve.dash?.join(' '),
            });
            thud.theme.onChange(() => line.setAttribute('stroke', curve.colour()));
            return thud.element(
                'span',
                { class: 'key' },
                thud.svg('svg', { width: 22, height: 8, 'aria-hidden': 'true' }, line),
                curve.name,
            );
        }),
    );
};
