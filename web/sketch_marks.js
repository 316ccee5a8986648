// What a sketch says beside its bodies: a bar for the scale, and the contacts with their gaps.

// a bar of a round length, with that length beside it
thud.sketchScale = (node, scale, y, x) => {
    const rough = 110 / scale,
        power = 10 ** Math.floor(Math.log10(rough)),
        length = power * ([5, 2, 1].find((n) => n * power <= rough) ?? 1),
        pixels = length * scale,
        from = Math.max(8, x - pixels / 2);
    node.append(
        thud.svg('path', {
            class: 'bar-scale',
            d: `M${from} ${y - 4}V${y + 4}M${from} ${y}H${from + pixels}M${from + pixels} ${y - 4}V${y + 4}`,
            'data-metres': length,
            'data-pixels': pixels,
        }),
        thud.svg(
            'text',
            { class: 'label small', x: from + pixels + 6, y: y + 4 },
            thud.quantity(length, 'm', 1).replace(/\.0*(?=\s)/, ''),
        ),
    );
};

// marks on both faces of every contact, and between them its name and gap; place(contact, shift) is where it strikes
thud.sketchGaps = (node, plan, { point, level, height, down }) => {
    const text = (u, v, words, anchor) => {
        const [x, y] = point(u, v);
        return thud.svg('text', { class: 'label small', x, y, 'text-anchor': anchor }, words);
    };
    const innerOf = (p) => p.from && p.to && (p.from.inside === p.to ? p.from : p.to.inside === p.from ? p.to : null);
    // the faces that meet: of the body on the left and of the one on the right, or of a wall
    const ends = (p) => {
        const inner = innerOf(p);
        if (inner) {
            const right = p.from === inner,
                u = right ? inner.right : inner.left,
                away = (right ? 1 : -1) * plan.finite(p.gap) * plan.scale;
            return [
                [u, level(inner.storey)],
                [u + away, level(inner.storey)],
            ];
        }
        const gap = plan.finite(p.gap) * plan.scale;
        const left = p.from ? [p.from.right, level(p.from.storey)] : [p.to.left - gap, level(p.to.storey)],
            right = p.to ? [p.to.left, level(p.to.storey)] : [p.from.right + gap, level(p.from.storey)];
        return [left, right];
    };
    const many = plan.pairs.length > 24;
    for (const p of plan.pairs) {
        const [[u0, v0], [u1, v1]] = ends(p);
        const mark = (u, v) => {
            const [x0, y0] = point(u, v - height * 0.22),
                [x1, y1] = point(u, v + height * 0.22);
            return `M${x0.toFixed(1)} ${y0.toFixed(1)}L${x1.toFixed(1)} ${y1.toFixed(1)}`;
        };
        const [a, b] = [point(u0, v0), point(u1, v1)].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
        const words =
            p.gap === null ? 'open' : p.gap === 0 ? 'closed' : thud.quantity(p.gap, 'm', 4).replace(/\.?0+(?=\s)/, '');
        node.append(
            thud.svg(
                'path',
                { class: 'contact', d: `${mark(u0, v0)}${mark(u1, v1)}M${a}L${b}`, 'data-contact': p.name },
                thud.svg('title', {}, `${p.name}: gap ${words}, ${p.model}`),
            ),
        );
        if (many) continue;
        const middle = (u0 + u1) / 2,
            v = (v0 + v1) / 2;
        // beside the face where the axis points down, above it otherwise
        if (down) node.append(text(middle + 4, v + 10, `${p.name} ${words}`, 'start'));
        else
            node.append(
                text(
                    middle,
                    Math.min(v0, v1) - height / 2 - 4 + (v0 === v1 ? 0 : Math.abs(v1 - v0) / 2 - 2),
                    words,
                    'middle',
                ),
            );
    }
    return {
        place: (p, shift) => {
            const inner = innerOf(p),
                body = inner ?? p.from ?? p.to,
                right = inner ? p.from === inner : !!p.from;
            return [(right ? body.right : body.left) + shift(body), level(body.storey)];
        },
    };
};
