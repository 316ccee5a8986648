// The picture of a model at an instant, on a canvas: structures, what they stand on, the run without contacts as a ghost,
// the envelope of all motions, and a flash with its force where two bodies strike.
//
// thud.scene(plan, { ranges, open }) gives { size(width), draw(canvas, frame), sides(contact, frame) }; a frame is
// { x, ghost, ground, support(name), hits: [{contact, share, label, words}], words }.
thud.scene = (plan, { ranges = [], open = null } = {}) => {
    const { model, structures } = plan;
    const view = { width: 0, height: 0, scale: 1, left: 0, base: 0 };
    const LABEL = 84, // px above what is struck: a flash and its force
        PLAIN = 46;
    const foots = structures.map((s) => thud.sceneFoot(plan, s)).filter(Boolean);
    let paint = null;

    // how wide the ground itself swings
    let swing = 0;
    const size = (width, ground = 0, most = 520) => {
        swing = plan.factor * ground;
        const narrow = width < 560,
            above = model.contacts.length === 0 ? PLAIN : narrow ? 70 : LABEL,
            under = foots.length ? 40 : 16,
            margin = plan.tall ? 54 : 18;
        const { box } = plan;
        const across = box.right - box.left + 2 * swing,
            high = box.top - box.bottom || 1;
        const room = width - 2 * (narrow ? 10 : margin) - (box.dimension && !narrow ? 30 : 0);
        const tall = Math.min(most, Math.max(narrow ? 240 : 300, 0.62 * width));
        view.scale = Math.min(room / across, (tall - above - under) / high);
        view.width = width;
        view.height = Math.ceil(Math.max(above + under + high * view.scale, narrow ? 150 : 190));
        view.left = width / 2 - ((box.left + box.right) / 2) * view.scale + (box.dimension && !narrow ? 15 : 0);
        view.base = view.height - under + box.bottom * view.scale;
        view.narrow = narrow;
        return view.height;
    };
    const px = (x) => view.left + x * view.scale,
        pz = (z) => view.base - z * view.scale;

    const strainsOf = (x) => (body) => {
        const own = body.structure.bodies,
            i = own.indexOf(body),
            below = i > 0 ? x[own[i - 1].index] : 0;
        return Math.min(Math.abs(x[body.index] - below) / (plan.strain(body) || 1), 1);
    };
    const terms = (side, at, foot) =>
        side.terms.length ? side.terms.reduce((sum, [body, share]) => sum + share * at(body), 0) + (1 - side.terms.reduce((sum, [, share]) => sum + share, 0)) * foot(null) : foot(side.support ?? null);

    // both faces of a contact on the canvas, px
    const sides = (contact, frame) => {
        const { at, foot } = motions(frame);
        return [contact.left, contact.right].map((side) => px(side.x + terms(side, at, foot)));
    };
    const motions = (frame) => {
        const shift = plan.factor * (frame.ground ?? 0);
        return {
            at: (body) => plan.factor * frame.x[body.index] + shift,
            foot: (name) => shift + (name ? plan.factor * frame.support(name) : 0),
        };
    };

    const ghost = (pen, frame) => {
        const { ctx } = pen,
            shift = plan.factor * (frame.ground ?? 0);
        const at = (body) => plan.factor * frame.ghost[body.index] + shift;
        for (const s of structures) {
            const colour = pen.colours.of(s.index);
            ctx.save();
            ctx.globalAlpha = 0.13;
            ctx.fillStyle = colour;
            if (/building|isolated/.test(s.kind)) {
                const start = s.kind === 'isolated' ? [] : [[shift, 0]],
                    edge = [...start, ...s.bodies.map((body) => [at(body), body.z])];
                ctx.beginPath();
                edge.forEach(([x, z], i) => (i ? ctx.lineTo(px(s.left + x), pz(z)) : ctx.moveTo(px(s.left + x), pz(z))));
                for (const [x, z] of edge.toReversed()) ctx.lineTo(px(s.right + x), pz(z));
                ctx.fill();
            } else if (/deck|block/.test(s.kind)) {
                const x = at(s.bodies[0]),
                    low = s.kind === 'deck' ? s.top - s.depth : plan.ground + 0.2 * (s.top - plan.ground);
                ctx.globalAlpha = 0.7;
                ctx.strokeStyle = colour;
                ctx.setLineDash([2, 3]);
                ctx.strokeRect(px(s.left + x), pz(s.top), s.width * view.scale, (s.top - low) * view.scale);
            } else if (s.kind === 'ball') {
                ctx.globalAlpha = 0.2;
                ctx.beginPath();
                ctx.arc(px((s.left + s.right) / 2 + at(s.bodies[0])), pz(0), Math.max(3, s.radius * view.scale), 0, 7);
                ctx.fill();
            }
            ctx.restore();
        }
    };
    // its faces, in front of what is there
    const outlines = (pen, frame) => {
        const { ctx } = pen,
            shift = plan.factor * (frame.ground ?? 0);
        ctx.save();
        ctx.globalAlpha = 0.85;
        ctx.lineWidth = 1.3;
        ctx.setLineDash([5, 3]);
        for (const s of structures.filter((one) => /building|isolated/.test(one.kind))) {
            ctx.strokeStyle = pen.mix(pen.colours.of(s.index), pen.colours.text, 0.25);
            for (const edge of [s.left, s.right]) {
                ctx.beginPath();
                if (s.kind === 'building') ctx.moveTo(px(edge + shift), pz(0));
                for (const body of s.bodies) ctx.lineTo(px(edge + plan.factor * frame.ghost[body.index] + shift), pz(body.z));
                ctx.stroke();
            }
        }
        ctx.restore();
    };
    // as far as everything goes in the whole run, from the ground that it stands on
    const envelope = (pen, shift) => {
        const { ctx } = pen;
        ctx.save();
        ctx.setLineDash([1.5, 4]);
        ctx.lineWidth = 1.4;
        ctx.strokeStyle = pen.colours.soft;
        for (const s of structures.filter((one) => /building|isolated/.test(one.kind)))
            for (const [edge, which] of [
                [s.left, 0],
                [s.right, 1],
            ]) {
                ctx.beginPath();
                if (s.kind === 'isolated') ctx.moveTo(px(edge + shift + plan.factor * (ranges[s.bodies[0].index]?.[which] ?? 0)), pz(0));
                else ctx.moveTo(px(edge + shift), pz(0));
                for (const body of s.bodies) ctx.lineTo(px(edge + shift + plan.factor * (ranges[body.index]?.[which] ?? 0)), pz(body.z));
                ctx.stroke();
            }
        ctx.restore();
    };
    // what a contact adds to a face: a stub as long as gaps differ, a plate between two levels
    const stubs = (pen, at, foot) => {
        for (const c of plan.contacts) {
            if (!c.from || !c.to || c.from.inside || c.to.inside) continue;
            const [a, b] = [c.left, c.right].map((side) => side.x + terms(side, at, foot));
            const face = c.to.structure.left + at(c.to),
                thick = Math.max(4, Math.min(10, 0.3 * view.scale));
            pen.ctx.fillStyle = pen.colours.of(c.to.structure.index);
            if (face - b > 0.02) pen.ctx.fillRect(px(b), pz(c.z) - thick / 2, (face - b) * view.scale, thick);
            if (c.left.terms.length > 1) thud.paint.rect(pen, a - 3 / view.scale, c.left.z - 0.4, a, c.left.z + 0.4, pen.colours.of(c.from.structure.index));
            if (c.right.terms.length > 1) thud.paint.rect(pen, b, c.right.z - 0.4, b + 3 / view.scale, c.right.z + 0.4, pen.colours.of(c.to.structure.index));
            if (Math.abs(c.left.z - c.right.z) > 0.2 && c.left.terms.length === 1 && c.right.terms.length === 1)
                thud.paint.rect(pen, b, c.low, b + 4 / view.scale, c.z, pen.colours.of(c.to.structure.index));
        }
    };
    // a floor that is in its neighbour, where no contact is: as far as it is
    const passes = (pen, { floor, beside, height }, frame, at, shift) => {
        const own = plan.named.get(floor),
            upper = plan.named.get(beside),
            other = upper?.structure;
        if (!own || !other || own.structure === other) return;
        const i = other.bodies.indexOf(upper),
            low = other.bodies[i - 1],
            z0 = low?.z ?? 0,
            part = (height - z0) / (upper.z - z0);
        const x = (1 - part) * (low ? at(low) : shift) + part * at(upper),
            onLeft = own.structure.left < other.left;
        const [a, b] = onLeft ? [other.left + x, own.structure.right + at(own)] : [own.structure.left + at(own), other.right + x];
        if (b <= a) return;
        thud.paint.hatched(pen, () => pen.ctx.rect(px(a), pz(height) - 6, (b - a) * view.scale, 12), pen.mix(pen.colours.force, pen.colours.back, 0.75, 0.6), pen.colours.force);
    };
    const flash = (pen, hit, x, z) => {
        const { ctx } = pen,
            strength = Math.sqrt(Math.min(Math.max(hit.share, 0.02), 1)),
            r = (view.narrow ? 22 : 34) * (0.45 + 0.75 * strength) * (hit.fade ?? 1);
        if (!(r > 0.5)) return;
        const glow = ctx.createRadialGradient(x, z, 0, x, z, r);
        glow.addColorStop(0, pen.mix(pen.colours.hit, pen.colours.hit, 1, 0.95));
        glow.addColorStop(0.28, pen.mix(pen.colours.hit, pen.colours.hit, 1, 0.75));
        glow.addColorStop(1, pen.mix(pen.colours.hit, pen.colours.hit, 1, 0));
        ctx.fillStyle = glow;
        ctx.beginPath();
        ctx.arc(x, z, r, 0, 7);
        ctx.fill();
    };
    const widthOf = (ctx, words, font) => {
        ctx.font = `${font} system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;
        return ctx.measureText(words).width;
    };
    // words in the middle stay on the picture, and `apart` from its right edge
    const text = (ctx, words, x, y, { font = '12px', align = 'center', colour, back, apart = 4 }) => {
        const wide = widthOf(ctx, words, font);
        ctx.textAlign = align;
        const at = align === 'center' ? Math.min(Math.max(x, wide / 2 + 4), view.width - wide / 2 - apart) : x;
        if (back) {
            ctx.strokeStyle = back;
            ctx.lineWidth = 4;
            ctx.lineJoin = 'round';
            ctx.strokeText(words, at, y);
        }
        ctx.fillStyle = colour;
        ctx.fillText(words, at, y);
    };

    const draw = (canvas, frame, ratio = devicePixelRatio || 1) => {
        const ctx = canvas.getContext('2d'),
            colours = thud.sceneColours();
        if (canvas.width !== Math.round(view.width * ratio) || canvas.height !== Math.round(view.height * ratio)) {
            canvas.width = Math.round(view.width * ratio);
            canvas.height = Math.round(view.height * ratio);
        }
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.globalAlpha = 1;
        ctx.fillStyle = colours.back;
        ctx.fillRect(0, 0, view.width, view.height);
        const pen = { ctx, px, pz, scale: view.scale, width: view.width, height: view.height, colours, mix: thud.mix, alpha: 1 };
        paint = pen;
        const { at, foot } = motions(frame),
            strain = strainsOf(frame.x),
            shift = foot(null);
        thud.paintGround(pen, plan, foot);
        if (frame.ghost) ghost(pen, frame);
        for (const s of structures) thud.paint.structure(pen, s, at, foot, strain, plan);
        thud.paint.restrainers(pen, plan, at);
        stubs(pen, at, foot);
        if (frame.ghost) outlines(pen, frame);
        const tips = new Map(plan.rods.map((rod) => [rod.name, thud.paint.rod(pen, plan, rod, frame.x, at)]));
        for (const one of plan.overlaps) passes(pen, one, frame, at, shift);
        envelope(pen, shift);
        labels(pen, shift);
        // hits, the strongest on top
        for (const hit of [...(frame.hits ?? [])].sort((a, b) => a.share - b.share)) {
            const contact = plan.contacts.find((c) => c.number === hit.contact),
                tip = tips.get(model.contacts[hit.contact].tip);
            if (!contact && !tip) continue;
            if (plan.crowded && (contact.right.x < plan.box.left || contact.left.x > plan.box.right)) continue;
            const falls = contact && contact.from?.structure?.kind === 'fall';
            const spots = contact ? [contact.left, contact.right].map((side) => side.x + terms(side, at, foot)) : [];
            const x = falls ? px(contact.from.structure.left + contact.from.structure.radius) : contact ? px((spots[0] + spots[1]) / 2) : px(tip[0]);
            const z = falls ? pz(-plan.factor * contact.gap) : contact ? pz(contact.z) : pz(tip[1]);
            flash(pen, hit, x, z);
            if (!hit.label) continue;
            const y = Math.max(z - (view.narrow ? 30 : 44), 36),
                above = y - (view.narrow ? 18 : 24),
                apart = above < 36 ? 84 : 4; // the clock is in that corner
            text(ctx, hit.label, x, y, { font: `700 ${view.narrow ? 16 : 21}px`, colour: colours.force, back: colours.back, apart: Math.min(apart, 20) });
            text(ctx, hit.words, x, above, { font: '12.5px', colour: colours.soft, back: colours.back, apart });
        }
        if (frame.clock) text(ctx, frame.clock, view.width - 10, 18, { font: '600 13px', align: 'right', colour: colours.text, back: colours.back });
        if (frame.mark) text(ctx, frame.mark, 10, view.height - 8, { font: '11px', align: 'left', colour: colours.soft });
    };
    const labels = (pen, shift) => {
        const { ctx, colours } = pen;
        const { box } = plan;
        if (box.dimension && !view.narrow) {
            const x = Math.max(26, px(box.left - swing) - 14),
                [z0, z1] = [pz(0), pz(box.dimension)];
            ctx.strokeStyle = colours.soft;
            ctx.lineWidth = 1.3;
            ctx.beginPath();
            ctx.moveTo(x - 6, z0);
            ctx.lineTo(x + 6, z0);
            ctx.moveTo(x - 6, z1);
            ctx.lineTo(x + 6, z1);
            ctx.moveTo(x, z0);
            ctx.lineTo(x, z1);
            ctx.stroke();
            ctx.save();
            ctx.translate(x - 9, (z0 + z1) / 2);
            ctx.rotate(-Math.PI / 2);
            text(ctx, thud.quantity(box.dimension, 'm', 3).replace(/\.?0+(?=\s)/, ''), 0, 0, { font: '12px', colour: colours.soft });
            ctx.restore();
        }
        let end = -Infinity; // of the words before: what has no room is left out
        for (const [s, words] of foots) {
            if (s.right < box.left || s.left > box.right) continue;
            const y = s.kind === 'isolated' ? pz(-2) + 26 + 6 : s.kind === 'ball' ? pz(-s.radius) + 20 : pz(plan.ground) + 34;
            const own = view.narrow ? words.short : words.long,
                middle = px((s.left + s.right) / 2 + shift),
                half = widthOf(ctx, own, '12px') / 2;
            if (middle - half < end + 6) continue;
            end = middle + half;
            text(ctx, own, middle, Math.min(y, view.height - 6), { font: '12px', colour: colours.text, back: colours.back });
        }
    };
    return { size, draw, sides, view, pen: () => paint, plan, open };
};

// the mode of the longest period that is of this structure alone
thud.firstMode = (s) => {
    const names = new Set(s.bodies.map((body) => body.name));
    return s.modes.filter((mode) => Object.keys(mode.shape).every((name) => names.has(name))).reduce((best, mode) => (mode.period > (best?.period ?? 0) ? mode : best), null);
};

// what stands below a structure: its name, storeys and period
thud.sceneFoot = (plan, s) => {
    if (/device|fall/.test(s.kind)) return null;
    const mode = thud.firstMode(s);
    const period = mode && s.kind !== 'ball' ? `T₁ ${thud.digits(mode.period, 3)}\u00a0s` : '';
    const storeys = s.bodies.length - (s.kind === 'isolated' ? 1 : 0),
        heights = new Set(s.bodies.map((body) => body.height));
    const each = s.known && !s.given.height && heights.size === 1 ? ` × ${thud.plain([...heights][0])}\u00a0m` : ' storeys';
    const size = /building|isolated/.test(s.kind) && storeys > 1 ? `${storeys}${each}` : '';
    const lone = plan.structures.length === 1 && s.kind !== 'deck';
    const name = lone && s.bodies.length > 1 ? '' : s.name;
    const long = [name, [size, period].filter(Boolean).join(', ')].filter(Boolean).join(': ');
    return long ? [s, { long, short: name || size }] : null;
};

// colours of the style sheet, read once for each theme
thud.sceneColours = (() => {
    let made = null,
        theme = null;
    return () => {
        const now = document.documentElement.dataset.theme;
        if (made && theme === now) return made;
        theme = now;
        made = { of: (index) => thud.theme.colour(index) };
        for (const name of ['back', 'panel', 'text', 'soft', 'line', 'hit', 'wall', 'window', 'frame', 'column', 'strained', 'slab', 'concrete', 'rubber', 'steel', 'fill', 'force'])
            made[name] = thud.theme.token(name);
        return made;
    };
})();

// between two colours #rrggbb, with an opacity
thud.mix = (from, to, part, opacity = 1) => {
    const parts = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    const a = parts(from),
        b = parts(to);
    return `rgb(${a.map((v, i) => Math.round(v + part * (b[i] - v))).join(' ')} / ${opacity})`;
};
