// Plots over time with one clock: zoomed together, one cursor, one instant of the sketch; what is in contact is shaded.
//
// thud.group(time, shades, doubtful) makes the clock, grey from `doubtful` on; group.plot(place, {name, unit, series: [{name, data, index, peak, shown}], onRead})
// adds a plot.
thud.group = (time, contacts, doubtful, clock) => {
    const shades = thud.merged(contacts);
    const plots = [];
    const whole = [time[0], time[time.length - 1]];
    let linking = false;

    const link = (from) => {
        if (linking) return;
        linking = true;
        const { min, max } = from.scales.x;
        for (const plot of plots) if (plot !== from) plot.setScale('x', { min, max });
        linking = false;
    };
    const zoom = (min, max) => {
        for (const plot of plots) {
            plot.setScale('x', { min: Math.max(min, whole[0]), max: Math.min(max, whole[1]) });
            break;
        }
    };
    const setNow = (t) => {
        clock.pause();
        clock.go(t);
    };
    // the instant is a line over each plot: nothing is drawn again while it moves
    const showNow = (plot) => {
        const { min, max } = plot.scales.x,
            seen = clock.now >= min && clock.now <= max;
        plot.marker.hidden = !seen;
        if (seen) plot.marker.style.transform = `translateX(${plot.valToPos(clock.now, 'x')}px)`;
    };
    clock.on(() => plots.forEach(showNow));

    // behind the curves: contact as bars, the instant of the sketch as a line
    const drawShades = (plot) => {
        const { ctx, bbox } = plot,
            { min, max } = plot.scales.x;
        ctx.save();
        ctx.fillStyle = thud.theme.token('shade');
        for (const [start, end] of shades) {
            if (end < min || start > max) continue;
            const from = Math.max(plot.valToPos(start, 'x', true), bbox.left);
            const to = Math.min(plot.valToPos(end, 'x', true), bbox.left + bbox.width);
            ctx.fillRect(from, bbox.top, Math.max(to - from, devicePixelRatio), bbox.height);
        }
        // beyond what the inputs determine
        if (doubtful < Math.min(max, whole[1])) {
            const from = Math.max(plot.valToPos(doubtful, 'x', true), bbox.left);
            ctx.fillStyle = thud.theme.token('doubt');
            ctx.fillRect(from, bbox.top, bbox.left + bbox.width - from, bbox.height);
        }
        ctx.restore();
    };
    const axis = (label, extra) => ({
        label,
        labelSize: 16,
        labelFont: '12px system-ui, sans-serif',
        font: '11px system-ui, sans-serif',
        labelGap: 0,
        stroke: () => thud.theme.token('text'),
        grid: { stroke: () => thud.theme.token('grid'), width: 1 },
        ticks: { stroke: () => thud.theme.token('grid'), width: 1, size: 5 },
        ...extra,
    });

    const keys = (event, plot) => {
        const { min, max } = plot.scales.x,
            span = max - min;
        const actions = {
            ArrowLeft: () => setNow(clock.now - span / 100),
            ArrowRight: () => setNow(clock.now + span / 100),
            Home: () => setNow(min),
            End: () => setNow(max),
            '+': () => zoom(clock.now - span / 4, clock.now + span / 4),
            '=': () => zoom(clock.now - span / 4, clock.now + span / 4),
            '-': () => zoom(min - span / 2, max + span / 2),
            0: () => zoom(...whole),
        };
        if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
        actions[event.key]();
        event.preventDefault();
    };

    // a plot shows the traces whose `shown` is true; its axis has room for their peaks, which lie between rows too
    const plot = (place, what) => {
        const peak = (s) => Math.max(thud.largest(s.data), s.peak ?? 0);
        const scaled = thud.scaled(Math.max(...what.series.map(peak)), what.unit);
        const cover = (low, high) => {
            const visible = what.series.filter((s, i) => made?.series[i + 1].show ?? s.shown);
            const most = Math.max(0, ...visible.map((s) => (s.peak ?? 0) / scaled.factor));
            if (high >= -low) return [low, Math.max(high, most)];
            return [Math.min(low, -most), high];
        };
        const read = (made) => {
            const index = made.cursor.idx;
            what.onRead?.(
                what.series.map((_, i) =>
                    index === null || index === undefined ? '' : thud.digits(made.data[i + 1][index], 4),
                ),
                scaled.unit,
            );
        };
        let made = null;
        const canvas = thud.element('div', {
            class: 'canvas',
            tabindex: 0,
            role: 'group',
            'aria-roledescription': 'plot',
            'aria-label':
                `${what.name} over time, in ${scaled.unit}. ${thud.spoken(what.series, time, scaled)} ` +
                'Left and right move the instant, plus and minus zoom, 0 shows everything.',
            onkeydown: (event) => keys(event, made),
        });
        place.append(canvas);
        made = new uPlot(
            {
                width: Math.max(canvas.clientWidth, 200),
                height: what.height ?? 210,
                legend: { show: false },
                pxAlign: 1,
                cursor: {
                    sync: { key: 'thud' },
                    drag: { x: true, y: false, dist: 5 },
                    points: { size: 6 },
                    bind: {
                        click: (u, node, handle) => (event) => {
                            const t = u.posToVal(event.clientX - node.getBoundingClientRect().left, 'x');
                            if (Number.isFinite(t)) setNow(t);
                            return handle(event);
                        },
                    },
                },
                scales: {
                    x: { time: false },
                    y: {
                        range: (u, low, high) => {
                            const [least, most] = low === null ? [0, 1] : cover(low, high),
                                room = (most - least || Math.abs(most) || 1) * 0.06;
                            return [least - (least === 0 ? 0 : room), most + (most === 0 ? 0 : room)];
                        },
                    },
                },
                axes: [
                    axis('time [s]', { size: 26, gap: 3 }),
                    axis(thud.withUnit(what.name, scaled.unit), {
                        size: 60,
                        values: (u, ticks) => ticks.map(thud.plain),
                    }),
                ],
                series: [
                    {},
                    ...what.series.map((series, i) => ({
                        label: series.name,
                        stroke: () => thud.theme.colour(series.index ?? i),
                        dash: thud.theme.dash(series.index ?? i),
                        width: 1.4,
                        points: { show: false },
                        show: series.shown ?? true,
                        spanGaps: false,
                    })),
                ],
                hooks: {
                    setScale: [
                        (u, key) => {
                            if (key !== 'x') return;
                            link(u);
                            if (u.marker) showNow(u);
                        },
                    ],
                    setCursor: [read],
                    drawClear: [drawShades],
                },
            },
            [time, ...what.series.map((series) => Float64Array.from(series.data, (v) => v / scaled.factor))],
            canvas,
        );
        made.marker = thud.element('div', { class: 'now' });
        made.over.append(made.marker);
        plots.push(made);
        showNow(made);
        thud.watchWidth(canvas, (width) => {
            made.setSize({ width, height: what.height ?? 210 });
            showNow(made);
        });
        thud.theme.onChange(() => made.redraw(false));
        return made;
    };

    return {
        plot,
        setNow,
        reset: () => zoom(...whole),
        whole,
        plots,
    };
};

// intervals of time without those that others cover
thud.merged = (intervals) => {
    const all = [];
    for (const [start, end] of [...intervals].sort((a, b) => a[0] - b[0])) {
        const last = all.at(-1);
        if (last && start <= last[1]) last[1] = Math.max(last[1], end);
        else all.push([start, end]);
    }
    return all;
};

// what a plot shows, in words: for those who do not see it
thud.spoken = (series, time, scaled) =>
    series
        .slice(0, 8)
        .map(({ name, data }) => {
            let low = 0,
                high = 0;
            for (let i = 1; i < data.length; i++) {
                if (data[i] < data[low]) low = i;
                if (data[i] > data[high]) high = i;
            }
            const at = (i) => `${thud.digits(data[i] / scaled.factor, 4)} at ${thud.digits(time[i], 4)} s`;
            return data.length ? `${name}: from ${at(low)} to ${at(high)}.` : '';
        })
        .join(' ');
