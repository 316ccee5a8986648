// Which structures a model consists of, and of what kind: buildings, decks, balls on strings, devices, blocks.
//
// Bodies that links join to each other and to the ground are one building, floor above floor; so are the degrees of
// freedom of a matrix, which the modes of a run tell. Bodies that strike each other, or that all stand on the ground, are
// structures of their own.

// a body between two stops of another one is inside it
thud.planInside = (pairs) => {
    for (const a of pairs) {
        if (a.from?.drawn || a.to?.drawn) continue;
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

// lists of bodies from the bottom up; `height` of a body is that of its storey, m, or 0 where nothing says it
thud.planGroups = (model, bodies, named, pairs, modes) => {
    const standing = bodies.filter((body) => !body.inside);
    const links = model.links.map((link) => ({ ...link, a: named.get(link.left), b: named.get(link.right) }));
    const floors = links.filter(({ a, b, stiffness, damping, hysteresis }) => a && b && !a.inside && !b.inside && (stiffness > 0 || damping > 0 || hysteresis));
    const founded = new Set(links.filter(({ a, b }) => !a !== !b).map(({ a, b }) => a ?? b));
    const shapes = new Map();
    for (const mode of modes) for (const name of Object.keys(mode.shape)) shapes.set(name, mode.structure);
    const bound = new Set(floors.flatMap(({ a, b }) => [a, b]));
    const matrix = (body) => shapes.has(body.name) && !bound.has(body) && !founded.has(body);
    const joined = (a, b) => (matrix(a) || matrix(b)) && shapes.get(a.name) === shapes.get(b.name);

    const groups = [],
        rest = new Set(standing),
        take = (body) => !body.drawn && rest.delete(body);
    for (const first of standing) {
        if (!rest.delete(first)) continue;
        if (first.drawn) {
            groups.push(thud.planDrawn(first.drawn, links, named));
            for (const body of groups.at(-1)) rest.delete(body);
            continue;
        }
        const own = [first];
        for (const body of own) {
            for (const { a, b } of floors) {
                const other = a === body ? b : b === body ? a : null;
                if (other && take(other)) own.push(other);
            }
            for (const other of [...rest]) if (joined(body, other) && take(other)) own.push(other);
        }
        const strikes = pairs.some((p) => own.includes(p.from) && own.includes(p.to));
        const feet = own.filter((body) => founded.has(body));
        if (own.some(matrix) && !strikes) {
            groups.push(own.sort((a, b) => a.index - b.index));
            continue;
        }
        // storeys: links between a floor and the ground
        const seen = new Map(feet.map((body) => [body, 0]));
        for (const [body, level] of seen)
            for (const { a, b, height } of floors) {
                const other = a === body ? b : b === body ? a : null;
                if (!other || seen.has(other)) continue;
                seen.set(other, level + 1);
                other.height = height ?? 0;
            }
        const crowded = new Set(seen.values()).size < own.length;
        if (thud.planIsDown(model) || strikes || crowded || feet.length === own.length) groups.push(...own.map((body) => [body]));
        else groups.push(own.sort((a, b) => seen.get(a) - seen.get(b)));
    }
    for (const link of links) if (!link.a !== !link.b && link.height > 0) (link.a ?? link.b).height = link.height;
    return groups;
};

// the bodies that a scenario lists under `draw`, with the heights of the links between them
thud.planDrawn = (given, links, named) => {
    const own = given.bodies.map((name) => named.get(name));
    own.forEach((body, i) => {
        const below = own[i - 1];
        const storey = below && links.find(({ a, b }) => (a === below && b === body) || (a === body && b === below));
        body.height = storey?.height ?? 0;
    });
    return own;
};

// whether bodies fall along their axis: where there are rods, gravity is for them
thud.planIsDown = (model) => model.gravity !== 0 && model.rods.length === 0;

// m: the radius of a steel ball of so many kg
thud.planRadius = (mass) => Math.cbrt((3 * mass) / (4 * Math.PI * 7850));

// what a structure is drawn as
thud.planKind = (model, own, pairs, title) => {
    const [first] = own,
        contacts = pairs.filter((p) => own.includes(p.from) || own.includes(p.to));
    const links = model.links.filter((link) => [link.left, link.right].some((name) => own.some((body) => body.name === name)));
    const grounded = links.filter((link) => !own.some((body) => body.name === link.left) || !own.some((body) => body.name === link.right));
    if (thud.planIsDown(model)) return 'fall';
    if (own.length > 1) {
        const moat = contacts.some((p) => (p.from === first && !p.to) || (p.to === first && !p.from));
        return moat || /^(base|isolat|bearing)/i.test(first.name) ? 'isolated' : 'building';
    }
    if (first.holds) return 'device';
    const linear = grounded.length === 1 && links.length === 1 && !grounded[0].hysteresis && grounded[0].stiffness > 0;
    const touching = contacts.filter((p) => p.gap === 0).length;
    if (linear && first.mass < 5000 && (/bob|pendul|ball/i.test(first.name) || (touching > 0 && contacts.length === touching && first.mass < 50))) return 'ball';
    const between = contacts.some((p) => p.from === first) && contacts.some((p) => p.to === first) && contacts.some((p) => !p.from || !p.to);
    if (/deck|segment|span|girder|bridge/i.test(first.name) || /bridge|\bdeck/i.test(title ?? '') || (between && first.mass > 5e4)) return 'deck';
    if (grounded.length === 0) return 'block';
    return first.mass >= 2000 || grounded[0].height > 0 ? 'building' : 'block';
};

// structures that contacts join, each list from left to right by the longest way along contacts; the others by themselves
thud.planClusters = (structures, between) => {
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

// what the bodies of a structure are called together: left1, left2 are "left"
thud.planName = (own) => {
    if (own.length === 1) return own[0].name;
    const names = own.map((body) => body.name);
    let shared = names[0];
    for (const name of names) while (!name.startsWith(shared)) shared = shared.slice(0, -1);
    return shared.replace(/[\s_\-.#]*\d*$/, '') || 'building';
};
