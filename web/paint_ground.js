// What structures stand on and strike that is none: the ground, the pit of an isolated base, abutments, walls, supports.
thud.paintGround = (pen, plan, foot) => {
    const { ctx, colours } = pen,
        { hatched } = thud.paint;
    const falls = plan.structures.some((s) => s.kind === 'fall'),
        hangs = plan.structures.filter((s) => s.kind === 'ball');
    const shift = foot(null);
    if (falls) {
        thud.paintFloor(pen, plan);
        return;
    }
    pen.slide = shift * pen.scale;
    const level = pen.pz(plan.ground),
        pits = plan.structures.filter((s) => s.kind === 'isolated').map((s) => thud.pitOf(plan, s, shift));
    if (hangs.length) {
        // a bar that the strings hang on
        const left = Math.min(...hangs.map((s) => s.left)) - hangs[0].width,
            right = Math.max(...hangs.map((s) => s.right)) + hangs[0].width,
            z = Math.max(...hangs.map((s) => s.string));
        hatched(pen, () => ctx.rect(pen.px(left + shift), pen.pz(z) - 12, (right - left) * pen.scale, 12), colours.panel, colours.line);
        ctx.strokeStyle = colours.text;
        ctx.lineWidth = 2;
        ctx.beginPath();
        ctx.moveTo(pen.px(left + shift), pen.pz(z));
        ctx.lineTo(pen.px(right + shift), pen.pz(z));
        ctx.stroke();
        for (const wall of plan.walls) thud.paintWall(pen, wall, foot(wall.support), -0.2 * hangs[0].string, 0.75 * hangs[0].string);
        return;
    }
    if (plan.structures.length > 0) {
        const outline = () => {
            ctx.moveTo(0, level);
            for (const { left, right, deep } of pits) {
                ctx.lineTo(pen.px(left), level);
                ctx.lineTo(pen.px(left), pen.pz(deep));
                ctx.lineTo(pen.px(right), pen.pz(deep));
                ctx.lineTo(pen.px(right), level);
            }
            ctx.lineTo(pen.width, level);
        };
        hatched(
            pen,
            () => {
                outline();
                ctx.lineTo(pen.width, level + (pits.length ? 3.1 * pen.scale : 0) + 24);
                ctx.lineTo(0, level + (pits.length ? 3.1 * pen.scale : 0) + 24);
            },
            colours.panel,
            colours.line,
        );
        ctx.strokeStyle = colours.slab;
        ctx.lineWidth = 2;
        ctx.beginPath();
        outline();
        ctx.stroke();
    }
    for (const wall of plan.walls) {
        if (wall.structure.kind === 'isolated') continue;
        const x = foot(wall.support);
        if (wall.structure.kind === 'deck') thud.paintAbutment(pen, wall, x);
        else thud.paintWall(pen, wall, x, plan.ground, wall.z + 0.12 * (plan.box.top - plan.box.bottom));
    }
    thud.paintFootings(pen, plan, foot);
};

// the floor under what falls
thud.paintFloor = (pen, plan) => {
    for (const wall of plan.walls) {
        const y = pen.pz(-plan.factor * wall.gap);
        thud.paint.hatched(pen, () => pen.ctx.rect(0, y, pen.width, 22), pen.colours.panel, pen.colours.line);
        pen.ctx.fillStyle = pen.colours.slab;
        pen.ctx.fillRect(0, y, pen.width, 2);
    }
};

// between the walls of the moat, or as wide as the base goes
thud.pitOf = (plan, s, shift) => {
    const own = plan.walls.filter((wall) => wall.structure === s),
        left = own.find((wall) => wall.side < 0)?.x ?? s.left - 1.3 * plan.reach,
        right = own.find((wall) => wall.side > 0)?.x ?? s.right + 1.3 * plan.reach;
    return { left: left + shift, right: right + shift, deep: -2 };
};

thud.paintWall = (pen, wall, shift, low, high) => {
    const x = pen.px(wall.x + shift),
        thick = Math.max(14, 0.05 * pen.width),
        left = wall.side > 0 ? x : x - thick;
    thud.paint.hatched(pen, () => pen.ctx.rect(left, pen.pz(high), thick, (high - low) * pen.scale), pen.colours.panel, pen.colours.soft);
    pen.ctx.fillStyle = pen.colours.slab;
    pen.ctx.fillRect(wall.side > 0 ? x : x - 2, pen.pz(high), 2, (high - low) * pen.scale);
};

// a stem with backfill behind it, up to the level of the deck
thud.paintAbutment = (pen, wall, shift) => {
    const { ctx, colours } = pen,
        top = wall.structure.top,
        x = wall.x + shift,
        edge = wall.side > 0 ? pen.width : 0;
    thud.paint.hatched(
        pen,
        () => ctx.rect(Math.min(pen.px(x), edge), pen.pz(top), Math.abs(edge - pen.px(x)), top * pen.scale),
        colours.fill,
        colours.line,
    );
    const thick = 1.1 * wall.side,
        stem = [x, x + thick].sort((a, b) => a - b);
    thud.paint.rect(pen, stem[0], 0, stem[1], top, colours.concrete);
    // a seat below the deck
    const seat = [x - 1.2 * wall.side, x + thick].sort((a, b) => a - b);
    thud.paint.rect(pen, seat[0], 0, seat[1], top - wall.structure.depth - 0.6, colours.concrete);
    ctx.fillStyle = colours.slab;
    ctx.fillRect(Math.min(pen.px(x), edge), pen.pz(top) - 1.5, Math.abs(edge - pen.px(x)), 3);
};

// what each support does, where they do not move as one
thud.paintFootings = (pen, plan, foot) => {
    for (const support of plan.model.supports ?? []) {
        const link = plan.model.links.find((one) => [one.left, one.right].includes(support.name) && one.gap === undefined);
        const body = link && (plan.named.get(link.left) ?? plan.named.get(link.right));
        if (!body || body.structure.kind !== 'deck') continue;
        const s = body.structure,
            x = foot(support.name);
        thud.paint.rect(pen, s.left + 0.18 * s.width + x, -0.7, s.right - 0.18 * s.width + x, 0, pen.colours.concrete);
    }
};
