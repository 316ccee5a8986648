// Where everything stands: heights and widths in m, to one scale; displacements and gaps times one factor.
//
// A face of a body at rest is at x0; in motion it is at x0 + factor · displacement. The face that a contact meets is
// factor · gap away from it, so that faces meet on the screen exactly when the gap closes. `ranges` are the smallest and
// largest displacement of each body, in m; `kept` is a factor that is kept while it will do.
thud.plan = (model, ranges, modes = [], title = '', kept = 0) => {
    const STOREY = 3.2; // m, where nothing says how high one is
    const bodies = model.bodies.map((body, index) => ({ ...body, index, inside: null, holds: null, height: 0, z: 0 }));
    const named = new Map(bodies.map((body) => [body.name, body]));
    // what the scenario says about structures under `draw`
    for (const given of model.draw ?? []) for (const name of given.bodies) named.get(name).drawn = given;
    const contacts = model.contacts.map((contact, number) => ({ ...contact, number, gap: contact.gap ?? Infinity }));
    const pairs = contacts
        .filter((contact) => contact.left !== undefined && contact.tip === undefined)
        .map((contact) => ({ ...contact, from: named.get(contact.left), to: named.get(contact.right) }));
    thud.planInside(pairs);
    const between = pairs.filter((p) => p.from && p.to && p.from.inside !== p.to && p.to.inside !== p.from);
    const structures = thud.planGroups(model, bodies, named, between, modes).map((own, index) => ({
        index,
        bodies: own,
        given: own[0].drawn ?? {},
        kind: own[0].drawn?.kind ?? thud.planKind(model, own, pairs, `${model.title ?? ''} ${title}`),
        name: own[0].drawn?.name ?? thud.planName(own),
        modes: modes.filter((mode) => own[0].name in mode.shape && !mode.free),
        known: own.every((body) => body.height > 0),
    }));
    for (const structure of structures) for (const body of structure.bodies) body.structure = structure;
    // what stands alone and meets a deck is one
    for (let grown = true; grown;) {
        grown = false;
        for (const p of between)
            for (const [own, other] of [[p.from.structure, p.to.structure], [p.to.structure, p.from.structure]])
                if (own.kind === 'deck' && other.kind === 'building' && other.bodies.length === 1 && !other.given.kind) {
                    other.kind = 'deck';
                    grown = true;
                }
    }

    // heights: as given, or such that contacts with a structure of known height are level
    const raise = (structure, storey) => {
        let z = 0;
        structure.bodies.forEach((body, i) => {
            z += structure.scaled ? body.rise : structure.kind === 'isolated' && i === 0 ? 0 : storey;
            body.z = z;
        });
        structure.top = z;
    };
    const placeOf = (p, side) => thud.planTerms(p, side, named);
    for (const structure of structures) thud.planRise(structure);
    for (const structure of structures.filter((s) => s.scaled)) raise(structure, 0);
    for (const structure of structures.filter((s) => !s.scaled)) {
        raise(structure, 1);
        const ratios = between.flatMap((p) =>
            [['from', 'to'], ['to', 'from']]
                .filter(([own, other]) => p[own].structure === structure && p[other].structure !== structure && p[other].structure.scaled)
                .map(([own, other]) => placeOf(p, other).z / placeOf(p, own).z),
        );
        structure.guessed = ratios.length === 0;
        raise(structure, ratios.find(Number.isFinite) ?? (structure.bodies.length === 1 ? 1.25 * STOREY : STOREY));
    }
    const extent = (body) => ranges[body.index] ?? [0, 0];
    const tallest = Math.max(...structures.filter((s) => /building|isolated/.test(s.kind)).map((s) => s.top), 0);
    const decks = structures.filter((s) => s.kind === 'deck').length;
    for (const structure of structures) thud.planSize(structure, tallest, decks);

    // true to scale where what moves is small, or hangs
    const small = structures.some((s) => /ball|device|fall/.test(s.kind)) || model.rods.some((rod) => !rod.on);
    const amplitude = Math.max(...bodies.map((body) => Math.max(...extent(body).map(Math.abs))), 0);
    // of a long row a part is in sight, around one contact
    const SEEN = 11,
        crowded = structures.length > 16;
    const across = structures.reduce((sum, s) => sum + s.width, 0) * (crowded ? SEEN / structures.length : 1);
    const gaps = pairs.filter((p) => p.gap > 0 && Number.isFinite(p.gap)).reduce((most, p) => Math.max(most, p.gap), 0);
    const aim = Math.min(tallest > 0 ? 0.17 * Math.max(tallest, 0.4 * across) : 0.06 * across, 0.2 * across);
    const best = Math.min(aim / amplitude, gaps > 0 ? (0.25 * across) / gaps : Infinity);
    // a factor that was there stays while it does
    const factor = small || !(amplitude > 0) ? 1 : kept >= 1 && kept > 0.35 * best && kept < 1.3 * best ? kept : thud.planNice(best);
    const reach = factor * amplitude;

    const apart = (a, b) => {
        const own = between.filter((p) => p.from.structure === a && p.to.structure === b && Number.isFinite(p.gap)).map((p) => p.gap);
        return own.length ? factor * Math.max(...own) : 0.6 * reach;
    };
    // a body that the tip of a rod strikes stands beside it
    const ground = thud.planBeside(model, named);
    let x = 0,
        first = true;
    for (const cluster of thud.planClusters(structures, between)) {
        const done = [];
        for (const structure of cluster) {
            const faces = done
                .filter((other) => between.some((p) => p.from.structure === other && p.to.structure === structure))
                .map((other) => other.right + apart(other, structure));
            structure.left = structure.beside ?? (faces.length ? Math.max(...faces) : first ? 0 : x + 0.3 * structure.width + 2 * reach);
            structure.right = structure.left + structure.width;
            x = Math.max(x, structure.right);
            first = false;
            done.push(structure);
        }
    }

    // both sides of every contact: where it is at rest, and which bodies it moves with
    const sides = pairs
        .filter((p) => Number.isFinite(p.gap))
        .map((p) => thud.planContact(p, { named, factor }));
    const plan = { model, bodies, named, ground, structures, contacts: sides, factor, reach, true: small, overlaps: [], guessed: structures.some((s) => s.guessed && /building|isolated/.test(s.kind)) };
    plan.walls = thud.planWalls(plan);
    plan.rods = thud.planRods(plan);
    plan.crowded = crowded;
    // the part of a row around a contact, by its number
    plan.focus = (number) => {
        const order = [...structures].sort((a, b) => a.left - b.left),
            contact = sides.find((c) => c.number === number) ?? sides[0],
            middle = Math.max(0, order.indexOf((contact?.from ?? contact?.to)?.structure)),
            first = Math.max(0, Math.min(middle - (SEEN >> 1), order.length - SEEN));
        plan.box = thud.planBox(plan, ranges, crowded ? order.slice(first, first + SEEN) : structures);
        plan.box.dimension = dimension;
    };
    // the height that stands beside the picture
    const scaled = structures.filter((s) => s.scaled && /building/.test(s.kind)),
        dimension = scaled.length ? Math.max(...scaled.map((s) => s.top)) : 0;
    plan.focus(0);
    plan.strain = thud.planStrain(plan, ranges);
    return plan;
};

// how far a storey is sheared at most, by what the floors do at their largest: what columns are tinted by
thud.planStrain = ({ structures }, ranges) => {
    const size = (body) => (body ? Math.max(...(ranges[body.index] ?? [0, 0]).map(Math.abs)) : 0);
    let most = 0;
    for (const s of structures)
        s.bodies.forEach((body, i) => {
            const tall = body.z - (s.bodies[i - 1]?.z ?? 0) || 1;
            most = Math.max(most, (1.2 * Math.abs(size(body) - size(s.bodies[i - 1]))) / tall);
        });
    return (body) => {
        const own = body.structure.bodies,
            below = own[own.indexOf(body) - 1];
        return most * (body.z - (below?.z ?? 0) || 1);
    };
};

// 1, 2, 2.5, 5, 10, …: the largest that is not above
thud.planNice = (value) => {
    if (!(value > 1)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return power * [5, 2.5, 2, 1].find((n) => n * power <= value * (1 + 1e-9));
};

// bodies with their shares that an end of a contact moves with, and how high it is
thud.planTerms = (p, side, named) => {
    const body = p[side],
        factors = p[side === 'from' ? 'left_factors' : 'right_factors'];
    const terms = factors
        ? Object.entries(factors).flatMap(([name, share]) => (named.get(name) ? [[named.get(name), share]] : []))
        : body
          ? [[body, 1]]
          : [];
    return { terms, z: terms.reduce((sum, [own, share]) => sum + share * own.z, 0) };
};

// how far each floor stands above the one below: by its storey, or by its share of the height that the scenario declares
// for the picture; drifts refer to the heights of storeys all the same
thud.planRise = (structure) => {
    const { kind, bodies, given } = structure,
        floors = given.kind === 'isolated' ? bodies.slice(1) : bodies,
        known = floors.every((body) => body.height > 0),
        whole = floors.reduce((sum, body) => sum + (known ? body.height : 1), 0);
    structure.scaled = structure.known || (given.height > 0 && /building|isolated/.test(kind));
    for (const body of bodies) body.rise = 0;
    for (const body of floors) body.rise = given.height ? (given.height * (known ? body.height : 1)) / whole : body.height;
};

// width, and what of the height is not the floors'
thud.planSize = (structure, tallest, decks) => {
    const { given } = structure,
        [body] = structure.bodies,
        heaviest = Math.max(...structure.bodies.map((own) => own.mass));
    if (/building|isolated/.test(structure.kind)) {
        // about a tonne to the square metre
        const single = structure.bodies.length === 1;
        structure.width = Math.min(Math.max(Math.sqrt(heaviest / 1000), (single ? 1 : 0.42) * tallest), (single ? 1.6 : 0.75) * tallest);
    } else if (structure.kind === 'deck') {
        structure.width = decks > 1 ? 24 : 34;
        structure.top = body.z = given.height ?? 8;
        structure.depth = Math.min(1.5, 0.4 * structure.top);
    } else if (structure.kind === 'device') {
        structure.radius = thud.planRadius(body.holds.mass);
        structure.wall = 0.35 * structure.radius;
        structure.width = 2 * (structure.radius + structure.wall) + body.room.left + body.room.right;
        structure.top = body.z = body.holds.z = 3.2 * structure.radius;
    } else if (/ball|fall/.test(structure.kind)) {
        structure.radius = given.width ? given.width / 2 : thud.planRadius(body.mass);
        structure.width = 2 * structure.radius;
        structure.top = body.z = 0;
    } else {
        structure.width = 4;
        structure.top = body.z = given.height ?? 1.2;
    }
    structure.width = given.width ?? structure.width;
};

// a contact between two sides: {x, z, terms}; those of the ground and of supports have a name instead of terms
thud.planContact = (p, { named, factor }) => {
    const left = thud.planTerms(p, 'from', named),
        right = thud.planTerms(p, 'to', named);
    const gap = p.gap * factor;
    const made = { ...p, left, right };
    const inner = p.from && p.to && (p.from.inside === p.to ? p.from : p.to.inside === p.from ? p.to : null);
    if (inner) {
        // inside a device: the ball's face, and the stop that is the gap away from it
        const holder = inner.inside.structure;
        const centre = holder.left + holder.wall + inner.inside.room.left + holder.radius;
        left.x = p.from === inner ? centre + holder.radius : centre - holder.radius - gap;
        right.x = p.from === inner ? centre + holder.radius + gap : centre - holder.radius;
    } else if (p.from && p.to) {
        left.x = p.from.structure.right;
        right.x = left.x + gap;
    } else if (p.from) {
        left.x = p.from.structure.right;
        right.x = left.x + gap;
        right.z = left.z;
        right.support = p.right;
    } else {
        right.x = p.to.structure.left;
        left.x = right.x - gap;
        left.z = right.z;
        left.support = p.left;
    }
    // the level at which they meet: where the upper one of two ends is
    const deck = -((p.from ?? p.to)?.structure?.depth ?? 0) / 2;
    made.z = Math.max(left.z, right.z) + deck;
    made.low = Math.min(left.z, right.z) + deck;
    return made;
};

// what stands still, or moves as its support does: one at each side of a structure that strikes it
thud.planWalls = ({ contacts, model, named, factor }) => {
    const walls = contacts
        .filter((c) => !c.from || !c.to)
        .map((c) => ({
            side: c.from ? 1 : -1,
            structure: (c.from ?? c.to).structure,
            x: c.from ? c.right.x : c.left.x,
            z: c.z,
            support: (c.from ? c.right : c.left).support ?? null,
            contact: c.name,
            gap: c.gap,
        }));
    // backfill that a deck pushes into, beyond its own gap
    for (const link of model.links.filter((one) => one.gap !== undefined)) {
        const body = named.get(link.left) ?? named.get(link.right),
            side = named.get(link.left) ? 1 : -1;
        if (!body || (named.get(link.left) && named.get(link.right))) continue;
        walls.push({
            side,
            structure: body.structure,
            x: side > 0 ? body.structure.right + factor * link.gap : body.structure.left - factor * link.gap,
            z: body.z - (body.structure.depth ?? 1.5) / 2,
            support: (side > 0 ? link.right : link.left) ?? null,
            fill: true,
        });
    }
    return walls;
};

// rods: those that hang in a building are enlarged with their stops, the others are to scale
thud.planRods = ({ model, named, structures }) =>
    model.rods.map((rod, i) => {
        const floor = named.get(rod.on) ?? null,
            within = floor && floor.structure.kind === 'building' ? floor.structure : null;
        const scale = within ? Math.max(1, Math.min(6, (0.22 * within.top) / rod.length)) : 1;
        const stops = model.contacts.filter((c) => c.tip === rod.name && c.rod === undefined && c.gap !== null);
        return {
            ...rod,
            floor,
            within,
            scale,
            index: model.bodies.length + i,
            x: within ? (within.left + within.right) / 2 : rod.pivot_x,
            z: within ? floor.z : rod.pivot_y,
            stops: stops.map((c) => ({ name: c.name, side: c.tip_left ? 1 : -1, gap: c.gap, body: named.get(c.left ?? c.right) ?? null })),
        };
    });

// the level of the ground, and bodies that tips of rods strike: beside them, as high as the tips
thud.planBeside = (model, named) => {
    const free = model.rods.filter((rod) => !named.get(rod.on) || named.get(rod.on).structure.kind !== 'building');
    if (free.length === 0) return 0;
    const longest = Math.max(...free.map((rod) => rod.length)),
        ground = Math.min(...free.map((rod) => rod.pivot_y - rod.length)) - 0.25 * longest;
    for (const { structure } of named.values()) {
        if (!structure) continue;
        structure.width = 0.6 * longest;
        structure.top = structure.bodies[0].z = ground + 0.5 * longest;
        structure.kind = 'block';
    }
    for (const contact of model.contacts) {
        const rod = free.find(({ name }) => name === contact.tip),
            structure = named.get(contact.left ?? contact.right)?.structure;
        if (!rod || !structure || contact.gap === null) continue;
        structure.beside = contact.tip_left ? rod.pivot_x + contact.gap : rod.pivot_x - contact.gap - structure.width;
    }
    return ground;
};

// what must be in sight, with all motions: m
thud.planBox = (plan, ranges, structures) => {
    const { factor, rods } = plan,
        walls = plan.walls.filter((wall) => structures.includes(wall.structure));
    const box = { left: Infinity, right: -Infinity, bottom: plan.ground, top: plan.ground };
    const cover = (x, z) => {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.bottom = Math.min(box.bottom, z);
        box.top = Math.max(box.top, z);
    };
    for (const structure of structures) {
        const own = structure.bodies.map((body) => ranges[body.index] ?? [0, 0]);
        const low = Math.min(...own.map(([least]) => least), 0),
            high = Math.max(...own.map(([, most]) => most), 0);
        if (structure.kind === 'fall') {
            cover(structure.left, -high - structure.width);
            cover(structure.right, -low);
            continue;
        }
        cover(structure.left + factor * low, plan.ground);
        cover(structure.right + factor * high, structure.kind === 'device' ? structure.top + 2 * structure.radius : structure.top);
        if (structure.kind === 'isolated') cover(structure.left, -2.2);
        if (structure.kind === 'ball') {
            const grounded = plan.model.links.find((link) => [link.left, link.right].includes(structure.name));
            structure.string = grounded ? (structure.bodies[0].mass * 9.81) / grounded.stiffness : 10 * structure.width;
            cover(structure.left, structure.string + structure.radius);
            cover(structure.left, -structure.radius - 0.25 * structure.string);
        }
    }
    for (const wall of walls) {
        const size = wall.structure.kind === 'deck' ? 5 : 0.12 * (box.right - box.left || 1);
        cover(wall.x + wall.side * size, wall.z);
    }
    for (const rod of rods.filter((one) => !one.within)) {
        cover(rod.pivot_x - rod.length, rod.pivot_y - rod.length);
        cover(rod.pivot_x + rod.length, rod.pivot_y + 0.1 * rod.length);
    }
    for (const structure of structures.filter((s) => s.kind === 'block' && rods.length)) cover(structure.right, structure.top);
    if (!Number.isFinite(box.left)) Object.assign(box, { left: -1, right: 1, top: 1 });
    return box;
};
