// Bodies as blocks on one axis, links as springs, the ground as hatched walls. With gravity the axis points down; beside rods it is level.
//
// Gives { node, draw(displacements, hits) }: hits are the strengths, 0 to 1, of the contacts that act.
thud.sketchBodies = (model, ranges, width) => {
    const MARGIN = 20,
        BAR = 26; // room for the scale below
    const down = thud.sketchIsDown(model);
    const along = down ? 360 : width;
    const plan = thud.sketchLayout(model, ranges, along);
    const tall = !down && plan.rows > 5,
        HEIGHT = tall ? 22 : 34,
        SPRING = tall ? 20 : 34;
    const storeys = (rows) => MARGIN * 2 + rows * HEIGHT + rows * SPRING;
    const across = down ? width : storeys(plan.rows);
    // u along the axis, v across it; the first storey stands lowest
    const point = down ? (u, v) => [v, u] : (u, v) => [u, v];
    const spot = (u, v) =>
        point(u, v)
            .map((c) => c.toFixed(1))
            .join(' ');
    const middle = down ? width / 2 - ((plan.rows - 1) * (HEIGHT + SPRING)) / 2 : 0;
    const level = (storey) =>
        down ? middle + storey * (HEIGHT + SPRING) : across - MARGIN - SPRING - HEIGHT / 2 - storey * (HEIGHT + SPRING);

    const view = down ? [width, along + BAR] : [width, across + BAR];
    const node = thud.svg('svg', {
        width: view[0],
        height: view[1],
        viewBox: `0 0 ${view[0]} ${view[1]}`,
        role: 'img',
        'aria-label': `Sketch of ${thud.count(model.bodies.length, 'body').replace('bodys', 'bodies')}; gaps and displacements to one scale`,
    });
    const path = (name) => {
        const made = thud.svg('path', { class: name });
        node.append(made);
        return made;
    };
    const box = (u0, u1, v0, v1) => `M${spot(u0, v0)}L${spot(u1, v0)}L${spot(u1, v1)}L${spot(u0, v1)}Z`;

    const zigzag = (u0, v0, u1, v1) => {
        const length = Math.hypot(u1 - u0, v1 - v0) || 1,
            nu = -(v1 - v0) / length,
            nv = (u1 - u0) / length,
            turns = 6;
        let d = `M${spot(u0, v0)}`;
        for (let i = 1; i <= turns * 2; i++) {
            const part = 0.15 + (0.7 * (i - 0.5)) / (turns * 2),
                side = i % 2 ? 5 : -5;
            d += `L${spot(u0 + part * (u1 - u0) + side * nu, v0 + part * (v1 - v0) + side * nv)}`;
        }
        return `${d}L${spot(u1, v1)}`;
    };
    const hatch = (u, v, away, size) => {
        let d = `M${spot(u, v - size)}L${spot(u, v + size)}`;
        for (let k = -size; k < size; k += 7) d += `M${spot(u, v + k + 7)}L${spot(u + 7 * away, v + k)}`;
        return d;
    };
    const floor = (u, v, size) => {
        let d = `M${spot(u - size, v)}L${spot(u + size, v)}`;
        for (let k = -size; k < size; k += 7) d += `M${spot(u + k + 7, v)}L${spot(u + k, v + (down ? -7 : 7))}`;
        return d;
    };

    thud.sketchScale(node, plan.scale, view[1] - 12, down ? 16 : width / 2);

    // what stands still: walls at their gaps, feet of the links to the ground
    for (const p of plan.pairs) {
        if ((p.from && p.to) || p.gap === null) continue;
        const body = p.from ?? p.to,
            away = p.to ? -1 : 1;
        path('wall').setAttribute(
            'd',
            hatch(
                body.x + away * (body.width / 2 + plan.finite(p.gap) * plan.scale),
                level(body.storey),
                away,
                HEIGHT * 0.75,
            ),
        );
    }
    const foot = (body) => level(body.storey) + (down ? -1 : 1) * (HEIGHT / 2 + SPRING - 8);
    const edge = (body, side) => level(body.storey) + (side * (down ? -1 : 1) * HEIGHT) / 2;
    const springs = model.links
        .filter((link) => link.stiffness > 0 || link.damping > 0)
        .map((link) => {
            const a = plan.named.get(link.left),
                b = plan.named.get(link.right);
            if (!a || !b) path('wall').setAttribute('d', floor((a ?? b).x, foot(a ?? b), 14));
            return { a, b, path: path('spring') };
        });
    const contacts = thud.sketchGaps(node, plan, { point, level, height: HEIGHT, down });
    const blocks = plan.bodies.map((body) => {
        const holder = path(body.holds ? 'frame' : 'block');
        const title = thud.svg('title', {}, body.name);
        holder.append(title);
        const label = thud.svg('text', { class: 'label', 'text-anchor': 'middle' });
        const room = Math.floor((down ? 90 : body.holds ? 200 : body.width) / 7.8);
        label.textContent = body.name.length <= room ? body.name : room > 2 ? `${body.name.slice(0, room - 1)}…` : '';
        node.append(label);
        holder.style.setProperty('--colour', `var(--series-${body.index % 7})`);
        return { body, path: holder, label };
    });
    const hits = model.contacts.map(() => {
        const made = thud.svg('circle', { class: 'hit', r: 0 });
        node.append(made);
        return made;
    });

    const draw = (x, strengths) => {
        const shift = (body) => (body ? (x[body.index] ?? 0) * plan.scale : 0);
        contacts.draw(shift);
        for (const { a, b, path } of springs) {
            if (!a || !b) {
                const body = a ?? b;
                path.setAttribute('d', zigzag(body.x, foot(body), body.x + shift(body), edge(body, 1)));
                continue;
            }
            const ua = a.x + shift(a),
                ub = b.x + shift(b);
            if (a.storey === b.storey)
                path.setAttribute(
                    'd',
                    zigzag(ua + a.width / 2, level(a.storey) + 9, ub - b.width / 2, level(b.storey) + 9),
                );
            else
                path.setAttribute(
                    'd',
                    zigzag(ua, edge(a, a.storey < b.storey ? -1 : 1), ub, edge(b, a.storey < b.storey ? 1 : -1)),
                );
        }
        for (const { body, path, label } of blocks) {
            const u = body.x + shift(body),
                v = level(body.storey),
                w = body.width / 2,
                h = HEIGHT / 2;
            const base = down ? -h + 8 : h - 8;
            if (body.holds)
                path.setAttribute(
                    'd',
                    box(u - w, u - w + plan.wall, v - h, v + h) +
                        box(u + w - plan.wall, u + w, v - h, v + h) +
                        box(u - w, u + w, v + base, v + (down ? -h : h)),
                );
            else if (body.inside)
                path.setAttribute('d', box(u - w, u + w, v - h + (down ? 10 : 0), v + h - (down ? 0 : 10)));
            else path.setAttribute('d', box(u - w, u + w, v - h, v + h));
            const [px, py] = point(u, v);
            label.setAttribute('x', px);
            label.setAttribute('y', body.holds ? py - h - 5 : body.inside ? py : py + 4);
        }
        for (const p of plan.pairs) {
            const strength = strengths[p.number] ?? 0,
                [u, v] = contacts.place(p, shift);
            const [cx, cy] = point(u, v);
            thud.attributes(hits[p.number], { cx, cy, r: strength > 0 ? 4 + 9 * Math.sqrt(strength) : 0 });
        }
    };
    return { node, draw };
};
