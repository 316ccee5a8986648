// A curve over the whole range of a slider, computed a few cases a frame, far apart first: it is there at once, and gets finer.
//
// thud.lab.liveCurve(run, count) gives { ask, work, values }: ask(key, quantity, modelAt) begins anew where the key, everything but
// the quantity itself, has changed; work(ms) computes for so long and says whether something is left.
thud.lab.liveCurve = (run, count) => {
    let now = null,
        queue = [];
    const curve = { x: new Float64Array(0), summaries: [], done: 0 };
    return {
        curve,
        ask: (key, quantity, modelAt) => {
            if (key === now) return false;
            now = key;
            curve.x = thud.lab.over(quantity, count);
            curve.summaries = new Array(count).fill(null);
            curve.done = 0;
            curve.modelAt = modelAt;
            queue = thud.lab.spreadOrder(count);
            return true;
        },
        work: (budget) => {
            const end = performance.now() + budget;
            while (queue.length && performance.now() < end) {
                const i = queue.shift();
                curve.summaries[i] = run(curve.modelAt(curve.x[i]))?.summary ?? undefined;
                curve.done++;
            }
            return queue.length > 0;
        },
        // what is there already, from left to right
        values: (result) => {
            const x = [],
                y = [];
            curve.summaries.forEach((summary, i) => {
                if (summary === null) return;
                x.push(curve.x[i]);
                y.push(thud.lab.readResult(result, summary));
            });
            return { x, y };
        },
    };
};
