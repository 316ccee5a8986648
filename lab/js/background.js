// The worker of the page, made from the core's own text, so that the page stays one file. ask(message, answer) calls answer for
// every message that comes back for it.
thud.lab.startWorker = (lab) => {
    if (lab.worker) return lab.worker;
    const source = `${thud.find('#core').textContent}\nthud.lab.serve(self);\n`,
        worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))),
        answers = new Map();
    let job = 0;
    worker.onmessage = ({ data }) => {
        const answer = answers.get(data.job);
        if (data.row === undefined) answers.delete(data.job); // the last of a map, or all of another
        answer?.(data);
    };
    worker.postMessage({ bytes: lab.bytes });
    lab.worker = {
        ask: (message, answer) => {
            answers.set(++job, answer);
            worker.postMessage({ ...message, job });
        },
    };
    return lab.worker;
};
