// A quantity along one axis, a line for each value of another.
thud.lines = (place, study) => {
    const axes = study.axes,
        chart = thud.element('div'),
        legend = thud.element('div', { class: 'legend' }),
        MOST = 14;
    const long = [...axes.keys()].sort((a, b) => axes[b].levels.length - axes[a].levels.length);
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
            scaled = thud.scaled(thud.largest(values), quantity.unit);
        // words and infinite values have places, not numbers
        const measured = !x.words && !x.labelled && x.levels.every((level) => Number.isFinite(level.number));
        const at = x.levels.map((level, i) => (measured ? level.number : i));
        const step = Math.ceil(x.levels.length / 12);
        const curves = Array.from({ length: Math.min(width, MOST) }, (_, j) => ({
            name: by ? `${by.name} ${by.levels[j].text}` : quantity.name,
            x: at,
            y: at.map((_, i) => values[i * width + j] / scaled.factor),
            colour: () => thud.theme.colour(j),
            dash: thud.theme.dash(j),
            points: at.length <= 40,
        }));
        thud.xy(chart, {
            title: `${quantity.name} over ${x.name}`,
            height: 340,
            curves,
            x: {
                label: thud.axisName(x.name, x.unit),
                ticks: measured
                    ? undefined
                    : x.levels.map((level, i) => [i, level.text]).filter((_, i) => i % step === 0),
            },
            y: { label: thud.axisName(quantity.name, scaled.unit) },
        });
        thud.colourKey(legend, by ? curves : []);
        if (width > MOST) legend.append(thud.element('span', {}, `… the first ${MOST} of ${width}`));
    };
    place.append(
        thud.chooser('Along', thud.choices(axes), state.x, change('x')),
        thud.chooser('Quantity', thud.choices(study.results), state.quantity, change('quantity')),
        thud.chooser('A line for each', [[-1, 'no other axis'], ...thud.choices(axes)], state.by, change('by')),
        thud.wayChooser(state.way, change('way', false)),
        chart,
        legend,
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
