// What a worker of the page does: generated motions and maps, beside the page, which stays responsive. Its program is the core
// of the page and this; messages are { job, ... } with answers of the same job.
thud.lab.work = (post) => {
    let lab = null,
        brought = '',
        latest = 0; // of the maps: a newer one ends the one before
    const open = async (bytes) => {
        const module = await thud.lab.open(bytes),
            laws = thud.lab.readLaws(module);
        return {
            module,
            laws,
            runs: thud.lab.runs(module, laws),
            grounds: thud.lab.grounds(module),
            fits: thud.lab.fits(module, laws),
        };
    };
    const pause = () => new Promise((go) => setTimeout(go, 0));

    // the motion of a state onto the desk, unless it is there
    const bring = (state, record) => {
        const { duration } = thud.lab.STRUCTURES[state.structure],
            key = record ? `file ${state.file.number}` : `${state.ground} ${duration} ${state.seed}`;
        if (key === brought) return;
        if (record) lab.grounds.read(record);
        else if (state.ground === 'ec8') lab.grounds.ec8({ soil: 'B', pga: 1, duration, seed: state.seed });
        else return;
        brought = key;
    };

    // rows of the map one after the other, coarse first: every fourth, then those between
    const map = async ({ job, state, record, x, y, columns, rows, result }) => {
        latest = job;
        bring(state, record);
        const across = thud.lab.over(x, columns),
            up = thud.lab.over(y, rows);
        for (const row of thud.lab.spreadOrder(rows)) {
            const values = Float64Array.from(across, (value) => {
                const model = thud.lab.modelOf({
                    ...state,
                    values: { ...state.values, [x.key]: value, [y.key]: up[row] },
                });
                return thud.lab.readResult(result, lab.runs.run(model)?.summary);
            });
            post({ job, row, values });
            await pause();
            if (latest !== job) return;
        }
        post({ job, done: true });
    };

    return async (message) => {
        if (message.bytes) lab = await open(message.bytes);
        if (message.what === 'map') await map(message);
        if (message.what === 'motion') {
            const motion = lab.grounds.ec8(message.motion);
            brought = `ec8 ${message.motion.duration} ${message.motion.seed}`;
            post({ job: message.job, values: motion?.values, said: motion ? '' : lab.grounds.said() });
        }
        if (message.what === 'fit') post({ job: message.job, ...lab.fits.measured(message.file, message.options) });
    };
};

// a worker's own messages: one job after the other, but a map, which lets others in between its rows
thud.lab.serve = (scope) => {
    const work = thud.lab.work((message) => scope.postMessage(message));
    let queue = Promise.resolve();
    scope.onmessage = ({ data }) => {
        if (data.what === 'map') queue.then(() => work(data));
        else queue = queue.then(() => work(data));
    };
};
