// The stage: a structure in motion, with its true gaps; impacts flash, and sound where that is switched on. The gap is dragged
// in the picture.
// thud.lab.stage() gives { node, set(model, run), show(), play(on), lineOf(part, name), onNow, onGap(metres, done) }.
thud.lab.stage = () => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const canvas = thud.element('canvas', { role: 'img', 'aria-label': 'Nothing yet' }),
        stage = thud.element('div', { class: 'stage', 'data-chart': 'stage' }, canvas),
        caption = thud.element('p', { class: 'note caption' }),
        clock = thud.element('output', { class: 'clock' }),
        STEPS = 1000;
    let model = null,
        run = null,
        plan = null,
        scene = null,
        width = 0,
        now = 0,
        last = 0,
        wanted = !still.matches, // whether it plays when it is seen
        seen = false,
        speed = 1,
        factor = 0, // of the picture, kept while it does
        next = 0; // the impact that sounds next
    const sound = thud.lab.sound();
    const slider = thud.element('input', {
        type: 'range',
        min: 0,
        max: STEPS,
        step: 1,
        value: 0,
        'aria-label': 'Time',
        oninput: () => {
            setPlaying(false);
            show((model.duration * slider.value) / STEPS);
        },
    });
    const button = thud.element('button', { type: 'button', class: 'play', onclick: () => setPlaying(!wanted) });
    const speeds = thud.chooser(
        'Speed',
        [0.05, 0.1, 0.25, 0.5, 1, 2, 5].map((s) => [s, `${s}×`]),
        speed,
        (value) => (speed = Number(value)),
    );
    const loud = thud.lab.check('Sound', 'sound', false, (on) => sound.allow(on));
    const node = thud.element(
        'div',
        {},
        stage,
        caption,
        thud.element('div', { class: 'controls' }, button, slider, clock, speeds, loud.node),
    );
    const own = { node, onNow: null, onGap: null };

    const frameAt = (t) => {
        const row = thud.rowOf(run.time, t),
            part = Math.min(Math.max((t - run.time[row]) / (run.time[row + 1] - run.time[row] || 1), 0), 1);
        const fade = Math.max(0.3 * speed, model.duration / 2000);
        const hits = new Map();
        run.impacts.forEach((hit, i) => {
            const after = t - hit.end;
            if (t < hit.start || after > fade) return;
            const share = hit.impulse / run.strongest,
                old = hits.get(hit.contact);
            if (old && old.size > share) return;
            const force = hit.force > 0 ? thud.quantity(hit.force, 'N', 3) : thud.quantity(hit.impulse, 'N·s', 3);
            hits.set(hit.contact, {
                contact: hit.contact,
                share,
                size: share,
                fade: after > 0 ? 1 - after / fade : 1,
                label: share > 0.1 ? force : null,
                words: `${model.contacts[hit.contact].name}, impact ${i + 1} of ${run.impacts.length}`,
            });
        });
        const all = [...hits.values()].sort((a, b) => b.size - a.size);
        for (const hit of all.slice(1)) hit.label = null;
        return {
            x: run.paths.map((path) => path[row] + part * ((path[row + 1] ?? path[row]) - path[row])),
            ground: 0,
            support: () => 0,
            ghost: null,
            hits: all,
            clock: `${t.toFixed(2)}\u00a0s`,
        };
    };
    const show = (t) => {
        if (!run || !scene) return;
        now = t;
        scene.draw(canvas, frameAt(t));
        slider.value = Math.round((t / model.duration) * STEPS);
        slider.setAttribute('aria-valuetext', `${thud.digits(t, 4)} seconds`);
        clock.textContent = `${t.toFixed(2)} s`;
        own.onNow?.(t);
    };
    // impacts between two instants, each by its impulse
    const strike = (from, to) => {
        while (next < run.impacts.length && run.impacts[next].start < from) next++;
        for (; next < run.impacts.length && run.impacts[next].start <= to; next++)
            sound.strike(run.impacts[next].impulse / run.strongest);
    };
    const frame = (stamp) => {
        if (!wanted || !seen) return;
        const step = last ? Math.min((stamp - last) / 1000, 0.1) * speed : 0;
        last = stamp;
        if (run) {
            const t = now + step;
            strike(now, t);
            if (t > model.duration) next = 0;
            show(t > model.duration ? 0 : t);
        }
        requestAnimationFrame(frame);
    };
    const go = () => {
        button.textContent = wanted ? 'Pause' : 'Play';
        last = 0;
        if (wanted && seen) requestAnimationFrame(frame);
    };
    const setPlaying = (on) => {
        if (on === wanted) return;
        wanted = on;
        go();
    };
    const lay = () => {
        if (!width || !model) return;
        scene = thud.scene(plan, { ranges: run.paths.map((path) => thud.range(path)) });
        const height = scene.size(width, 0, 380);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
        canvas.setAttribute('aria-label', thud.sceneWords(plan, run));
        caption.textContent = thud.sceneCaption(plan, false) + (own.onGap && plan.contacts.length ? ' Drag sideways in the picture to change the gap.' : '');
        show(Math.min(now, model.duration));
    };
    own.set = (nextModel, nextRun) => {
        if (model?.title !== nextModel.title) factor = 0;
        model = { supports: [], ...nextModel };
        const first = run === null;
        run = { ...nextRun, strongest: Math.max(...nextRun.impacts.map((hit) => hit.impulse), 1e-300) };
        next = 0;
        plan = thud.plan(
            model,
            run.paths.map((path) => thud.range(path)),
            [],
            '',
            factor,
        );
        factor = plan.factor;
        // what does not play shows the strongest impact
        const strongest = run.impacts.find((hit) => hit.impulse === run.strongest);
        if (first && still.matches && strongest) now = 0.5 * (strongest.start + strongest.end);
        lay();
    };
    // the colour that a part has in the picture, and its dashes among the floors of one building
    own.lineOf = (i, name) => {
        const body = plan?.named.get(name),
            structure = (body?.inside ?? body)?.structure;
        if (!structure) return { index: i, dash: [] };
        const floor = body.inside ? 0 : structure.bodies.length - 1 - structure.bodies.indexOf(body);
        return { index: structure.index + (body.inside ? 1 : 0), dash: thud.theme.dash(7 * floor) };
    };
    own.show = () => show(now);
    own.play = (on) => {
        if (on === seen) return;
        seen = on;
        go();
    };
    // the gap follows the pointer, by the factor of the picture
    let held = null;
    canvas.addEventListener('pointerdown', (event) => {
        if (!own.onGap || !scene?.plan.contacts.length) return;
        held = { x: event.clientX, gap: scene.plan.contacts[0].gap, metres: 1 / (scene.view.scale * scene.plan.factor) };
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
        if (held) own.onGap(Math.max(0, held.gap + (event.clientX - held.x) * held.metres), false);
    });
    for (const name of ['pointerup', 'pointercancel'])
        canvas.addEventListener(name, () => {
            if (held) own.onGap(null, true);
            held = null;
        });
    thud.watchWidth(stage, (wide) => {
        width = wide;
        lay();
    });
    thud.theme.onChange(() => show(now));
    go();
    return own;
};

// Strikes that are heard: a short tone, lower and louder the larger the impulse. Silent until somebody switches it on.
thud.lab.sound = () => {
    let context = null;
    return {
        allow: (on) => {
            if (on) context ??= new AudioContext();
            if (on) context.resume();
            else context?.suspend();
        },
        strike: (strength) => {
            if (context?.state !== 'running') return;
            const tone = context.createOscillator(),
                gain = context.createGain(),
                now = context.currentTime;
            tone.frequency.setValueAtTime(700 - 550 * Math.sqrt(strength), now);
            gain.gain.setValueAtTime(0.02 + 0.25 * strength, now);
            gain.gain.exponentialRampToValueAtTime(1e-4, now + 0.15);
            tone.connect(gain).connect(context.destination);
            tone.start(now);
            tone.stop(now + 0.16);
        },
    };
};
