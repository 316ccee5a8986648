// words in one line of so many letters, or in two that are about as long
thud.twoLines = (words, letters) => {
    const cut = words.length <= letters ? -1 : [...words.matchAll(/ /g)].map(({ index }) => index).reduce((best, at) => (Math.abs(2 * at - words.length) < Math.abs(2 * best - words.length) ? at : best), -1);
    return cut < 0 ? [words] : [words.slice(0, cut), words.slice(cut + 1)];
};

// A small chart in SVG for curves that go back and forth, and for points: loops, fragilities, lines over an axis.
//
// thud.xy(place, { title, x: {label, log}, y: {label, log, least, most, whole},
//                  curves: [{name, x, y, colour, dash, points, line}] })
thud.xy = (place, chart) => {
    const figure = thud.element('div', { class: 'xy' });
    place.replaceChildren(
        figure,
        thud.chartButtons(() => figure.firstChild, chart.file ?? chart.title),
    );
    let width = 0;

    const ends = (axis, key) => {
        const all = chart.curves
            .flatMap((curve) => Array.from(curve[key]))
            .filter((v) => Number.isFinite(v) && (!axis.log || v > 0));
        let [least, most] = thud.range(all);
        if (axis.log) return least > 0 ? [least / 1.1, most * 1.1] : [0.1, 1];
        const room = (most - least || Math.abs(most) || 1) * 0.05;
        // what is never negative has no room below zero
        return [axis.least ?? (least >= 0 ? Math.max(0, least - room) : least - room), axis.most ?? most + room];
    };

    const logTicks = (least, most) => {
        const found = [],
            steps = Math.log10(most / least) > 1.5 ? [1] : [1, 2, 5];
        for (let k = Math.floor(Math.log10(least)); k <= Math.log10(most); k++)
            for (const n of steps) if (n * 10 ** k >= least && n * 10 ** k <= most) found.push(Number(`${n}e${k}`));
        return found.length > 1 ? found : [least, most].map((v) => Number(v.toPrecision(3)));
    };

    const draw = () => {
        const height = Math.max(220, Math.min(chart.height ?? 320, width * 0.8));
        const left = 62,
            right = width - 14,
            top = 10,
            bottom = height - 44;
        const [x0, x1] = ends(chart.x, 'x'),
            [y0, y1] = ends(chart.y, 'y');
        const part = (axis, v, low, high) =>
            axis.log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low || 1);
        const px = (v) => left + part(chart.x, v, x0, x1) * (right - left);
        const py = (v) => bottom - part(chart.y, v, y0, y1) * (bottom - top);
        const text = (x, y, anchor, words, extra) => thud.svg('text', { x, y, 'text-anchor': anchor, ...extra }, words);
        const root = thud.svg('svg', {
            width,
            height,
            viewBox: `0 0 ${width} ${height}`,
            role: 'img',
            'aria-label': chart.title,
        });
        const xTicks =
            chart.x.ticks ??
            (chart.x.log ? logTicks(x0, x1) : thud.ticks(x0, x1, width / 65).map((v) => [v, thud.plain(v)]));
        for (const tick of xTicks) {
            const [v, words] = Array.isArray(tick) ? tick : [tick, thud.tick(tick)];
            root.append(
                thud.svg('path', { class: 'grid', d: `M${px(v)} ${top}V${bottom}` }),
                text(px(v), bottom + 16, 'middle', words),
            );
        }
        const rising = chart.y.log ? logTicks(y0, y1) : thud.ticks(y0, y1, 7);
        for (const v of chart.y.whole ? rising.filter(Number.isInteger) : rising)
            root.append(
                thud.svg('path', { class: 'grid', d: `M${left} ${py(v)}H${right}` }),
                text(left - 6, py(v) + 4, 'end', chart.y.log ? thud.tick(v) : thud.plain(v)),
            );
        root.append(
            text((left + right) / 2, height - 8, 'middle', chart.x.label, { class: 'name' }),
            ...thud.twoLines(chart.y.label, (bottom - top) / 6.4).map((words, i, all) => {
                const x = all.length > 1 ? 10 + 13 * i : 14;
                return text(x, (top + bottom) / 2, 'middle', words, { class: 'name', transform: `rotate(-90 ${x} ${(top + bottom) / 2})` });
            }),
        );
        for (const curve of chart.curves) root.append(...drawCurve(curve, px, py));
        figure.replaceChildren(root);
    };

    const drawCurve = (curve, px, py) => {
        const colour = typeof curve.colour === 'function' ? curve.colour() : curve.colour;
        const places = Array.from(curve.x, (x, i) => [px(x), py(curve.y[i])]).map((p) =>
            p.every(Number.isFinite) ? p : null,
        );
        const parts = [];
        if (curve.area) {
            const d = places.filter(Boolean).map((place) => place.map((c) => c.toFixed(1)).join(' '));
            return [thud.svg('path', { d: `M${d.join('L')}Z`, fill: colour, 'fill-opacity': 0.12, class: 'band' }, thud.svg('title', {}, curve.name))];
        }
        if (curve.line !== false) {
            let d = '',
                pen = 'M';
            for (const place of places) {
                if (!place) {
                    pen = 'M';
                    continue;
                }
                d += `${pen}${place[0].toFixed(1)} ${place[1].toFixed(1)}`;
                pen = 'L';
            }
            parts.push(
                thud.svg(
                    'path',
                    {
                        d,
                        fill: 'none',
                        stroke: colour,
                        'stroke-width': curve.width ?? 1.6,
                        'stroke-opacity': curve.opacity,
                        'stroke-dasharray': curve.dash?.join(' '),
                        'stroke-linejoin': 'round',
                    },
                    thud.svg('title', {}, curve.name ?? ''),
                ),
            );
        }
        // thousands of points are one path of dots
        if (curve.points && places.length > 400)
            parts.push(
                thud.svg('path', {
                    d: places.map((p) => (p ? `M${p[0].toFixed(1)} ${p[1].toFixed(1)}h0` : '')).join(''),
                    fill: 'none',
                    stroke: colour,
                    'stroke-width': 2 * (curve.radius ?? 3),
                    'stroke-linecap': 'round',
                    'data-points': places.filter(Boolean).length,
                }),
            );
        else if (curve.points)
            for (const place of places)
                if (place)
                    parts.push(
                        thud.svg(
                            'circle',
                            { cx: place[0].toFixed(1), cy: place[1].toFixed(1), r: curve.radius ?? 3, fill: colour },
                            thud.svg('title', {}, curve.name ?? ''),
                        ),
                    );
        return parts;
    };

    width = Math.floor(figure.clientWidth);
    if (width > 0) draw();
    thud.watchWidth(figure, (now) => {
        width = now;
        draw();
    });
    thud.theme.onChange(() => {
        if (width && figure.isConnected) draw();
    });
};
