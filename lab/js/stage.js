// The stage: a structure in motion, with its true gaps; impacts flash, and sound where that is switched on.
// thud.lab.stage() gives { node, set(model, run), play(on), onNow }.
thud.lab.stage = () => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const stage = thud.element('div', { class: 'stage', 'data-chart': 'stage' }),
        clock = thud.element('output', { class: 'clock' }),
        STEPS = 1000;
    let model = null,
        run = null,
        drawings = [],
        width = 0,
        now = 0,
        last = 0,
        wanted = !still.matches, // whether it plays when it is seen
        seen = false,
        speed = 1,
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
        thud.element('div', { class: 'controls' }, button, slider, clock, speeds, loud.node),
    );
    const own = { node, onNow: null };

    const rowAt = (t) => {
        let low = 0,
            high = run.time.length - 1;
        while (high - low > 1) {
            const half = (low + high) >> 1;
            if (run.time[half] <= t) low = half;
            else high = half;
        }
        const part = run.time[high] > run.time[low] ? (t - run.time[low]) / (run.time[high] - run.time[low]) : 0;
        return (path) => path[low] + Math.min(Math.max(part, 0), 1) * (path[high] - path[low]);
    };
    const show = (t) => {
        if (!run || !drawings.length) return;
        now = t;
        const flash = Math.max(0.06 * speed, model.duration / 400),
            strengths = new Array(model.contacts.length).fill(0);
        for (const hit of run.impacts)
            if (t >= hit.start && t <= Math.max(hit.end, hit.start + flash))
                strengths[hit.contact] = Math.max(strengths[hit.contact], Math.max(hit.impulse / run.strongest, 0.05));
        const at = rowAt(t),
            x = run.paths.map(at);
        for (const drawing of drawings) drawing.draw(x, strengths);
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
        drawings = [];
        const ranges = run.paths.slice(0, model.bodies.length).map((path) => thud.range(path));
        if (model.bodies.length) drawings.push(thud.sketchBodies(model, ranges, width));
        if (model.rods.length) drawings.push(thud.sketchRods(model, model.bodies.length, width));
        stage.replaceChildren(...drawings.map((drawing) => drawing.node));
        show(Math.min(now, model.duration));
    };
    own.set = (nextModel, nextRun) => {
        model = nextModel;
        run = { ...nextRun, strongest: Math.max(...nextRun.impacts.map((hit) => hit.impulse), 1e-300) };
        next = 0;
        lay();
    };
    own.play = (on) => {
        if (on === seen) return;
        seen = on;
        go();
    };
    thud.watchWidth(stage, (wide) => {
        width = wide;
        lay();
    });
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
