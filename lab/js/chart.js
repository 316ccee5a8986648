// A plot that is drawn anew for every frame: axes and scales by uPlot, curves that go any way, points, and marks to drag.
//
// thud.lab.chart(place, { name, x: {label, unit, log}, y: {label, unit}, height, drag }) gives { set, node, line, spot }.
// set({ curves: [{ name, x, y, index, dash, width, points, faint }], marks: [{ x, y, index, words, open }], ends: { x, y } }) draws. Units get
// the prefix that fits; drag(x, y, mark) is told, in units without prefix, where a mark is dragged to.
thud.lab.chart = (place, what) => {
    const state = {
        curves: [],
        marks: [],
        scale: { x: { factor: 1, unit: what.x.unit }, y: { factor: 1, unit: what.y.unit } },
        ends: {},
    };
    const font = '11px system-ui, sans-serif';

    const axis = (key, extra) => ({
        scale: key,
        label: ' ',
        labelSize: 17,
        labelFont: '12px system-ui, sans-serif',
        labelGap: 0,
        font,
        stroke: () => thud.theme.token('text'),
        grid: { stroke: () => thud.theme.token('grid'), width: 1 },
        ticks: { stroke: () => thud.theme.token('grid'), width: 1, size: 5 },
        values: (u, ticks) =>
            ticks.map((tick) => (tick === null ? '' : what[key].log ? thud.tick(tick) : thud.plain(tick))),
        ...extra,
    });
    const along = (u, key) => {
        const { min, max } = u.scales[key],
            log = what[key].log,
            f = log ? Math.log : (v) => v,
            from = f(min),
            span = f(max) - from || 1,
            { left, top, width, height } = u.bbox,
            { factor } = state.scale[key];
        return key === 'x'
            ? (v) => left + ((f(v / factor) - from) / span) * width
            : (v) => top + height - ((f(v / factor) - from) / span) * height;
    };
    const drawCurve = (ctx, curve, px, py) => {
        const ratio = devicePixelRatio;
        ctx.strokeStyle = ctx.fillStyle = curve.colour ?? thud.theme.colour(curve.index ?? 0);
        ctx.globalAlpha = curve.faint ? 0.35 : 1;
        if (curve.points) {
            const r = (curve.radius ?? 1) * ratio;
            for (let i = 0; i < curve.x.length; i++) ctx.fillRect(px(curve.x[i]) - r / 2, py(curve.y[i]) - r / 2, r, r);
            return;
        }
        ctx.lineWidth = (curve.width ?? 1.8) * ratio;
        ctx.setLineDash((curve.dash ?? []).map((d) => d * ratio));
        ctx.beginPath();
        let pen = false;
        for (let i = 0; i < curve.x.length; i++) {
            const x = px(curve.x[i]),
                y = py(curve.y[i]);
            if (!Number.isFinite(x) || !Number.isFinite(y)) pen = false;
            else if (pen) ctx.lineTo(x, y);
            else {
                ctx.moveTo(x, y);
                pen = true;
            }
        }
        ctx.stroke();
    };
    const drawMark = (ctx, mark, px, py) => {
        const ratio = devicePixelRatio;
        ctx.globalAlpha = 1;
        ctx.setLineDash([]);
        ctx.beginPath();
        ctx.arc(px(mark.x), py(mark.y), (mark.drag ? 7 : 4.5) * ratio, 0, 2 * Math.PI);
        ctx.lineWidth = 2 * ratio;
        ctx.fillStyle = mark.open ? thud.theme.token('back') : thud.theme.colour(mark.index ?? 0);
        ctx.strokeStyle = mark.open ? thud.theme.colour(mark.index ?? 0) : thud.theme.token('back');
        ctx.fill();
        ctx.stroke();
    };
    const draw = (u) => {
        const { ctx, bbox } = u,
            px = along(u, 'x'),
            py = along(u, 'y');
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left - 1, bbox.top - 1, bbox.width + 2, bbox.height + 2);
        ctx.clip();
        ctx.lineJoin = 'round';
        for (const curve of state.curves) drawCurve(ctx, curve, px, py);
        ctx.restore();
        ctx.save();
        for (const mark of state.marks)
            if (Number.isFinite(mark.x) && Number.isFinite(mark.y)) drawMark(ctx, mark, px, py);
        ctx.restore();
    };

    const height = what.height ?? 260;
    const canvas = thud.element('div', { class: 'canvas', role: 'img', 'aria-label': what.name });
    const legend = thud.element('div', { class: 'keys' });
    const node = thud.element(
        'figure',
        { class: 'chart', 'data-chart': what.id },
        thud.element('figcaption', {}, what.name),
        canvas,
        legend,
    );
    place.append(node);
    const plot = new uPlot(
        {
            mode: 2,
            width: Math.max(Math.floor(canvas.clientWidth), 260),
            height,
            padding: [10, 12, 0, 0],
            legend: { show: false },
            cursor: { show: false },
            scales: {
                x: { time: false, distr: what.x.log ? 3 : 1, range: () => state.ends.x ?? [0, 1] },
                y: { distr: what.y.log ? 3 : 1, range: () => state.ends.y ?? [0, 1] },
            },
            axes: [axis('x', { size: 26, gap: 3 }), axis('y', { side: 3, size: 58, gap: 3 })],
            series: [
                {},
                {
                    facets: [
                        { scale: 'x', auto: true },
                        { scale: 'y', auto: true },
                    ],
                    paths: () => null,
                    points: { show: false },
                },
            ],
            hooks: { draw: [draw] },
        },
        [
            null,
            [
                [0, 1],
                [0, 1],
            ],
        ],
        canvas,
    );

    // room around the numbers; what is never negative has none below zero
    const ends = (key, given) => {
        const log = what[key].log;
        let least = Infinity,
            most = -Infinity;
        for (const curve of state.curves)
            for (const v of curve[key]) {
                if (!Number.isFinite(v) || (log && !(v > 0))) continue;
                if (v < least) least = v;
                if (v > most) most = v;
            }
        if (given) [least, most] = given;
        else if (least > most) [least, most] = log ? [0.1, 1] : [0, 1];
        else if (log) [least, most] = [least / 1.1, most * 1.1];
        else {
            const room = (most - least || Math.abs(most) || 1) * 0.06;
            [least, most] = [
                least === 0 ? 0 : least > 0 && least < most / 2 ? 0 : least - room,
                most === 0 ? 0 : most + room,
            ];
        }
        if (!(most > least)) most = least + (Math.abs(least) || 1);
        const scaled = log
            ? { factor: 1, unit: what[key].unit }
            : thud.scaled(Math.max(Math.abs(least), Math.abs(most)), what[key].unit);
        state.scale[key] = scaled;
        state.ends[key] = [least / scaled.factor, most / scaled.factor];
        plot.axes[key === 'x' ? 0 : 1].label = thud.axisName(what[key].label, scaled.unit);
    };
    let keys = '';
    const drawLegend = () => {
        const named = state.curves.filter((curve) => curve.name),
            now = named.map((curve) => `${curve.name}${curve.index}${curve.dash}`).join('|') + thud.theme.isDark();
        if (now === keys) return;
        keys = now;
        legend.replaceChildren(
            ...named.map((curve) =>
                thud.element(
                    'span',
                    { class: 'key' },
                    thud.svg(
                        'svg',
                        { width: 24, height: 8, 'aria-hidden': 'true' },
                        thud.svg('path', {
                            d: 'M0 4H24',
                            stroke: curve.colour ?? thud.theme.colour(curve.index ?? 0),
                            'stroke-width': curve.points ? 3 : 2,
                            'stroke-dasharray': curve.points ? '3 4' : (curve.dash ?? []).join(' '),
                        }),
                    ),
                    curve.name,
                ),
            ),
        );
    };
    let held = null;
    const redraw = () => plot.redraw(true, true);
    const set = ({ curves, marks = [], ends: given = {}, spoken }) => {
        Object.assign(state, { curves, marks });
        // axes that follow a mark would run away from the hand that holds it
        if (!held) {
            ends('x', given.x);
            ends('y', given.y);
        }
        if (spoken) canvas.setAttribute('aria-label', `${what.name}. ${spoken}`);
        plot.setData([
            null,
            [
                [0, 1],
                [0, 1],
            ],
        ]);
        drawLegend();
    };

    // dragging: a mark that is near the pointer goes with it
    const at = (event) => {
        const box = plot.over.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    };
    const near = ([x, y]) => {
        const distance = (mark) =>
            Math.hypot(
                plot.valToPos(mark.x / state.scale.x.factor, 'x') - x,
                plot.valToPos(mark.y / state.scale.y.factor, 'y') - y,
            );
        return state.marks.find((mark) => mark.drag && distance(mark) < 24) ?? null;
    };
    plot.over.addEventListener('pointerdown', (event) => {
        held = near(at(event));
        if (!held) return;
        plot.over.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    plot.over.addEventListener('pointermove', (event) => {
        const place = at(event);
        plot.over.style.cursor = held || near(place) ? 'grab' : '';
        if (!held) return;
        const { x, y } = state.scale;
        what.drag?.(plot.posToVal(place[0], 'x') * x.factor, plot.posToVal(place[1], 'y') * y.factor, held);
    });
    for (const name of ['pointerup', 'pointercancel'])
        plot.over.addEventListener(name, () => {
            if (!held) return;
            held = null;
            what.dropped?.();
        });
    // a finger on a mark drags it; anywhere else it scrolls
    plot.over.addEventListener('touchstart', (event) => held && event.preventDefault(), { passive: false });

    thud.watchWidth(canvas, (width) => plot.setSize({ width, height }));
    thud.theme.onChange(() => {
        redraw();
        drawLegend();
    });
    // an instant on the axis, as a line that costs no drawing
    const now = thud.element('div', { class: 'now-line', hidden: true });
    plot.over.append(now);
    const line = (x) => {
        now.hidden = false;
        now.style.left = `${plot.valToPos(x / state.scale.x.factor, 'x')}px`;
    };
    // a place on a curve that moves, likewise
    const dot = thud.element('div', { class: 'now-dot', hidden: true });
    plot.over.append(dot);
    const spot = (x, y) => {
        const { x: sx, y: sy } = state.scale;
        dot.hidden = false;
        dot.style.transform = `translate(${plot.valToPos(x / sx.factor, 'x')}px, ${plot.valToPos(y / sy.factor, 'y')}px)`;
    };
    return { set, node, line, spot };
};
