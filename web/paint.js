// How structures look: painters for a canvas, by kind. `pen` has the context, px and pz from m to pixels, the scale and the
// colours; `at(body)` is how far a body has moved on the picture, `foot(name)` the ground or a support.
thud.paint = (() => {
    const rect = (pen, x0, z0, x1, z1, fill) => {
        pen.ctx.fillStyle = fill;
        pen.ctx.fillRect(pen.px(x0), pen.pz(z1), (x1 - x0) * pen.scale, (z1 - z0) * pen.scale);
    };
    // fixed ends: no rotation at either
    const bend = (pen, x0, z0, x1, z1) => {
        const middle = pen.pz((z0 + z1) / 2);
        pen.ctx.bezierCurveTo(pen.px(x0), middle, pen.px(x1), middle, pen.px(x1), pen.pz(z1));
    };
    const column = (pen, x0, z0, x1, z1, width, colour) => {
        pen.ctx.strokeStyle = colour;
        pen.ctx.lineWidth = width;
        pen.ctx.beginPath();
        pen.ctx.moveTo(pen.px(x0), pen.pz(z0));
        bend(pen, x0, z0, x1, z1);
        pen.ctx.stroke();
    };
    const hatched = (pen, path, fill, line) => {
        const { ctx } = pen;
        ctx.save();
        ctx.beginPath();
        path();
        ctx.fillStyle = fill;
        ctx.fill();
        ctx.clip();
        ctx.strokeStyle = line;
        ctx.lineWidth = 1;
        ctx.beginPath();
        const shift = (((pen.slide ?? 0) % 10) + 10) % 10;
        for (let x = -pen.height - 10 + shift; x < pen.width; x += 10) {
            ctx.moveTo(x, pen.height);
            ctx.lineTo(x + pen.height, 0);
        }
        ctx.stroke();
        ctx.restore();
    };

    // one storey from (x0, z0) to (x1, z1): walls, windows, columns; darker the more it is sheared
    const storey = (pen, left, right, x0, z0, x1, z1, tint) => {
        const { ctx } = pen,
            width = right - left,
            bays = Math.max(2, Math.min(5, Math.round(width / 3.6)));
        const inset = Math.min(0.25, 0.03 * width);
        ctx.fillStyle = pen.mix(pen.colours.wall, pen.colours.strained, 0.28 * tint);
        ctx.globalAlpha = 0.88 * pen.alpha;
        ctx.beginPath();
        ctx.moveTo(pen.px(left + x0), pen.pz(z0));
        bend(pen, left + x0, z0, left + x1, z1);
        ctx.lineTo(pen.px(right + x1), pen.pz(z1));
        bend(pen, right + x1, z1, right + x0, z0);
        ctx.fill();
        ctx.globalAlpha = pen.alpha;
        const bay = (width - 2 * inset) / bays,
            tall = z1 - z0;
        const colour = pen.mix(pen.colours.column, pen.colours.strained, tint);
        if (bay * pen.scale > 14 && tall * pen.scale > 16) {
            ctx.fillStyle = pen.colours.window;
            ctx.strokeStyle = pen.mix(pen.colours.frame, pen.colours.strained, 0.5 * tint);
            ctx.lineWidth = 1;
            for (let i = 0; i < bays; i++) {
                const x = left + inset + (i + 0.5) * bay + (x0 + x1) / 2,
                    w = 0.46 * bay,
                    h = 0.4 * tall;
                ctx.beginPath();
                ctx.rect(pen.px(x - w / 2), pen.pz(z0 + 0.7 * tall), w * pen.scale, h * pen.scale);
                ctx.fill();
                ctx.stroke();
            }
        }
        for (let i = 0; i <= bays; i++) {
            const u = left + inset + i * bay;
            column(pen, u + x0, z0, u + x1, z1, Math.max(1.5, Math.min(5, 0.22 * pen.scale)), colour);
        }
    };
    const slab = (pen, left, right, z, colour) => {
        const thick = Math.max(3, Math.min(9, 0.34 * pen.scale));
        pen.ctx.fillStyle = colour;
        pen.ctx.fillRect(pen.px(left), pen.pz(z) - thick / 2, (right - left) * pen.scale, thick);
    };

    const floors = (pen, s, x0, z0, list, at, strain) => {
        let below = x0,
            z = z0;
        for (const body of list) {
            const x = at(body);
            storey(pen, s.left, s.right, below, z, x, body.z, strain(body));
            below = x;
            z = body.z;
        }
        for (const body of list) slab(pen, s.left + at(body), s.right + at(body), body.z, pen.colours.of(s.index));
    };
    const building = (pen, s, at, foot, strain) => floors(pen, s, foot(null), 0, s.bodies, at, strain);

    // base and bearings in a pit; the ground is painted around it
    const isolated = (pen, s, at, foot, strain) => {
        const [base, ...rest] = s.bodies,
            x = at(base),
            x0 = foot(null);
        const count = Math.max(3, Math.min(6, Math.round(s.width / 4)));
        for (let i = 0; i < count; i++) {
            const u = s.left + ((i + 0.5) / count) * s.width,
                w = 0.45;
            const layers = 6;
            for (let k = 0; k < layers; k++) {
                const part = (k + 0.5) / layers,
                    z = -2 + (1.2 * k) / layers;
                rect(pen, u - w + x0 + part * (x - x0), z, u + w + x0 + part * (x - x0), z + 1.2 / layers, k % 2 ? pen.colours.steel : pen.colours.rubber);
            }
        }
        rect(pen, s.left + x, -0.8, s.right + x, 0, pen.colours.of(s.index));
        if (rest.length) floors(pen, s, x, 0, rest, at, strain);
        else rect(pen, s.left + x, 0, s.right + x, 4, pen.colours.wall);
    };

    const deck = (pen, s, at, foot, strain, plan) => {
        const [body] = s.bodies,
            x = at(body),
            colour = pen.colours.of(s.index),
            under = s.top - s.depth;
        const links = plan.model.links.filter((link) => [link.left, link.right].includes(body.name));
        const grounded = links.filter((link) => !plan.named.has(link.left ?? '') || !plan.named.has(link.right ?? '')).filter((link) => link.gap === undefined);
        const places = s.width > 30 ? [0.16, 0.5, 0.84] : [0.25, 0.75];
        for (const link of grounded) {
            const x0 = foot(link.left === body.name ? link.right : link.left);
            const bearing = /bearing|slid|isolat/i.test(link.name);
            for (const part of places) {
                const u = s.left + part * s.width;
                if (bearing) {
                    rect(pen, u - 0.5 + x0, 0, u + 0.5 + x0, under - 0.5, pen.colours.concrete);
                    rect(pen, u - 0.9 + x0, under - 0.8, u + 0.9 + x0, under - 0.5, pen.colours.concrete);
                    pen.ctx.fillStyle = pen.colours.rubber;
                    pen.ctx.beginPath();
                    pen.ctx.moveTo(pen.px(u - 0.5 + x0), pen.pz(under - 0.5));
                    pen.ctx.lineTo(pen.px(u + 0.5 + x0), pen.pz(under - 0.5));
                    pen.ctx.lineTo(pen.px(u + 0.5 + x), pen.pz(under));
                    pen.ctx.lineTo(pen.px(u - 0.5 + x), pen.pz(under));
                    pen.ctx.fill();
                } else column(pen, u + x0, 0, u + x, under, Math.max(4, 0.9 * pen.scale), pen.mix(pen.colours.column, pen.colours.strained, strain(body)));
            }
        }
        // a box girder with its kerbs
        rect(pen, s.left + x, under, s.right + x, s.top, pen.mix(colour, pen.colours.back, 0.55));
        rect(pen, s.left + x, s.top - 0.3, s.right + x, s.top, colour);
        rect(pen, s.left + x, under, s.right + x, under + 0.14, colour);
        pen.ctx.fillStyle = colour;
        for (const end of [s.left + x, s.right + x - 0.25]) pen.ctx.fillRect(pen.px(end), pen.pz(s.top), 0.25 * pen.scale, s.depth * pen.scale);
    };
    // a cable between two decks: it hangs until its slack is used up
    const restrainers = (pen, plan, at) => {
        for (const link of plan.model.links) {
            const a = plan.named.get(link.left),
                b = plan.named.get(link.right);
            if (!a || !b || a.structure.kind !== 'deck' || b.structure.kind !== 'deck') continue;
            const x0 = a.structure.right - 2.2 + at(a),
                x1 = b.structure.left + 2.2 + at(b),
                z = a.structure.top - 0.45 * a.structure.depth,
                loose = plan.factor * (link.slack ?? 0) - (at(b) - at(a));
            pen.ctx.strokeStyle = loose > 0 ? pen.colours.soft : pen.colours.strained;
            pen.ctx.lineWidth = loose > 0 ? 1.5 : 2.5;
            pen.ctx.beginPath();
            pen.ctx.moveTo(pen.px(x0), pen.pz(z));
            pen.ctx.quadraticCurveTo(pen.px((x0 + x1) / 2), pen.pz(z - Math.min(Math.max(loose, 0), 2) * 0.9), pen.px(x1), pen.pz(z));
            pen.ctx.stroke();
        }
    };

    const sphere = (pen, x, z, radius, colour) => {
        const { ctx } = pen,
            r = Math.max(radius * pen.scale, 3),
            cx = pen.px(x),
            cy = pen.pz(z);
        const shine = ctx.createRadialGradient(cx - 0.35 * r, cy - 0.4 * r, 0.1 * r, cx, cy, r);
        shine.addColorStop(0, pen.mix(colour, '#ffffff', 0.65));
        shine.addColorStop(1, colour);
        ctx.fillStyle = shine;
        ctx.beginPath();
        ctx.arc(cx, cy, r, 0, 7);
        ctx.fill();
    };
    const ball = (pen, s, at, foot) => {
        const [body] = s.bodies,
            middle = (s.left + s.right) / 2,
            x = at(body) - foot(null),
            length = s.string;
        const z = length - Math.sqrt(Math.max(length * length - x * x, 0));
        pen.ctx.strokeStyle = pen.colours.text;
        pen.ctx.lineWidth = 1.2;
        pen.ctx.beginPath();
        pen.ctx.moveTo(pen.px(middle + foot(null)), pen.pz(length));
        pen.ctx.lineTo(pen.px(middle + at(body)), pen.pz(z));
        pen.ctx.stroke();
        sphere(pen, middle + at(body), z, s.radius, pen.colours.of(s.index));
    };
    // a frame on two leaf springs, with a ball between its stops
    const device = (pen, s, at, foot) => {
        const [frame] = s.bodies,
            x = at(frame),
            r = s.radius,
            bottom = s.top - 1.6 * r,
            high = s.top + 1.6 * r,
            colour = pen.colours.of(s.index);
        for (const u of [s.left + s.wall / 2, s.right - s.wall / 2]) column(pen, u + foot(null), 0, u + x, bottom, 2.5, pen.colours.column);
        rect(pen, s.left + x, bottom - 0.3 * r, s.right + x, bottom + 0.6 * r, colour);
        rect(pen, s.left + x, bottom, s.left + s.wall + x, high, colour);
        rect(pen, s.right - s.wall + x, bottom, s.right + x, high, colour);
        const centre = s.left + s.wall + frame.room.left + r;
        sphere(pen, centre + at(frame.holds), s.top, r, pen.colours.of(s.index + 1));
    };
    const block = (pen, s, at, foot, strain, plan) => {
        const [body] = s.bodies,
            x = at(body),
            z0 = plan.ground,
            low = z0 + 0.22 * (s.top - z0);
        const held = plan.model.links.some((link) => [link.left, link.right].includes(body.name));
        if (held) for (const part of [0.15, 0.85]) column(pen, s.left + part * s.width + foot(null), z0, s.left + part * s.width + x, low, 2.5, pen.colours.column);
        else for (const part of [0.2, 0.8]) sphere(pen, s.left + part * s.width + x, z0 + (low - z0) / 2, (low - z0) / 2, pen.colours.column);
        rect(pen, s.left + x, low, s.right + x, s.top + 0.2 * (s.top - z0), pen.mix(pen.colours.of(s.index), pen.colours.back, 0.35));
    };
    const fall = (pen, s, at) => {
        const [body] = s.bodies;
        sphere(pen, (s.left + s.right) / 2, s.radius - at(body), s.radius, pen.colours.of(s.index));
    };
    const kinds = { building, isolated, deck, ball, device, block, fall };

    // rods hang from where their body is; one in a building has its stops beside it
    const rod = (pen, plan, one, x, at) => {
        const { ctx } = pen,
            shift = one.floor ? at(one.floor) : 0,
            angle = x[one.index],
            px = one.x + shift,
            tipX = px + one.scale * one.length * Math.sin(angle),
            tipZ = one.z - one.scale * one.length * Math.cos(angle);
        for (const stop of one.stops) {
            const same = stop.body === one.floor;
            const face = same ? px + stop.side * one.scale * stop.gap : one.x + stop.side * stop.gap + (stop.body ? at(stop.body) : 0);
            const size = 0.2 * one.length * one.scale;
            const z = one.z - one.scale * one.length;
            if (same || !stop.body) hatched(pen, () => ctx.rect(pen.px(Math.min(face, face + 0.5 * stop.side * size)), pen.pz(z + size), 0.5 * size * pen.scale, 2 * size * pen.scale), pen.colours.panel, pen.colours.soft);
            if (same && stop.side > 0) rect(pen, face, z - size, face + 0.5 * size, z + size, pen.colours.column);
            else if (same) rect(pen, face - 0.5 * size, z - size, face, z + size, pen.colours.column);
        }
        ctx.strokeStyle = pen.colours.of(one.index);
        ctx.lineCap = 'round';
        ctx.lineWidth = Math.max(4, 0.03 * one.length * one.scale * pen.scale);
        ctx.beginPath();
        ctx.moveTo(pen.px(px), pen.pz(one.z));
        ctx.lineTo(pen.px(tipX), pen.pz(tipZ));
        ctx.stroke();
        ctx.lineCap = 'butt';
        ctx.fillStyle = pen.colours.back;
        ctx.strokeStyle = pen.colours.text;
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        ctx.arc(pen.px(px), pen.pz(one.z), 4, 0, 7);
        ctx.fill();
        ctx.stroke();
        return [tipX, tipZ];
    };

    return {
        structure: (pen, s, at, foot, strain, plan) => kinds[s.kind](pen, s, at, foot, strain, plan),
        restrainers,
        rod,
        rect,
        hatched,
    };
})();
