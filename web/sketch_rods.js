// Pendulum rods in their plane, as they are: pivots, lengths and angles to one scale. Angles are from the downward vertical. A pivot
// goes with the body that the rod hangs on, and the faces that tips strike with theirs.
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
        const pivot = thud.svg('circle', { class: 'pivot', cx: px(rod.pivot_x), cy: py(rod.pivot_y), r: 4 });
        node.append(line, pivot, label);
        return { rod, line, pivot, label };
    });
    const moved = (name, x) => x[model.bodies.findIndex((body) => body.name === name)] ?? 0;
    // at rest the gap is beside where the tip hangs; a gap that never closes has no face
    const faces = model.contacts
        .filter((contact) => contact.tip !== undefined && contact.rod === undefined && contact.gap !== null)
        .map((contact) => {
            const rod = model.rods.find(({ name }) => name === contact.tip),
                side = contact.tip_left ? 1 : -1,
                mark = thud.svg('path', { class: 'wall', 'data-contact': contact.name });
            mark.append(thud.svg('title', {}, contact.name));
            node.append(mark);
            return { mark, side, body: contact.left ?? contact.right, x: rod.pivot_x + side * contact.gap, rod };
        });
    const tips = model.contacts.map((contact) => ({ contact, mark: thud.svg('circle', { class: 'hit', r: 0 }) }));
    node.append(...tips.map(({ mark }) => mark));
    const tip = (rod, angle, shift) => [
        px(rod.pivot_x + shift + rod.length * Math.sin(angle)),
        py(rod.pivot_y - rod.length * Math.cos(angle)),
    ];
    const draw = (x, strengths) => {
        rods.forEach(({ rod, line, pivot, label }, i) => {
            const shift = moved(rod.on, x),
                [u, v] = tip(rod, x[offset + i] ?? 0, shift);
            line.setAttribute('d', `M${px(rod.pivot_x + shift)} ${py(rod.pivot_y)}L${u} ${v}`);
            pivot.setAttribute('cx', px(rod.pivot_x + shift));
            label.setAttribute('x', px(rod.pivot_x + shift));
        });
        for (const { mark, side, body, x: at, rod } of faces) {
            const u = px(at + moved(body, x)),
                v = py(rod.pivot_y - rod.length),
                size = 0.25 * rod.length * scale;
            let d = `M${u} ${v - size}V${v + 8}`;
            for (let k = -size; k < 8; k += 7) d += `M${u} ${v + k + 7}l${7 * side} -7`;
            mark.setAttribute('d', d);
        }
        tips.forEach(({ contact, mark }, i) => {
            const at = model.rods.findIndex((rod) => rod.name === contact.tip);
            if (at < 0) return;
            const rod = model.rods[at],
                [cx, cy] = tip(rod, x[offset + at] ?? 0, moved(rod.on, x)),
                strength = strengths[i] ?? 0;
            thud.attributes(mark, { cx, cy, r: strength > 0 ? 4 + 9 * Math.sqrt(strength) : 0 });
        });
    };
    thud.sketchScale(node, scale, height - 10, width / 2);
    return { node, draw };
};
