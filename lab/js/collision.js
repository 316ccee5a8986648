// Two bodies that meet, in slow motion: pressed into each other as far as the loop says, and beside them, dashed, as the
// published rule has it. thud.lab.collision(place) gives { set(impact), play(on), onNow(time) }; an impact is
// { exact, published, masses: [m1, m2], v }, with { course, e_out } of each.
thud.lab.collision = (place) => {
    const HIGH = 132,
        SECONDS = 5; // that a turn takes on the screen
    const canvas = thud.element('canvas', { role: 'img', 'aria-label': 'Nothing yet' }),
        caption = thud.element('p', { class: 'note caption' }),
        button = thud.element('button', { type: 'button', class: 'play', onclick: () => turn(!wanted) });
    const node = thud.element(
        'figure',
        { class: 'chart wide', 'data-chart': 'collision' },
        thud.element('figcaption', {}, 'The impact in slow motion'),
        canvas,
        thud.element('div', { class: 'controls' }, button, caption),
    );
    place.prepend(node);
    const own = { set, play, onNow: null, node };
    let impact = null,
        width = 0,
        now = 0, // s of the impact
        last = 0,
        wanted = !matchMedia('(prefers-reduced-motion: reduce)').matches,
        seen = false;

    const end = ({ course }) => course.time.at(-1);
    const longest = () => Math.max(end(impact.exact), impact.published ? end(impact.published) : 0);
    const span = () => [-0.45 * longest(), 1.6 * longest()];
    // how far they are in each other; below zero apart
    const depth = ({ course, e_out: e }, t) => {
        if (t <= 0) return impact.v * t;
        const whole = end({ course });
        if (t >= whole) return course.penetration.at(-1) - e * impact.v * (t - whole);
        const row = thud.rowOf(course.time, t),
            part = (t - course.time[row]) / (course.time[row + 1] - course.time[row] || 1);
        return course.penetration[row] + part * (course.penetration[row + 1] - course.penetration[row]);
    };
    const forceAt = ({ course }, t) => {
        if (t <= 0 || t >= end({ course })) return 0;
        const row = thud.rowOf(course.time, t),
            part = (t - course.time[row]) / (course.time[row + 1] - course.time[row] || 1);
        return course.force[row] + part * (course.force[row + 1] - course.force[row]);
    };

    const draw = () => {
        if (!impact || !width) return;
        const ratio = devicePixelRatio || 1,
            colours = thud.sceneColours(),
            ctx = canvas.getContext('2d');
        if (canvas.width !== Math.round(width * ratio)) {
            canvas.width = Math.round(width * ratio);
            canvas.height = HIGH * ratio;
            canvas.style.width = `${width}px`;
            canvas.style.height = `${HIGH}px`;
        }
        ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        ctx.fillStyle = colours.back;
        ctx.fillRect(0, 0, width, HIGH);
        const size = Math.min(92, 0.2 * width),
            most = Math.max(...[impact.exact, impact.published].filter(Boolean).map((one) => thud.largest(one.course.penetration)), 1e-300),
            scale = (0.3 * size) / most,
            middle = width / 2,
            top = HIGH - size - 10;
        // each gives way by its share: the lighter one goes further
        const [m1, m2] = impact.masses,
            share = Number.isFinite(m2) ? m2 / (m1 + m2) : 1;
        const faces = (one) => {
            const d = depth(one, now) * scale;
            return [middle + share * d, middle - (1 - share) * d];
        };
        const [left, right] = faces(impact.exact);
        const box = (x0, wide, colour) => {
            ctx.fillStyle = colour;
            ctx.globalAlpha = 0.82;
            ctx.beginPath();
            ctx.roundRect(x0, top, wide, size, 10);
            ctx.fill();
            ctx.globalAlpha = 1;
        };
        ctx.fillStyle = colours.line;
        ctx.fillRect(0, HIGH - 10, width, 1.5);
        box(left - size, size, colours.of(0));
        if (Number.isFinite(m2)) box(right, size, colours.of(2));
        else {
            ctx.fillStyle = colours.concrete;
            ctx.fillRect(right, top - 14, Math.min(60, width - right), size + 14);
        }
        // the published rule, as outlines
        if (impact.published) {
            const [l, r] = faces(impact.published);
            ctx.strokeStyle = colours.of(1);
            ctx.lineWidth = 1.8;
            ctx.setLineDash([6, 3]);
            ctx.beginPath();
            ctx.roundRect(l - size, top, size, size, 10);
            if (Number.isFinite(m2)) ctx.roundRect(r, top, size, size, 10);
            ctx.stroke();
            ctx.setLineDash([]);
        }
        const force = forceAt(impact.exact, now),
            part = force / (thud.largest(impact.exact.course.force) || 1);
        if (part > 0) {
            const r = 12 + 26 * Math.sqrt(part),
                x = (left + right) / 2,
                y = top + size / 2,
                glow = ctx.createRadialGradient(x, y, 0, x, y, r);
            glow.addColorStop(0, thud.mix(colours.hit, colours.hit, 1, 0.9));
            glow.addColorStop(1, thud.mix(colours.hit, colours.hit, 1, 0));
            ctx.fillStyle = glow;
            ctx.beginPath();
            ctx.arc(x, y, r, 0, 7);
            ctx.fill();
        }
        const text = (words, x, y, align, font, colour) => {
            ctx.font = `${font} system-ui, 'Segoe UI', Roboto, Arial, sans-serif`;
            ctx.textAlign = align;
            ctx.fillStyle = colour;
            ctx.fillText(words, x, y);
        };
        if (force > 0) text(thud.quantity(force, 'N', 3), middle, Math.max(top - 8, 18), 'center', '700 18px', colours.force);
        text(thud.mass(m1), left - size / 2, top + size / 2 + 4, 'center', '12px', '#ffffff');
        if (Number.isFinite(m2)) text(thud.mass(m2), right + size / 2, top + size / 2 + 4, 'center', '12px', '#ffffff');
        text(`${thud.quantity(now, 's', 3)}`, width - 6, 16, 'right', '12px', colours.soft);
        if (now > end(impact.exact)) text(`separates with ${thud.digits(impact.exact.e_out, 3)} of the speed`, 6, 16, 'left', '12px', colours.soft);
        own.onNow?.(Math.min(Math.max(now, 0), end(impact.exact)));
    };
    function set(next) {
        const fresh = !impact;
        impact = next;
        node.hidden = !impact;
        if (!impact) return;
        const [from, to] = span();
        if (fresh || now < from || now > to) now = wanted ? from : impact.exact.course.time[impact.exact.course.force.indexOf(thud.largest(impact.exact.course.force))];
        canvas.setAttribute('aria-label', `Two bodies meet at ${thud.quantity(impact.v, 'm/s', 3)} and leave with ${thud.digits(impact.exact.e_out, 3)} of it${impact.published ? `; by the published rule with ${thud.digits(impact.published.e_out, 3)}` : ''}.`);
        const slower = SECONDS / (to - from);
        caption.textContent = `${slower > 1.5 ? `${thud.plain(Number(slower.toPrecision(2)))} times slower` : 'Not slowed down'}, drawn up to a penetration of ${thud.quantity(thud.largest(impact.exact.course.penetration), 'm', 3)}.${impact.published ? ' Dashed: the published rule.' : ''}`;
        draw();
    }
    const frame = (stamp) => {
        if (!wanted || !seen) return;
        if (impact) {
            const [from, to] = span();
            now += last ? (Math.min((stamp - last) / 1000, 0.1) / SECONDS) * (to - from) : 0;
            if (now > to) now = from;
            draw();
        }
        last = stamp;
        requestAnimationFrame(frame);
    };
    const go = () => {
        button.textContent = wanted ? 'Pause' : 'Play';
        last = 0;
        if (wanted && seen) requestAnimationFrame(frame);
    };
    const turn = (on) => {
        wanted = on;
        go();
    };
    function play(on) {
        if (on === seen) return;
        seen = on;
        go();
    }
    thud.watchWidth(node, (wide) => {
        width = wide;
        draw();
    });
    thud.theme.onChange(draw);
    go();
    return own;
};
