// Beside the picture: peaks over the height, storey drift and floor acceleration, with those of the run without contact and
// the drift at the instant; of what has no storeys the peaks of each body as bars.
thud.profile = (place, run, clock, plan, motion, sceneOf) => {
    const { summary, model } = run;
    const tall = plan.structures.filter((s) => /building|isolated/.test(s.kind));
    const MOST = 8; // structures that a profile can tell apart
    if (tall.length > 0 && tall.length === plan.structures.length && tall.length <= MOST) return thud.profileTall(place, run, clock, plan, motion, sceneOf, tall);
    if (model.bodies.length + model.rods.length > 0) thud.profileBars(place, summary, model, plan);
    return null;
};

// storeys from the bottom up: {body, below, from, to, height, drift, accelerations}; drifts are true peaks where there are signals
// or links of them, otherwise those of the rows
thud.storeysOf = (run, plan, motion, s) => {
    const { summary, model, time } = run;
    const first = s.kind === 'isolated' ? 1 : 0;
    return s.bodies.slice(first).map((body, k) => {
        const below = s.bodies[k + first - 1] ?? null,
            from = below?.z ?? 0;
        const link = model.links.find((one) => one.right === body.name && (one.left ?? null) === (below?.name ?? null));
        const peak = (results) => {
            const signal = link && results?.watch?.[`${link.name}-drift`]?.max;
            if (signal !== undefined) return signal * body.height;
            return link && results?.links?.[link.name]?.max_deformation;
        };
        const relative = (x) => x[body.index] - (below ? x[below.index] : 0);
        let rows = 0;
        if (peak(summary) === undefined) for (const t of time) rows = Math.max(rows, Math.abs(relative(motion.at(t))));
        return { body, below, from, to: body.z, height: body.height, relative, drift: peak(summary) ?? rows, open: peak(summary.open) };
    });
};

thud.profileTall = (place, run, clock, plan, motion, sceneOf, tall) => {
    const { summary } = run,
        G = 9.80665;
    const known = tall.every((s) => s.known);
    const sets = tall.map((s) => ({ s, storeys: thud.storeysOf(run, plan, motion, s) }));
    // drift in per cent of the storey where heights are known, in mm otherwise
    const unit = known ? '%' : 'mm';
    const drift = (metres, storey) => (metres === undefined ? undefined : known ? (100 * metres) / storey.height : 1000 * metres);
    const floorsOf = (s) => s.bodies.map((body) => ({ z: body.z, value: summary.bodies[body.name].max_acceleration / G, open: summary.open?.bodies?.[body.name]?.max_acceleration / G }));
    const impulsive = Object.values(summary.bodies).some((body) => body.impulsive);
    const svg = thud.svg('svg', { class: 'profile', role: 'img' });
    place.append(svg);
    const moving = new Map();
    const draw = () => {
        const { view } = sceneOf(),
            width = place.clientWidth,
            wide = Math.min(width, 380);
        if (!(width > 0) || !view.height) return;
        const beside = place.offsetTop < (place.previousElementSibling?.offsetTop ?? 0) + 40;
        const top = Math.max(...tall.map((s) => s.top));
        const high = beside ? view.height : 300,
            base = beside ? view.base : high - 40,
            scale = beside ? view.scale : (base - 50) / top;
        const py = (z) => base - z * scale;
        svg.replaceChildren();
        const whole = Math.max(beside ? high : 0, base + 44 + 17 * (sets.length - 1));
        thud.attributes(svg, { width: wide, height: whole, viewBox: `0 0 ${wide} ${whole}`, 'data-beside': beside || null });
        if (!beside) svg.removeAttribute('data-beside');
        const text = (x, y, words, extra) => svg.append(thud.svg('text', { x, y, ...extra }, words));
        const panel = (left, right, title, most, format) => {
            const px = (v) => left + (v / most) * (right - left);
            text(left, Math.max(py(top) - 14, 14), title, { class: 'head' });
            const ticks = thud.ticks(0, most, 3).filter((v) => v <= most);
            for (const v of ticks) {
                svg.append(thud.svg('path', { class: 'grid', d: `M${px(v)} ${py(top)}V${base}` }));
                text(px(v), base + 15, format(v), { 'text-anchor': 'middle', class: 'tick' });
            }
            svg.append(thud.svg('path', { class: 'axis', d: `M${left} ${py(top)}V${base}H${right}` }));
            return px;
        };
        const middle = wide / 2;
        const drifts = sets.flatMap(({ storeys }) => storeys.flatMap((one) => [drift(one.drift, one), drift(one.open, one) ?? 0]));
        const accelerations = sets.flatMap(({ s }) => floorsOf(s).flatMap((floor) => [floor.value, floor.open || 0]));
        const mostDrift = 1.06 * Math.max(...drifts, 1e-9),
            mostAcceleration = 1.06 * Math.max(...accelerations, 1e-9);
        const x1 = panel(14, middle - 16, known ? 'Peak storey drift' : 'Peak between floors', mostDrift, (v) => `${thud.plain(v)}\u00a0${unit}`);
        const x2 = panel(middle + 12, wide - 12, 'Floor acceleration', mostAcceleration, (v) => `${thud.plain(v)}\u00a0g`);
        const stairs = (storeys, value, px) => {
            let d = '';
            for (const storey of storeys) {
                const v = value(storey);
                if (v === undefined || Number.isNaN(v)) return '';
                d += `${d ? 'L' : 'M'}${px(v).toFixed(1)} ${py(storey.from).toFixed(1)}V${py(storey.to).toFixed(1)}`;
            }
            return d;
        };
        // one floor alone is a line from the ground
        const along = (floors, px) =>
            (floors.length === 1 ? [{ ...floors[0], z: 0 }, ...floors] : floors).map((floor, i) => `${i ? 'L' : 'M'}${px(floor.value).toFixed(1)} ${py(floor.z).toFixed(1)}`).join('');
        // below the axis what each line is, and its largest value
        const key = (left, right, row, s, words, id) => {
            const y = base + 36 + 17 * row,
                colour = s.index % 7,
                room = Math.max(3, Math.floor((right - left - 8 * words.length - 24) / 6.2));
            svg.append(thud.svg('path', { class: 'peak', style: `stroke:var(--series-${colour})`, d: `M${left} ${y - 4}h14` }));
            text(left + 19, y, s.name.length > room ? `${s.name.slice(0, room - 1)}…` : s.name, { class: 'key-name' });
            text(right, y, words, { class: 'value-label', 'text-anchor': 'end', 'data-peak': id, style: `fill:var(--ink-${colour})` });
        };
        moving.clear();
        sets.forEach(({ s, storeys }, row) => {
            const colour = s.index % 7,
                style = `stroke:var(--series-${colour})`;
            const floors = floorsOf(s);
            const open = stairs(storeys, (one) => drift(one.open, one), x1);
            if (open) svg.append(thud.svg('path', { class: 'without', style, d: open }));
            if (floors.every((floor) => Number.isFinite(floor.open)))
                svg.append(thud.svg('path', { class: 'without', style, d: along(floors.map((floor) => ({ z: floor.z, value: floor.open })), x2) }));
            svg.append(thud.svg('path', { class: 'peak', style, d: stairs(storeys, (one) => drift(one.drift, one), x1) }));
            svg.append(thud.svg('path', { class: 'peak', style, d: along(floors, x2) }));
            const most = Math.max(0, ...storeys.map((one) => drift(one.drift, one))),
                fastest = Math.max(...floors.map((floor) => floor.value));
            key(14, middle - 16, row, s, `${thud.digits(most, 3)}\u00a0${unit}`, `drift ${s.name}`);
            key(middle + 12, wide - 12, row, s, `${thud.digits(fastest, 3)}\u00a0g`, `acceleration ${s.name}`);
            const path = thud.svg('path', { class: 'moment', style, 'data-structure': s.name });
            svg.append(path);
            moving.set(s, { path, storeys, px: x1 });
        });
        svg.setAttribute('aria-label', thud.profileWords(sets, drift, unit, floorsOf));
        show(clock.now);
    };
    const note = thud.element(
        'p',
        { class: 'note' },
        [
            summary.open ? 'Dashed: without contact.' : '',
            'Thin lines: drift at this instant.',
            impulsive ? 'Accelerations are those between impacts: an impulse has no finite one.' : '',
        ]
            .filter(Boolean)
            .join(' '),
    );
    place.append(note);
    // drifts at the instant, drawn as sizes
    const show = (t) => {
        const x = motion.at(t);
        for (const { path, storeys, px } of moving.values()) {
            let d = '';
            for (const storey of storeys)
                d += `${d ? 'L' : 'M'}${px(drift(Math.abs(storey.relative(x)), storey)).toFixed(1)} ${path.ownerSVGElement.baseOf(storey.from)}V${path.ownerSVGElement.baseOf(storey.to)}`;
            path.setAttribute('d', d);
        }
    };
    svg.baseOf = (z) => {
        const { view } = sceneOf();
        const beside = svg.hasAttribute('data-beside');
        const top = Math.max(...tall.map((s) => s.top));
        const base = beside ? view.base : 260,
            scale = beside ? view.scale : (base - 50) / top;
        return (base - z * scale).toFixed(1);
    };
    clock.on(show);
    thud.watchWidth(place, draw);
    return draw;
};

thud.profileWords = (sets, drift, unit, floorsOf) =>
    sets
        .map(({ s, storeys }) => {
            const most = Math.max(...storeys.map((one) => drift(one.drift, one)), 0),
                fastest = Math.max(...floorsOf(s).map((floor) => floor.value));
            return `${s.name}: largest drift ${thud.digits(most, 3)} ${unit}, largest floor acceleration ${thud.digits(fastest, 3)} g.`;
        })
        .join(' ');

// displacement and acceleration of each body, with those without contact as open marks
thud.profileBars = (place, summary, model, plan) => {
    const MOST = 12;
    const parts = [
        ...model.bodies.map(({ name }, i) => ({ name, colour: plan.named.get(name).structure?.index ?? i, own: summary.bodies[name], open: summary.open?.bodies?.[name] })),
        ...model.rods.map(({ name }, i) => ({ name, colour: model.bodies.length + i, own: summary.rods[name], open: summary.open?.rods?.[name] })),
    ];
    const kinds = [
        ['max_displacement', 'Peak displacement', 'm'],
        ['max_angle', 'Peak angle', 'rad'],
        ['max_velocity', 'Peak velocity', 'm/s'],
        ['max_angular_velocity', 'Peak angular velocity', 'rad/s'],
        ['max_acceleration', Object.values(summary.bodies ?? {}).some((body) => body.impulsive) ? 'Peak acceleration between impacts' : 'Peak acceleration', 'm/s²'],
    ];
    for (const [key, title, unit] of kinds) {
        const all = parts.filter((part) => Number.isFinite(part.own?.[key]));
        if (all.length === 0) continue;
        // of many the largest
        const own = all.length <= MOST ? all : [...all].sort((a, b) => b.own[key] - a.own[key]).slice(0, 5);
        const most = Math.max(...own.flatMap((part) => [part.own[key], part.open?.[key] ?? 0]), 1e-300);
        const row = (part) =>
            thud.element(
                'div',
                { class: 'bar-row' },
                thud.element('span', { class: 'bar-name', title: part.name }, part.name),
                thud.element(
                    'span',
                    { class: 'bar-track' },
                    thud.element('span', { class: 'bar-fill', style: `width:${(100 * part.own[key]) / most}%;background:var(--series-${part.colour % 7})` }),
                    Number.isFinite(part.open?.[key]) ? thud.element('span', { class: 'bar-open', style: `left:${(100 * part.open[key]) / most}%` }) : null,
                ),
                thud.element('span', { class: 'bar-value', 'data-bar': `${key} ${part.name}` }, thud.quantity(part.own[key], unit, 3)),
            );
        place.append(thud.element('div', { class: 'bars' }, thud.element('h2', { class: 'small-head' }, title), own.map(row)));
    }
    if (summary.open) place.append(thud.element('p', { class: 'note' }, 'Upright marks: without contact.'));
};
