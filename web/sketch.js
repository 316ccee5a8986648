// The system in motion: play, pause, a slider for the instant, and the clock of the plots.
thud.sketch = (place, run, group) => {
    const { model, time, paths, intervals } = run;
    const [start, end] = group.whole,
        STEPS = 1000;
    const flash = (end - start) / 200; // how long an impact that takes no time stays in sight
    const ranges = paths.slice(0, model.bodies.length).map((path) => thud.range(path));
    const strongest = Math.max(...intervals.map((hit) => hit.impulse), 0);
    const stage = thud.element('div', { class: 'stage' });
    const slider = thud.element('input', {
        type: 'range',
        id: 'instant',
        min: 0,
        max: STEPS,
        step: 1,
        value: 0,
        'aria-label': 'Time',
        oninput: () => {
            pause();
            group.setNow(start + ((end - start) * slider.value) / STEPS);
        },
    });
    const clock = thud.element('output', { for: 'instant', class: 'clock' });
    const button = thud.element(
        'button',
        { type: 'button', class: 'play', onclick: () => (playing ? pause() : play()) },
        'Play',
    );
    const note = thud.element('p', { class: 'note' });
    let speed = Math.max(0.01, Number(((end - start) / 10).toPrecision(1))),
        playing = false,
        last = 0,
        drawings = [];
    const speeds = [...new Set([0.001, 0.01, 0.1, 0.25, 1, 2, 5, 10, speed])]
        .sort((a, b) => a - b)
        .filter((s) => (end - start) / s < 400);
    if (speed > 1 && end - start < 40) speed = 1;
    const chooser = thud.chooser(
        'Speed',
        speeds.map((s) => [s, `${thud.plain(s)}×`]),
        speed,
        (value) => {
            speed = Number(value);
        },
    );
    place.append(stage, thud.element('div', { class: 'controls' }, button, slider, clock, chooser), note);

    const valueAt = (path, t) => {
        let low = 0,
            high = time.length - 1;
        while (high - low > 1) {
            const half = (low + high) >> 1;
            if (time[half] <= t) low = half;
            else high = half;
        }
        const part = time[high] > time[low] ? (t - time[low]) / (time[high] - time[low]) : 0;
        return path[low] + Math.min(Math.max(part, 0), 1) * (path[high] - path[low]);
    };
    const show = (t) => {
        const strengths = new Array(model.contacts.length).fill(0);
        for (const hit of intervals)
            if (t >= hit.start - flash * 0.01 && t <= Math.max(hit.end, hit.start + flash))
                strengths[hit.contact] = Math.max(
                    strengths[hit.contact],
                    strongest > 0 ? Math.max(hit.impulse / strongest, 0.05) : 0.3,
                );
        const x = paths.map((path) => valueAt(path, t));
        for (const drawing of drawings) drawing.draw(x, strengths);
        slider.value = Math.round(((t - start) / (end - start || 1)) * STEPS);
        slider.setAttribute('aria-valuetext', `${thud.digits(t, 4)} seconds`);
        clock.textContent = `${t.toFixed(end < 2 ? 4 : 3)} s`;
    };
    const frame = (stamp) => {
        if (!playing) return;
        const t = group.now() + (last ? ((stamp - last) / 1000) * speed : 0);
        last = stamp;
        if (t >= end) {
            group.setNow(end);
            pause();
            return;
        }
        group.setNow(t);
        requestAnimationFrame(frame);
    };
    const play = () => {
        if (group.now() >= end) group.setNow(start);
        playing = true;
        last = 0;
        button.textContent = 'Pause';
        requestAnimationFrame(frame);
    };
    const pause = () => {
        playing = false;
        button.textContent = 'Play';
    };

    thud.watchWidth(stage, (width) => {
        drawings = [];
        if (model.bodies.length) drawings.push(thud.sketchBodies(model, ranges, width));
        if (model.rods.length) drawings.push(thud.sketchRods(model, model.bodies.length, width));
        stage.replaceChildren(...drawings.map((drawing) => drawing.node));
        note.textContent = model.bodies.length
            ? 'Gaps and motions to one scale, that of the bar; sizes of blocks and heights of storeys mean nothing. Dashed: contacts, with their gaps at rest.' +
              (model.rods.length ? ' Rods and the faces that their tips strike to a scale of their own.' : '')
            : 'To scale.';
        show(group.now());
    });
    group.onNow(show);
};
