// The picture in motion, with what plays it: pause, speed, the impacts one by one, the strongest again and again.
thud.player = (place, run, clock, plan, motion) => {
    const { model, summary, impacts } = run;
    // of a run that was compared with open contacts, not of one before it in the same directory
    const open = run.summary.open ? thud.movement(thud.data('open')) : null;
    const strongest = thud.strongest(impacts);
    const size = (impact) => impact['max force'] || impact.impulse || 0;
    const most = Math.max(...impacts.map(size), 1e-300);
    const scene = thud.scene(plan, { ranges: motion.ranges, open });
    const canvas = thud.element('canvas', { role: 'img', 'aria-label': thud.sceneWords(plan, run) });
    const stage = thud.element('div', { class: 'stage' }, canvas);
    const swing = thud.largest(motion.shaken ? Array.from(run.time, (t) => motion.ground(t)) : [0]);
    const forces = model.contacts.map((c) => run.columns.find((column) => column.name === c.name && column.quantity === 'force')?.data);
    let ghosted = open !== null;

    const ROUNDED = 2e-7 * Math.max(Math.abs(clock.start), Math.abs(clock.end)); // times are of seven digits
    // impacts under way at t, or just over: they fade
    const fadeOf = () => Math.max(0.35 * clock.speed, (clock.end - clock.start) / 4000);
    const hitsAt = (t) => {
        const fade = fadeOf();
        const found = new Map();
        impacts.forEach((impact, i) => {
            const after = t - impact.t - (impact.duration || 0);
            if (t < impact.t - ROUNDED || after > fade) return;
            const number = run.numberOf.get(impact.contact),
                force = forces[number];
            const row = thud.rowOf(run.time, t),
                now = force && impact.duration > 0 ? Math.max(force[row], force[row + 1] ?? 0) / (impact['max force'] || 1) : 1;
            const hit = {
                contact: number,
                share: (size(impact) / most) * Math.min(after > 0 ? 1 : Math.max(now, 0.25), 1),
                fade: after > 0 ? 1 - after / fade : 1,
                label: thud.impactForce(impact),
                words: `${impact.contact}, impact ${impact.number ?? i + 1} of ${summary.impacts}`,
                peak: size(impact),
            };
            if (!found.has(number) || found.get(number).peak < hit.peak) found.set(number, hit);
        });
        const all = [...found.values()],
            top = all.reduce((best, hit) => (hit.peak > (best?.peak ?? -1) ? hit : best), null);
        for (const hit of all) if (hit !== top || hit.peak < 0.02 * most) hit.label = null;
        return all;
    };
    const frameAt = (t) => ({
        x: motion.at(t),
        ground: motion.ground(t),
        support: (name) => motion.support(name, t),
        ghost: ghosted ? model.bodies.map(({ name }) => open.at(name, 'displacement', t)) : null,
        hits: hitsAt(t),
        clock: `${t.toFixed(thud.clockDigits(run))}\u00a0s`,
    });
    const draw = (ratio) => scene.draw(canvas, frameAt(clock.now), ratio);
    let laid = false;
    const lay = (width) => {
        const height = scene.size(width, swing);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
        laid = true;
        draw();
        place.dispatchEvent(new CustomEvent('laid'));
    };
    thud.watchWidth(stage, lay);
    clock.on(() => {
        if (laid) draw();
    });
    thud.theme.onChange(() => {
        if (laid) draw(document.documentElement.dataset.printing ? 3 : undefined);
    });
    new IntersectionObserver(([entry]) => (clock.seen = entry.isIntersecting)).observe(stage);

    const button = (label, hint, onclick, id) =>
        thud.element('button', { type: 'button', title: hint, 'aria-label': label.length < 2 ? hint : null, onclick, id }, label);
    const play = button('Pause', 'Play or pause', () => (clock.playing ? clock.pause() : clock.play()), 'play');
    play.classList.add('play');
    const speed = thud.chooser(
        'Speed',
        thud.speeds.map((s) => [s, s === 0.25 ? '¼×' : s === 0.5 ? '½×' : `${thud.plain(s)}×`]),
        1,
        (value) => (clock.speed = Number(value)),
    );
    const around = (impact) => {
        if (plan.crowded) {
            plan.focus(run.numberOf.get(impact.contact));
            if (laid) lay(stage.clientWidth);
        }
        const { from, to, speed: slow } = thud.loopAround(run, impact);
        clock.loop = [from, to];
        clock.speed = slow;
        thud.find('select', speed).value = String(slow);
        clock.set(impact.moment);
        clock.changed();
    };
    const step = (direction) => {
        const next = impacts
            .filter((impact) => direction * (impact.moment - clock.now) > ROUNDED)
            .reduce((best, impact) => (best && direction * (best.moment - impact.moment) <= 0 ? best : impact), null);
        if (next) around(next);
    };
    const through = () => {
        clock.loop = null;
        clock.speed = thud.speedFor(clock.end - clock.start, 20);
        thud.find('select', speed).value = String(clock.speed);
        clock.set(clock.start);
        clock.play();
        clock.changed();
    };
    const struck = impacts.length > 0;
    const controls = thud.element(
        'div',
        { class: 'controls' },
        play,
        struck ? button('‹', 'The impact before', () => step(-1), 'before') : null,
        struck ? button('›', 'The next impact', () => step(1), 'after') : null,
        struck ? button('Strongest impact', 'Again and again, slowly', () => (around(strongest), clock.play()), 'strongest') : null,
        button('Whole run', 'From the start to the end', through, 'whole'),
        speed,
        open ? thud.ghostBox((on) => ((ghosted = on), draw())) : null,
    );
    clock.changed = () => {
        play.textContent = clock.playing ? 'Pause' : 'Play';
    };
    place.append(
        stage,
        controls,
        thud.element(
            'div',
            { class: 'under' },
            thud.element('p', { class: 'note caption' }, thud.sceneCaption(plan, open !== null)),
            thud.element('span', { class: 'exports' }, thud.recorder(canvas, clock, run), thud.copyFigure(canvas, run)),
        ),
    );

    // when all coordinates together are farthest out: what a run without impacts has to show
    const farthest = () => {
        let best = 0,
            most = 0;
        for (const t of run.time) {
            const share = motion.at(t).reduce((sum, x, i) => sum + Math.abs(x) / (thud.largest(motion.ranges[i]) || 1), 0);
            if (share > most) [best, most] = [t, share];
        }
        return best;
    };
    const begin = () => {
        if (strongest) around(strongest);
        else {
            clock.set(farthest());
            clock.speed = thud.speedFor(clock.end - clock.start, 12);
            thud.find('select', speed).value = String(clock.speed);
        }
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches && !/[?#&]still/.test(location.href)) clock.play();
        else clock.pause();
    };
    // paper has the strongest impact
    addEventListener('beforeprint', () => {
        clock.pause();
        clock.set(strongest ? strongest.moment : farthest());
        draw(3);
    });
    return { begin, scene, frameAt, fadeOf, draw, canvas, stage, strongest };
};

thud.impactForce = (impact) =>
    impact['max force'] > 0 ? thud.quantity(impact['max force'], 'N', 3) : impact.impulse > 0 ? thud.quantity(impact.impulse, 'N·s', 3) : '';

thud.clockDigits = ({ time }) => {
    const whole = time[time.length - 1] - time[0];
    return whole > 5 ? 2 : whole > 0.5 ? 3 : 4;
};

thud.ghostBox = (set) => {
    const box = thud.element('input', { type: 'checkbox', id: 'ghost', onchange: () => set(box.checked) });
    box.checked = true;
    return thud.element('label', { class: 'check' }, box, thud.element('span', {}, 'Without contact'));
};
