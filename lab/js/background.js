// The worker of the page: made from the core's own text, so that the page stays one file. ask(message, answer) calls answer for
// every message that comes back for it.
thud.lab.startWorker = (lab) => {
    if (lab.worker) return lab.worker;
    const source = `${thud.find('#core').textContent}\nconst work = thud.lab.work((m) => postMessage(m));\n` + 'let queue = Promise.resolve();\nonmessage = ({ data }) => {\n    if (data.what === "map") queue.then(() => work(data));\n    else queue = queue.then(() => work(data));\n};\n';
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' })),
        worker = new Worker(url),
        answers = new Map();
    let job = 0;
    worker.onmessage = ({ data }) => answers.get(data.job)?.(data);
    worker.postMessage({ bytes: lab.bytes });
    lab.worker = {
        ask: (message, answer) => {
            answers.set(++job, answer);
            worker.postMessage({ ...message, job });
        },
    };
    return lab.worker;
};
