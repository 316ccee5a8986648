// One instant for the picture, the strip and the plots; what plays it, once around the strongest impact or all through.
thud.clock = (start, end) => {
    const watchers = [];
    const clock = {
        start,
        end,
        now: start,
        loop: null, // [from, to]: what is played again and again; null: all of it
        speed: 1,
        playing: false,
        set(t) {
            clock.now = Math.min(Math.max(t, start), end);
            for (const call of watchers) call(clock.now);
        },
        on: (call) => watchers.push(call),
        play() {
            if (clock.playing) return;
            clock.playing = true;
            last = 0;
            clock.changed?.();
            requestAnimationFrame(frame);
        },
        pause() {
            clock.playing = false;
            clock.changed?.();
        },
        // what the reader does by hand leaves the loop
        go(t) {
            clock.loop = null;
            clock.set(t);
            clock.changed?.();
        },
        seen: true,
    };
    let last = 0;
    const frame = (stamp) => {
        if (!clock.playing) return;
        if (clock.seen && !document.hidden) {
            const [from, to] = clock.loop ?? [start, end],
                step = last ? Math.min((stamp - last) / 1000, 0.1) * clock.speed : 0;
            last = stamp;
            const t = clock.now + step;
            clock.set(t > to ? from : t);
        } else last = 0;
        requestAnimationFrame(frame);
    };
    return clock;
};

// around the strongest impact: as long as its structures swing through half a period, or three times the impact; the
// speed at which that takes about four seconds
thud.loopAround = (run, impact) => {
    const { summary, time } = run,
        whole = time[time.length - 1] - time[0];
    const periods = (summary.modes ?? []).filter((mode) => !mode.free && Number.isFinite(mode.period)).map((mode) => mode.period);
    const longest = Math.min(Math.max(...periods, 0) || whole / 20, whole);
    const half = Math.min(Math.max(0.45 * longest, 1.5 * (impact.duration || 0)), 1.2, whole / 2);
    const middle = impact.moment;
    const from = Math.max(time[0], middle - half),
        to = Math.min(time[time.length - 1], middle + half);
    return { from, to, speed: thud.speedFor(to - from, 4) };
};

thud.speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

thud.speedFor = (seconds, aim) =>
    thud.speeds.reduce((best, speed) => (Math.abs(Math.log(seconds / speed / aim)) < Math.abs(Math.log(seconds / best / aim)) ? speed : best));

// the impact of the largest force; where no contact has one, of the largest impulse
thud.strongest = (impacts) => {
    const key = impacts.some((impact) => impact['max force'] > 0) ? 'max force' : 'impulse';
    return impacts.reduce((best, impact) => ((impact[key] || 0) > (best?.[key] || 0) ? impact : best), impacts[0] ?? null);
};
