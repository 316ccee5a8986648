// The strip below the picture: the clear gap of a contact over time, impacts as dots by their force, and the instant. It is
// drawn once; a line moves over it.
thud.strip = (place, run, clock, motion, plan) => {
    const { model, time, impacts, summary } = run;
    const HIGH = 118,
        LEFT = 58,
        RIGHT = 12,
        BASE = 88,
        TOP = 12;
    const strongest = thud.strongest(impacts);
    const size = (impact) => impact['max force'] || impact.impulse || 0;
    const most = Math.max(...impacts.map(size), 1e-300);
    const gapped = model.contacts.filter((c) => c.gap !== null && thud.gapOf(model, c));
    let contact = gapped.find((c) => c.name === strongest?.contact) ?? gapped[0] ?? null;

    const canvas = thud.element('canvas', { class: 'plot-canvas' }),
        line = thud.element('div', { class: 'now' }),
        title = thud.element('h2', { class: 'small-head', id: 'strip-head' });
    const slider = thud.element(
        'div',
        { class: 'strip', id: 'instant', role: 'slider', tabindex: 0, 'aria-label': 'Instant', 'aria-valuemin': clock.start, 'aria-valuemax': clock.end },
        canvas,
        line,
    );
    const reading = thud.element('output', { class: 'clock', for: 'instant' });
    const chooser = gapped.length > 1 ? thud.chooser('Gap of', gapped.map((c) => [c.name, c.name]), contact.name, (name) => choose(name)) : null;
    place.append(thud.element('div', { class: 'head' }, title, chooser, reading), slider);

    let width = 0,
        values = null,
        unit = null,
        gap = null;
    // clear gaps at the rows; of what has no gap, the largest displacement
    const prepare = () => {
        if (contact) {
            gap = thud.gapOf(model, contact);
            values = Float64Array.from(time, (t) => gap(motion.at(t), (name) => motion.support(name, t)));
            const own = impacts.filter((impact) => impact.contact === contact.name).length;
            const struck = own === impacts.length ? (own === 1 ? 'its impact' : `its ${own.toLocaleString('en')} impacts`) : `its ${own.toLocaleString('en')} of ${thud.count(impacts.length, 'impact')}`,
                by = impacts.some((i) => i['max force'] > 0) ? 'force' : 'impulse';
            title.textContent = `Clear gap at ${contact.name}${impacts.length ? `, with ${struck} sized by ${by}` : ''}`;
        } else {
            const best = motion.ranges.reduce((best, range, i) => (thud.largest(range) > thud.largest(motion.ranges[best]) ? i : best), 0);
            const name = [...model.bodies, ...model.rods][best]?.name ?? '';
            values = Float64Array.from(time, (t) => motion.at(t)[best]);
            gap = (x) => x[best];
            title.textContent = `${best < model.bodies.length ? 'Displacement' : 'Angle'} of ${name}${impacts.length ? `, and ${thud.count(impacts.length, 'impact')}` : ''}`;
            unit = best < model.bodies.length ? 'm' : 'rad';
        }
    };
    const px = (t) => LEFT + ((t - clock.start) / (clock.end - clock.start || 1)) * (width - LEFT - RIGHT);
    const draw = (ratio = devicePixelRatio || 1) => {
        if (!width) return;
        canvas.width = width * ratio;
        canvas.height = HIGH * ratio;
        const ctx = canvas.getContext('2d'),
            token = thud.theme.token;
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.fillStyle = token('back');
        ctx.fillRect(0, 0, width, HIGH);
        const [low, high] = contact ? [0, thud.range(values)[1]] : thud.range(values);
        const span = high - low || 1,
            zero = contact ? BASE : BASE - ((0 - low) / span) * (BASE - TOP),
            py = (v) => (contact ? BASE - (Math.max(v, 0) / span) * (BASE - TOP) : BASE - ((v - low) / span) * (BASE - TOP));
        const doubtful = summary.spread?.agreed_until;
        if (doubtful < clock.end) {
            ctx.fillStyle = token('doubt');
            ctx.fillRect(px(doubtful), TOP - 6, width - RIGHT - px(doubtful), BASE - TOP + 6);
        }
        ctx.font = "11px system-ui, 'Segoe UI', Roboto, Arial, sans-serif";
        ctx.fillStyle = token('soft');
        ctx.textAlign = 'center';
        for (const t of thud.ticks(clock.start, clock.end, Math.max(2, width / 110))) ctx.fillText(`${thud.plain(t)} s`, Math.min(px(t), width - 16), HIGH - 4);
        const scaled = thud.scaled(Math.max(Math.abs(low), Math.abs(high)), contact ? 'm' : unit);
        ctx.textAlign = 'right';
        const ticks = thud.ticks(low / scaled.factor, high / scaled.factor, 3);
        for (const v of ticks) {
            const y = py(v * scaled.factor);
            ctx.fillText(v === ticks.at(-1) ? thud.withUnitAfter(thud.plain(v), scaled.unit) : thud.plain(v), LEFT - 6, y + 4);
            ctx.fillStyle = token('grid');
            ctx.fillRect(LEFT, y, width - LEFT - RIGHT, 1);
            ctx.fillStyle = token('soft');
        }
        ctx.beginPath();
        for (let i = 0; i < time.length; i++) ctx.lineTo(px(time[i]), py(values[i]));
        ctx.strokeStyle = token('accent');
        ctx.lineWidth = 1.4;
        ctx.lineJoin = 'round';
        ctx.stroke();
        if (contact) {
            ctx.lineTo(px(clock.end), zero);
            ctx.lineTo(px(clock.start), zero);
            ctx.globalAlpha = 0.13;
            ctx.fillStyle = token('accent');
            ctx.fill();
            ctx.globalAlpha = 1;
        }
        ctx.fillStyle = token('text');
        ctx.fillRect(LEFT, zero - 0.5, width - LEFT - RIGHT, 1.2);
        for (const impact of [...impacts].sort((a, b) => size(b) - size(a))) {
            ctx.beginPath();
            ctx.arc(px(impact.moment), zero, Math.max(1.5, 12 * Math.sqrt(size(impact) / most)), 0, 7);
            ctx.fillStyle = token('hit');
            ctx.globalAlpha = contact && impact.contact !== contact.name ? 0.22 : 0.6;
            ctx.fill();
            ctx.globalAlpha = 1;
        }
    };
    // the largest drift at the instant, of storeys whose heights are known
    const storeys = plan.structures.filter((s) => s.known && /building|isolated/.test(s.kind)).flatMap((s) => s.bodies.map((body, i) => [body, s.bodies[i - 1] ?? null]));
    const drifts = (t) => {
        if (storeys.length === 0) return '';
        const x = motion.at(t);
        const largest = Math.max(...storeys.map(([body, below]) => Math.abs(x[body.index] - (below ? x[below.index] : 0)) / body.height));
        return `drift ${thud.digits(100 * largest, 3)}\u00a0%`;
    };
    // within an impact that is over before the next row of the history: how far its loop says that bodies are pressed
    // into each other, NaN where there is none
    const closedAt = (t) => {
        const at = thud.rowOf(time, t),
            impact = impacts.find((one) => one.contact === contact.name && t >= one.t && t <= one.t + (one.duration || 0));
        if (!impact || impact.t <= time[at] || impact.t + (impact.duration || 0) >= time[at + 1]) return null;
        const loop = run.loopOf(impact),
            row = loop ? thud.rowOf(loop.time, t) : 0;
        if (!loop || !(loop.time[row + 1] > loop.time[row])) return NaN;
        const share = Math.min(Math.max((t - loop.time[row]) / (loop.time[row + 1] - loop.time[row]), 0), 1);
        return loop.penetration[row] + share * (loop.penetration[row + 1] - loop.penetration[row]);
    };
    const show = (t) => {
        line.style.transform = `translateX(${px(t)}px)`;
        const value = gap?.(motion.at(t), (name) => motion.support(name, t));
        const text = contact ? thud.gapWords(value, thud.largest(values), closedAt(t)) : thud.quantity(value, unit, 3);
        const sheared = drifts(t);
        reading.textContent = [`${t.toFixed(thud.clockDigits(run))}\u00a0s`, text, sheared].filter(Boolean).join(' · ');
        slider.setAttribute('aria-valuenow', t.toFixed(4));
        slider.setAttribute('aria-valuetext', `${thud.digits(t, 4)} seconds, ${[text, sheared].filter(Boolean).join(', ')}`);
    };
    const choose = (name) => {
        contact = gapped.find((c) => c.name === name);
        prepare();
        draw();
        show(clock.now);
    };
    const timeAt = (event) => {
        const box = slider.getBoundingClientRect();
        return clock.start + ((event.clientX - box.left - LEFT) / (width - LEFT - RIGHT)) * (clock.end - clock.start);
    };
    slider.addEventListener('pointerdown', (event) => {
        slider.setPointerCapture(event.pointerId);
        clock.pause();
        clock.go(timeAt(event));
    });
    slider.addEventListener('pointermove', (event) => {
        if (slider.hasPointerCapture(event.pointerId)) clock.go(timeAt(event));
    });
    slider.addEventListener('keydown', (event) => {
        const whole = clock.end - clock.start;
        const steps = { ArrowLeft: -whole / 500, ArrowDown: -whole / 500, ArrowRight: whole / 500, ArrowUp: whole / 500, PageDown: -whole / 20, PageUp: whole / 20, Home: -whole, End: whole };
        if (event.key === ' ') clock.playing ? clock.pause() : clock.play();
        else if (steps[event.key]) {
            clock.pause();
            clock.go(clock.now + steps[event.key]);
        } else return;
        event.preventDefault();
    });
    prepare();
    thud.watchWidth(slider, (now) => {
        width = now;
        canvas.style.width = `${now}px`;
        canvas.style.height = `${HIGH}px`;
        draw();
        show(clock.now);
    });
    clock.on(show);
    thud.theme.onChange(() => draw());
    // on paper the instant is a part of the picture
    addEventListener('beforeprint', () => {
        draw(3);
        const ctx = canvas.getContext('2d');
        ctx.fillStyle = thud.theme.token('text');
        ctx.fillRect(px(clock.now) - 1, 0, 2, HIGH - 18);
    });
};

// a gap below zero is how far two bodies are pressed into each other; `pressed`, where it is not null, is what is known of that
thud.gapWords = (value, scale, pressed) => {
    if (pressed !== null) return pressed > 0 ? `penetration ${thud.quantity(pressed, 'm', 3)}` : 'in contact';
    return Math.abs(value) < 1e-5 * scale ? 'gap 0' : value > 0 ? `gap ${thud.quantity(value, 'm', 3)}` : `penetration ${thud.quantity(-value, 'm', 3)}`;
};
