// Plots over time with one clock: zoomed together, one cursor, one instant of the sketch; what is in contact is shaded.
//
// thud.group(time, shades, doubtful, clock) has the plots, grey from `doubtful` on; group.plot(place, {name, of, unit, height,
// time, series: [{name, data, own, index, part, peak}]}) adds one, of which the last has the time below it. A series with values
// of its `own` is filled down to zero: areas that stand on each other, the highest first.
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
        const most = Math.max(0, ...what.series.map((s) => (s.peak ?? 0) / scaled.factor));
        const cover = (low, high) => {
            if (high >= -low) return [low, Math.max(high, most)];
            return [Math.min(low, -most), high];
        };
        const colourOf = (one, i) => {
            const colour = thud.theme.colour(one.index ?? i);
            return one.part ? thud.mix(colour, thud.theme.token('back'), one.part) : colour;
        };
        // what the lines are at the cursor, beside it
        const tip = thud.element('div', { class: 'tip', hidden: true });
        const read = (made) => {
            const { idx, left } = made.cursor;
            tip.hidden = idx === null || idx === undefined || left < 0 || !made.over.matches(':hover');
            if (tip.hidden) return;
            const line = (one, i) =>
                thud.element(
                    'div',
                    {},
                    thud.element('span', { class: 'swatch', style: `background:${colourOf(one, i)}` }),
                    `${one.name} `,
                    thud.element('span', { class: 'at' }, thud.withUnitAfter(thud.digits(one.own ? one.own[idx] / scaled.factor : made.data[i + 1][idx], 4), scaled.unit)),
                );
            tip.replaceChildren(thud.element('div', { class: 'tip-time' }, `${thud.digits(made.data[0][idx], 5)} s`), ...what.series.map(line));
            const flip = left > made.over.clientWidth * 0.6;
            tip.style.left = flip ? '' : `${left + 12}px`;
            tip.style.right = flip ? `${made.over.clientWidth - left + 12}px` : '';
        };
        // names at the ends of lines, apart from each other
        const drawNames = (made) => {
            const { ctx, bbox } = made,
                ratio = devicePixelRatio,
                last = made.data[0].length - 1;
            const { max } = made.scales.x;
            let end = last;
            while (end > 0 && made.data[0][end] > max) end--;
            const names = what.series.map((one, i) => ({ one, i, y: made.valToPos(made.data[i + 1][end] ?? 0, 'y', true) })).sort((a, b) => a.y - b.y);
            const step = Math.min(12.5 * ratio, bbox.height / Math.max(names.length, 1));
            names.forEach((name, k) => (name.y = Math.max(name.y, bbox.top + step * (k + 0.5))));
            for (let k = names.length - 1; k >= 0; k--) names[k].y = Math.min(names[k].y, k === names.length - 1 ? bbox.top + bbox.height - step / 2 : names[k + 1].y - step);
            ctx.save();
            ctx.font = `${11 * ratio}px system-ui, sans-serif`;
            ctx.textBaseline = 'middle';
            ctx.textAlign = 'left';
            for (const { one, i, y } of names) {
                ctx.fillStyle = thud.theme.token(`ink-${(one.index ?? i) % 7}`);
                const room = 88 * ratio;
                let words = one.name;
                while (words.length > 3 && ctx.measureText(words).width > room) words = `${words.slice(0, -2)}…`;
                ctx.fillText(words, bbox.left + bbox.width + 6 * ratio, y);
            }
            ctx.restore();
        };
        let made = null;
        const canvas = thud.element('div', {
            class: 'canvas',
            tabindex: 0,
            role: 'group',
            'aria-roledescription': 'plot',
            'aria-label':
                `${what.name}${what.of ? ` of ${what.of}` : ''} over time, in ${scaled.unit || 'no unit'}. ${thud.spoken(what.series, time, scaled)} ` +
                'Left and right arrows move the instant, plus and minus zoom, 0 shows everything.',
            onkeydown: (event) => keys(event, made),
        });
        place.append(thud.element('figcaption', {}, thud.element('strong', {}, what.name), what.of ? ` ${what.of}` : ''), canvas);
        made = new uPlot(
            {
                width: Math.max(canvas.clientWidth, 200),
                height: what.height + (what.time ? 34 : 0) + 5,
                padding: [9, 96, what.time ? 0 : 4, 0],
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
                    what.time
                        ? axis('time [s]', { size: 22, gap: 2, labelSize: 14 })
                        : axis('', { size: 0, labelSize: 0, ticks: { show: false }, values: () => [] }),
                    axis(scaled.unit, {
                        size: 54,
                        space: 26,
                        values: (u, ticks) => ticks.map(thud.plain),
                    }),
                ],
                series: [
                    {},
                    ...what.series.map((series, i) => ({
                        label: series.name,
                        stroke: () => colourOf(series, i),
                        dash: thud.theme.dash(series.dashes ?? 0),
                        width: 1.3,
                        fill: series.own ? () => thud.mix(colourOf(series, i), thud.theme.token('back'), 0.45) : undefined,
                        points: { show: false },
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
                    draw: [drawNames],
                },
            },
            [time, ...what.series.map((series) => Float64Array.from(series.data, (v) => v / scaled.factor))],
            canvas,
        );
        made.marker = thud.element('div', { class: 'now' });
        made.over.append(made.marker, tip);
        made.over.addEventListener('mouseleave', () => (tip.hidden = true));
        plots.push(made);
        showNow(made);
        thud.watchWidth(canvas, (width) => {
            made.setSize({ width, height: what.height + (what.time ? 34 : 0) + 5 });
            showNow(made);
        });
        return made;
    };
    thud.theme.onChange(() => plots.forEach((made) => made.redraw(false)));
    const clear = () => {
        for (const made of plots) made.destroy();
        plots.length = 0;
    };

    return {
        plot,
        clear,
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
