// Pendulum rods in their plane, as they are: pivots, lengths and angles to one scale. Angles are from the downward vertical.
thud.sketchRods = (model, offset, width) => {
    const reach = Math.max(...model.rods.map((rod) => rod.length));
    const left = Math.min(...model.rods.map((rod) => rod.pivot_x - rod.length)),
        right = Math.max(...model.rods.map((rod) => rod.pivot_x + rod.length));
    const top = Math.max(...model.rods.map((rod) => rod.pivot_y)) + reach * 0.35,
        bottom = Math.min(...model.rods.map((rod) => rod.pivot_y - rod.length));
    const scale = Math.min((width - 40) / (right - left), 380 / (top - bottom));
    const height = (top - bottom) * scale + 30;
    const px = (x) => width / 2 + (x - (left + right) / 2) * scale,
        py = (y) => 12 + (top - y) * scale;
    const node = thud.svg('svg', {
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': `Sketch of ${thud.count(model.rods.length, 'rod')}`,
    });
    const rods = model.rods.map((rod, i) => {
        const line = thud.svg('path', { class: 'rod' }, thud.svg('title', {}, rod.name));
        line.style.setProperty('--colour', `var(--series-${(offset + i) % 7})`);
        const label = thud.svg(
            'text',
            { class: 'label', 'text-anchor': 'middle', x: px(rod.pivot_x), y: py(rod.pivot_y) - 10 },
            rod.name,
        );
        node.append(
            line,
            thud.svg('circle', { class: 'pivot', cx: px(rod.pivot_x), cy: py(rod.pivot_y), r: 4 }),
            label,
        );
        return { rod, line };
    });
    const tips = model.contacts.map((contact) => ({ contact, mark: thud.svg('circle', { class: 'hit', r: 0 }) }));
    node.append(...tips.map(({ mark }) => mark));
    const tip = (rod, angle) => [
        px(rod.pivot_x + rod.length * Math.sin(angle)),
        py(rod.pivot_y - rod.length * Math.cos(angle)),
    ];
    const draw = (x, strengths) => {
        rods.forEach(({ rod, line }, i) => {
            const [u, v] = tip(rod, x[offset + i] ?? 0);
            line.setAttribute('d', `M${px(rod.pivot_x)} ${py(rod.pivot_y)}L${u} ${v}`);
        });
        tips.forEach(({ contact, mark }, i) => {
            const at = model.rods.findIndex((rod) => rod.name === contact.tip);
            if (at < 0) return;
            const [cx, cy] = tip(model.rods[at], x[offset + at] ?? 0),
                strength = strengths[i] ?? 0;
            thud.attributes(mark, { cx, cy, r: strength > 0 ? 4 + 9 * Math.sqrt(strength) : 0 });
        });
    };
    thud.sketchScale(node, scale, height - 10, width / 2);
    return { node, draw };
};
