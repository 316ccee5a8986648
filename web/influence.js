// What a result depends on: Spearman's rank correlation with every axis of numbers, and a tornado of the means of the result
// over the lower and the upper quarter of each axis, as thud export --sensitivity computes them.

// ranks from 0; equal numbers have the mean of theirs
thud.ranks = (values) => {
    const order = [...values.keys()].sort((a, b) => values[a] - values[b]),
        ranks = new Float64Array(values.length);
    for (let from = 0, to; from < order.length; from = to) {
        for (to = from + 1; to < order.length && values[order[to]] === values[order[from]]; ) to++;
        for (let i = from; i < to; i++) ranks[order[i]] = (from + to - 1) / 2;
    }
    return ranks;
};

// NaN where one of the two does not vary
thud.correlation = (a, b) => {
    const mean = (a.length - 1) / 2;
    let ab = 0,
        aa = 0,
        bb = 0;
    for (let i = 0; i < a.length; i++) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) ** 2;
        bb += (b[i] - mean) ** 2;
    }
    return aa > 0 && bb > 0 ? ab / Math.sqrt(aa) / Math.sqrt(bb) : NaN;
};

// of one result on one axis, over the cases in which both are finite
thud.influence = (study, axis, result) => {
    const x = [],
        y = [];
    study.eachRow((row) => {
        if (!Number.isFinite(axis.values[row]) || !Number.isFinite(result.values[row])) return;
        x.push(axis.values[row]);
        y.push(result.values[row]);
    });
    // equal numbers, which share a rank, stay together, and a quarter has one number at least
    const ranks = thud.ranks(x),
        last = x.length - 1,
        [lowest, highest] = thud.range(ranks);
    const mean = (passes) => thud.ways.mean(y.filter((_, i) => passes(ranks[i])));
    return {
        axis,
        count: x.length,
        correlation: thud.correlation(ranks, thud.ranks(y)),
        low: mean((rank) => rank <= Math.max(lowest, last / 4)),
        high: mean((rank) => rank >= Math.min(highest, last - last / 4)),
    };
};

// the indices of a design, of all cases: two numbers with their intervals, and what they are called
thud.indicesOf = (study, axis, result) => {
    const one = (study.sensitivity ?? []).find((other) => other.result === result.name && other.axis === axis.name);
    if (!one) return null;
    return 'total' in one
        ? { heads: ['first-order index', 'total index'], values: [one.first_order, one.total], unit: null }
        : { heads: ['mean size of effects', 'their deviation'], values: [one.effect_size, one.effect_deviation], unit: result.unit };
};

// the largest first: by the indices of a design, or else by the correlation
thud.influences = (study, result) =>
    study.free
        .filter((axis) => !axis.words)
        .map((axis) => ({ ...thud.influence(study, axis, result), indices: thud.indicesOf(study, axis, result) }))
        .map((one) => ({ ...one, size: one.indices ? Math.max(...one.indices.values.map(({ value }) => value)) : 0 }))
        .filter((one) => !Number.isNaN(one.correlation))
        .sort((a, b) => b.size - a.size || Math.abs(b.correlation) - Math.abs(a.correlation));

// a bar for each axis, from the mean in its lower quarter to that in its upper one
thud.tornado = (figure, list, result, scaled, width) => {
    const wide = 7 * Math.max(...list.map((one) => one.axis.name.length)),
        left = Math.min(width * 0.38, Math.max(60, wide + 14)),
        right = width - 14,
        top = 8,
        step = 30,
        bottom = top + step * list.length;
    const ends = list.flatMap((one) => [one.low, one.high]).map((value) => value / scaled.factor);
    let [least, most] = thud.range(ends);
    const room = (most - least || Math.abs(most) || 1) * 0.06;
    [least, most] = [least >= 0 ? Math.max(0, least - room) : least - room, most + room];
    const px = (value) => left + ((value / scaled.factor - least) / (most - least)) * (right - left);
    const colours = [thud.theme.colour(0), thud.theme.colour(1)];
    const root = thud.svg('svg', {
        width,
        height: bottom + 44,
        viewBox: `0 0 ${width} ${bottom + 44}`,
        role: 'img',
        'aria-label': `Mean of ${result.title} in the lower and the upper quarter of ${thud.listed(list.map((one) => one.axis.name))}`,
    });
    for (const v of thud.ticks(least, most, (right - left) / 65))
        root.append(
            thud.svg('path', { class: 'grid', d: `M${px(v * scaled.factor)} ${top}V${bottom}` }),
            thud.svg('text', { x: px(v * scaled.factor), y: bottom + 16, 'text-anchor': 'middle' }, thud.plain(v)),
        );
    list.forEach((one, i) => {
        const y = top + step * (i + 0.5),
            [a, b] = [px(one.low), px(one.high)],
            letters = Math.floor((left - 14) / 6.4),
            name = one.axis.name.length > letters ? `${one.axis.name.slice(0, letters - 1)}…` : one.axis.name;
        root.append(
            thud.svg('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, name, thud.svg('title', {}, one.axis.name)),
            thud.svg('rect', {
                x: Math.min(a, b).toFixed(1),
                y: y - 8,
                width: Math.max(Math.abs(b - a), 1).toFixed(1),
                height: 16,
                fill: colours[0],
                'fill-opacity': 0.3,
            }),
            thud.svg('circle', { cx: a.toFixed(1), cy: y, r: 5, fill: colours[0] }),
            thud.svg('rect', { x: (b - 4.5).toFixed(1), y: y - 4.5, width: 9, height: 9, fill: colours[1] }),
        );
    });
    root.append(
        thud.svg(
            'text',
            { class: 'name', x: (left + right) / 2, y: bottom + 36, 'text-anchor': 'middle' },
            thud.axisName(`mean of ${result.title}`, scaled.unit),
        ),
    );
    figure.replaceChildren(root);
};

// the marks of a tornado, in words
thud.tornadoKey = (place) => {
    const key = (mark, words) =>
        thud.element('span', { class: 'key' }, thud.svg('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, mark), words);
    place.replaceChildren(
        key(thud.svg('circle', { cx: 6, cy: 6, r: 5, fill: thud.theme.colour(0) }), 'axis in its lower quarter'),
        key(thud.svg('rect', { x: 1.5, y: 1.5, width: 9, height: 9, fill: thud.theme.colour(1) }), 'axis in its upper quarter'),
    );
};

thud.sensitivity = (place, study) => {
    const figure = thud.element('div', { class: 'xy' }),
        legend = thud.element('div', { class: 'legend' }),
        table = thud.element('div'),
        note = thud.element('p', { class: 'note', role: 'status' }),
        buttons = thud.chartButtons(() => figure.firstChild, 'tornado'),
        MOST = 20;
    const state = { quantity: study.favourite };
    let width = 0;
    const draw = () => {
        const result = study.results[state.quantity],
            all = thud.influences(study, result),
            list = all.slice(0, MOST);
        const scaled = thud.scaled(Math.max(0, ...list.flatMap((one) => [one.low, one.high]).map(Math.abs)), result.unit);
        buttons.hidden = list.length === 0;
        note.textContent = list.length
            ? `Rank correlations of ${result.title} over ${thud.count(Math.max(...all.map((one) => one.count)), 'case')}${all.length > MOST ? `; ${MOST} of ${all.length} axes` : ''}. +1: it always rises with the axis; 0: no trend.${list.every((one) => one.indices) ? ' Indices are of all cases; 95 % of repetitions lie in the brackets.' : ''}${result.about ? ` ${result.title}: ${result.about}.` : ''}`
            : 'No axis of numbers varies together with this result.';
        if (list.length === 0) return [figure, legend, table].forEach((part) => part.replaceChildren());
        if (width) thud.tornado(figure, list, result, scaled, width);
        thud.tornadoKey(legend);
        const mean = (value) => thud.quantity(value, result.unit, 4, thud.largest(result.values));
        const indices = list.every((one) => one.indices) ? list[0].indices : null;
        const estimate = ({ value, low, high }, unit) =>
            [value, low, high].includes(null) ? '–' : unit === null ? `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})` : `${mean(value)} (${mean(low)} to ${mean(high)})`;
        table.replaceChildren(
            thud.smallTable(
                'Influence of each axis, and the mean of the quantity in its lower and upper quarter',
                ['axis', 'rank correlation', 'lower quarter', 'upper quarter', ...(indices?.heads ?? [])],
                list.map((one) => [
                    one.axis.name,
                    `${one.correlation > 0 ? '+' : ''}${one.correlation.toFixed(2)}`.replace('-', '−'),
                    mean(one.low),
                    mean(one.high),
                    ...(indices ? one.indices.values.map((value) => estimate(value, one.indices.unit).replaceAll('-', '−')) : []),
                ]),
            ),
        );
    };
    place.append(
        thud.chooser('Quantity', thud.choices(study.results), state.quantity, (value) => {
            state.quantity = Number(value);
            draw();
        }),
        figure,
        buttons,
        legend,
        table,
        note,
    );
    thud.watchWidth(figure, (now) => {
        width = now;
        draw();
    });
    thud.theme.onChange(() => {
        if (width) draw();
    });
    study.onFilter(draw);
    draw();
};
