// Where the bodies of a model stand: they have displacements, but no places. Bodies that can strike each other stand in a
// row, in the order of their contacts and with their gaps between them; rows stand above each other, as storeys do.
//
// All lengths in m become pixels by one scale, for gaps and displacements alike: blocks touch when bodies do.
// `ranges` are the smallest and largest displacement of each body, in m.
thud.sketchLayout = (model, ranges, width) => {
    const low = Math.min(0, ...ranges.map(([least]) => least)),
        high = Math.max(0, ...ranges.map(([, most]) => most)),
        reach = Math.max(high, -low);
    const bodies = model.bodies.map((body, index) => ({ ...body, index, level: 0, inside: null, holds: null }));
    const named = new Map(bodies.map((body) => [body.name, body]));
    const pairs = model.contacts
        .filter((contact) => contact.left !== undefined)
        .map((contact) => ({ ...contact, from: named.get(contact.left), to: named.get(contact.right) }));

    // a body between two stops of another one is drawn inside it
    for (const a of pairs) {
        const back = a.from && a.to && pairs.find((b) => b.from === a.to && b.to === a.from);
        if (!back || a.from.inside || a.to.inside) continue;
        const [light, heavy] = a.from.mass <= a.to.mass ? [a.from, a.to] : [a.to, a.from];
        if (heavy.holds) continue;
        light.inside = heavy;
        heavy.holds = light;
        const gap = (from) => pairs.find((p) => p.from === from && (p.to === light || p.to === heavy))?.gap ?? 0;
        heavy.room = { right: gap(light), left: gap(heavy) };
    }
    const between = pairs.filter((p) => p.from && p.to && p.from.inside !== p.to && p.to.inside !== p.from);

    // rows: bodies that contacts connect
    const root = (body) => (body.row === body || !body.row ? body : root(body.row));
    for (const body of bodies) body.row = body;
    for (const { from, to } of between) root(from).row = root(to);
    for (const body of bodies) if (body.inside) body.row = root(body.inside);
    const rows = [...new Map(bodies.filter((b) => !b.inside).map((b) => [root(b), []])).entries()];
    for (const body of bodies) if (!body.inside) rows.find(([key]) => key === root(body))[1].push(body);

    // places in a row by the longest way from its left end
    for (let round = 0; round < bodies.length; round++)
        for (const { from, to } of between)
            if (to.level <= from.level) to.level = Math.min(from.level + 1, bodies.length);

    const most = Math.max(...rows.map(([, row]) => row.length));
    const block = Math.max(3, Math.min(112, width / (2.2 * most)));
    const wall = 12;
    const finite = (gap) => (Number.isFinite(gap) && gap !== null ? Math.max(gap, 0) : 2 * reach);
    const inner = (body) => (body.holds ? finite(body.room.left) + finite(body.room.right) : 0);
    const outer = (body) => (body.holds ? block * 0.6 + 2 * wall : block); // pixels that do not scale
    const sum = (list, of) => list.reduce((total, item) => total + of(item), 0);
    // room for motions and gaps on the left and on the right of the middle of each row, m
    const walls = (row, side) => pairs.filter((p) => row.includes(p[side]) && !(p.from && p.to)).map((p) => p.gap ?? 0);
    const needs = (row) => {
        const inside =
            sum(
                between.filter((p) => row.includes(p.from)),
                (p) => finite(p.gap),
            ) + sum(row, inner);
        return { before: Math.max(-low, ...walls(row, 'to')), inside, after: Math.max(high, ...walls(row, 'from')) };
    };
    const lengths = rows.map(([, row]) => {
        const { before, inside, after } = needs(row);
        return { pixels: sum(row, outer) + 2 * wall, metres: before + inside + after };
    });
    const scale = Math.min(...lengths.map(({ pixels, metres }) => Math.max(width - 40 - pixels, 60) / (metres || 1)));

    for (const body of bodies) body.width = body.inside ? block * 0.6 : outer(body) + inner(body) * scale;
    rows.forEach(([, row], r) => {
        row.sort((a, b) => a.level - b.level);
        let end = 0;
        row.forEach((body, i) => {
            const before = between.filter((p) => p.to === body && row.includes(p.from));
            const start =
                i === 0
                    ? 0
                    : before.length
                      ? Math.max(...before.map((p) => p.from.x + p.from.width / 2 + finite(p.gap) * scale))
                      : end + block / 3;
            body.x = start + body.width / 2;
            body.storey = r;
            end = Math.max(end, start + body.width);
        });
        const { before, after } = needs(row);
        const shift = (width - end + (before - after) * scale) / 2;
        for (const body of row) body.x += shift;
    });
    for (const body of bodies)
        if (body.inside) {
            const holder = body.inside;
            body.x = holder.x - holder.width / 2 + wall + finite(holder.room.left) * scale + body.width / 2;
            body.storey = holder.storey;
        }
    return { bodies, named, pairs, rows: rows.length, scale, block, wall, finite };
};
