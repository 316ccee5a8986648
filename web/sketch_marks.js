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

// marks on both faces of every contact, and between them its gap at rest; they follow the bodies. place(contact, shift) is
// where it strikes.
thud.sketchGaps = (node, plan, { point, level, height, down }) => {
    const innerOf = (p) => p.from && p.to && (p.from.inside === p.to ? p.from : p.to.inside === p.from ? p.to : null);
    // the faces that meet: of the body on the left and of the one on the right, or of a wall
    const ends = (p, shift) => {
        const inner = innerOf(p),
            gap = plan.finite(p.gap) * plan.scale;
        if (inner) {
            const right = p.from === inner,
                v = level(inner.storey);
            return [
                [(right ? inner.right : inner.left) + shift(inner), v],
                [right ? inner.right + gap + shift(inner.inside) : inner.left - gap + shift(inner.inside), v],
            ];
        }
        const left = p.from
                ? [p.from.right + shift(p.from), level(p.from.storey)]
                : [p.to.left - gap, level(p.to.storey)],
            right = p.to ? [p.to.left + shift(p.to), level(p.to.storey)] : [p.from.right + gap, level(p.from.storey)];
        return [left, right];
    };
    const spot = (u, v) =>
        point(u, v)
            .map((c) => c.toFixed(1))
            .join(' ');
    const mark = (u, v) => `M${spot(u, v - height * 0.22)}L${spot(u, v + height * 0.22)}`;
    const many = plan.pairs.length > 24;
    const drawn = plan.pairs.map((p) => {
        const size = p.gap ? thud.quantity(p.gap, 'm', 4).replace(/\.?0+(?=\s)/, '') : '',
            words = p.gap === null ? 'open' : size ? `gap ${size}` : 'no gap';
        const line = thud.svg(
            'path',
            { class: 'contact', 'data-contact': p.name },
            thud.svg('title', {}, `${p.name}: ${words}, ${p.model}`),
        );
        const text = thud.svg(
            'text',
            { class: 'label small', 'text-anchor': down ? 'start' : 'middle' },
            down ? `${p.name}, ${words}` : words,
        );
        node.append(line);
        if (!many) node.append(text);
        return { p, line, text };
    });
    return {
        draw: (shift) => {
            for (const { p, line, text } of drawn) {
                const [[u0, v0], [u1, v1]] = ends(p, shift);
                line.setAttribute('d', `${mark(u0, v0)}${mark(u1, v1)}M${spot(u0, v0)}L${spot(u1, v1)}`);
                // beside the line where the axis points down, above the blocks otherwise
                const over = v0 === v1 ? Math.min(v0, v1) - height / 2 - 4 : (v0 + v1) / 2 - 6,
                    [x, y] = down ? point((u0 + u1) / 2 + 4, v0 + 10) : point((u0 + u1) / 2, over);
                thud.attributes(text, { x: x.toFixed(1), y: y.toFixed(1) });
            }
        },
        place: (p, shift) => {
            const inner = innerOf(p),
                body = inner ?? p.from ?? p.to,
                right = inner ? p.from === inner : !!p.from;
            return [(right ? body.right : body.left) + shift(body), level(body.storey)];
        },
    };
};
