// Where the bodies of a model stand: they have displacements, but no places.
//
// Bodies that links join to each other and to the ground are one structure: its floors stand above each other, as far up
// as there are links between them and the ground. Structures that contacts join stand side by side, in the order of the
// contacts and with their gaps between them; others stand in rows of their own. Without links from floor to floor every
// body is a structure of its own.
//
// All lengths in m become pixels by one scale, for gaps and displacements alike: faces touch when bodies do.
// `ranges` are the smallest and largest displacement of each body, in m.
thud.sketchLayout = (model, ranges, width) => {
    const low = Math.min(0, ...ranges.map(([least]) => least)),
        high = Math.max(0, ...ranges.map(([, most]) => most)),
        reach = Math.max(high, -low);
    const bodies = model.bodies.map((body, index) => ({ ...body, index, storey: 0, inside: null, holds: null }));
    const named = new Map(bodies.map((body) => [body.name, body]));
    const pairs = model.contacts
        .map((contact, number) => ({ ...contact, number }))
        .filter((contact) => contact.left !== undefined && contact.tip === undefined) // tips are drawn with the rods
        .map((contact) => ({ ...contact, from: named.get(contact.left), to: named.get(contact.right) }));

    thud.sketchInside(pairs);
    const between = pairs.filter((p) => p.from && p.to && p.from.inside !== p.to && p.to.inside !== p.from);
    const structures = thud.sketchStructures(model, bodies, named, between);
    const clusters = thud.sketchClusters(structures, between);

    const most = Math.max(...clusters.map((cluster) => cluster.length));
    const block = Math.max(3, Math.min(112, width / (2.2 * most)));
    const wall = 12;
    const finite = (gap) => (Number.isFinite(gap) && gap !== null ? Math.max(gap, 0) : 2 * reach);
    const inner = (body) => (body.holds ? finite(body.room.left) + finite(body.room.right) : 0);

    // where contacts put the left face of a body: at the nearest floor of a structure, behind all of them
    const faces = (body, scale) => {
        const nearest = new Map();
        for (const p of between.filter((q) => q.to === body && q.from.structure !== body.structure)) {
            const at = p.from.right + finite(p.gap) * scale;
            nearest.set(p.from.structure, Math.min(at, nearest.get(p.from.structure) ?? Infinity));
        }
        return nearest.size ? Math.max(...nearest.values()) : null;
    };
    // the faces of a cluster for a scale, from the left on; the width that it takes
    const stand = (cluster, scale) => {
        let end = null;
        for (const structure of cluster) {
            const starts = structure.bodies.map((body) => faces(body, scale)),
                known = starts.filter((start) => start !== null),
                start = known.length ? Math.max(...known) : end === null ? 0 : end + block / 3;
            structure.bodies.forEach((body, i) => (body.left = starts[i] ?? start));
            const size = (body) => (body.holds ? block * 0.6 + 2 * wall : block) + inner(body) * scale;
            const right = Math.max(...structure.bodies.map((body) => body.left + size(body)));
            for (const body of structure.bodies) body.right = right;
            end = Math.max(end ?? 0, right);
        }
        return end;
    };
    // pixels of blocks and metres of gaps add up: the width is a straight line over the scale
    const measured = clusters.map((cluster) => {
        const own = cluster.flatMap((structure) => structure.bodies),
            pixels = stand(cluster, 0),
            metres = stand(cluster, 1) - pixels;
        const walls = (side) =>
            pairs.filter((p) => own.includes(p[side]) && !(p.from && p.to)).map((p) => finite(p.gap));
        return {
            own,
            pixels,
            metres,
            before: Math.max(-low, 0, ...walls('to')),
            after: Math.max(high, 0, ...walls('from')),
        };
    });
    const scale = Math.min(
        ...measured.map(
            ({ pixels, metres, before, after }) =>
                Math.max(width - 40 - pixels - 2 * wall, 60) / (metres + before + after || 1),
        ),
    );
    let base = 0;
    clusters.forEach((cluster, i) => {
        const { own, before, after } = measured[i],
            shift = (width - stand(cluster, scale) + (before - after) * scale) / 2;
        for (const body of own) {
            body.left += shift;
            body.right += shift;
            body.storey += base;
        }
        base = Math.max(...own.map((body) => body.storey)) + 1;
    });
    for (const body of bodies.filter((b) => b.inside)) {
        const holder = body.inside;
        body.left = holder.left + wall + finite(holder.room.left) * scale;
        body.right = body.left + block * 0.6;
        body.storey = holder.storey;
    }
    for (const body of bodies) {
        body.width = body.right - body.left;
        body.x = (body.left + body.right) / 2;
    }
    return { bodies, named, pairs, rows: base, scale, block, wall, finite };
};

// whether bodies fall along their axis: where there are rods, gravity is for them
thud.sketchIsDown = (model) => model.gravity !== 0 && model.rods.length === 0;

// a body between two stops of another one is drawn inside it
thud.sketchInside = (pairs) => {
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
};

// bodies that links join, each at its storey; side by side where they strike each other, or nothing holds them up
thud.sketchStructures = (model, bodies, named, between) => {
    const standing = bodies.filter((body) => !body.inside);
    const links = model.links
        .filter((link) => link.stiffness > 0 || link.damping > 0)
        .map((link) => [named.get(link.left), named.get(link.right)]);
    const floors = links.filter(([a, b]) => a && b && !a.inside && !b.inside);
    const founded = new Set(links.filter(([a, b]) => !a !== !b).map(([a, b]) => a ?? b));

    const structures = [];
    const rest = new Set(standing);
    for (const first of standing) {
        if (!rest.delete(first)) continue;
        const own = [first];
        for (const body of own)
            for (const [a, b] of floors) {
                const other = a === body ? b : b === body ? a : null;
                if (other && rest.delete(other)) own.push(other);
            }
        const strikes = between.some((p) => own.includes(p.from) && own.includes(p.to));
        const feet = own.filter((body) => founded.has(body));
        if (thud.sketchIsDown(model) || strikes || feet.length === 0 || feet.length === own.length) {
            structures.push(...own.map((body) => ({ bodies: [body] })));
            continue;
        }
        // storeys: links between a floor and the ground
        const seen = new Map(feet.map((body) => [body, 0]));
        for (const [body, storey] of seen)
            for (const [a, b] of floors) {
                const other = a === body ? b : b === body ? a : null;
                if (other && !seen.has(other)) seen.set(other, storey + 1);
            }
        for (const body of own) body.storey = seen.get(body) ?? 0;
        const crowded = own.some((a) => own.some((b) => a !== b && a.storey === b.storey));
        if (crowded) {
            for (const body of own) body.storey = 0;
            structures.push(...own.map((body) => ({ bodies: [body] })));
        } else structures.push({ bodies: own });
    }
    for (const structure of structures) for (const body of structure.bodies) body.structure = structure;
    return structures;
};

// structures that contacts join, each list from left to right by the longest way along contacts; the others by themselves
thud.sketchClusters = (structures, between) => {
    const steps = between.map((p) => [p.from.structure, p.to.structure]).filter(([a, b]) => a && b && a !== b);
    for (const structure of structures) structure.place = 0;
    for (let round = 0; round < structures.length; round++)
        for (const [a, b] of steps) if (b.place <= a.place) b.place = Math.min(a.place + 1, structures.length);
    const clusters = [],
        rest = new Set(structures);
    for (const first of structures) {
        if (!rest.delete(first)) continue;
        const own = [first];
        for (const structure of own)
            for (const [a, b] of steps) {
                const other = a === structure ? b : b === structure ? a : null;
                if (other && rest.delete(other)) own.push(other);
            }
        clusters.push(own.sort((a, b) => a.place - b.place));
    }
    return clusters;
};
