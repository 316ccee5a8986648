// The picture for others: a film of what is played, and a still to paste.

// records one turn of the loop, or the whole run, as it is on the screen
thud.recorder = (canvas, clock, run) => {
    if (!canvas.captureStream || typeof MediaRecorder === 'undefined') return null;
    const kind = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4'].find((type) => MediaRecorder.isTypeSupported(type));
    if (!kind) return null;
    const button = thud.element('button', { type: 'button', id: 'film', title: 'Save one turn of the animation as a film' }, 'Save film');
    button.addEventListener('click', () => {
        const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: kind, videoBitsPerSecond: 8e6 }),
            parts = [];
        const [from] = clock.loop ?? [clock.start, clock.end],
            HEADER = 500; // bytes without a picture, or more
        recorder.addEventListener('dataavailable', (event) => event.data.size && parts.push(event.data));
        recorder.addEventListener('stop', () => {
            thud.save(new Blob(parts, { type: kind.split(';')[0] }), thud.fileName(run.summary.title || 'run', kind.includes('mp4') ? 'mp4' : 'webm'));
            button.disabled = false;
            button.textContent = 'Save film';
        });
        button.disabled = true;
        button.textContent = 'Recording …';
        clock.set(from);
        clock.play();
        recorder.start(100);
        // until the clock has turned or stands still, however long its frames take, and there are pictures in the film
        let last = from;
        const watch = () => {
            const turned = clock.now < last || !clock.playing;
            if (!turned) last = clock.now;
            if (turned && parts.reduce((sum, part) => sum + part.size, 0) > HEADER) recorder.stop();
            else requestAnimationFrame(watch);
        };
        watch();
    });
    return button;
};

// onto the clipboard; where the browser does not let it, into a file
thud.copyFigure = (canvas, run) => {
    const button = thud.element('button', { type: 'button', id: 'copy', title: 'Copy the picture as it is now' }, 'Copy figure');
    const said = (words) => {
        button.textContent = words;
        setTimeout(() => (button.textContent = 'Copy figure'), 2000);
    };
    button.addEventListener('click', () =>
        canvas.toBlob((blob) => {
            const save = () => {
                thud.save(blob, thud.fileName(run.summary.title || 'run', 'png'));
                said('Saved');
            };
            if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined') return save();
            navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]).then(() => said('Copied'), save);
        }, 'image/png'),
    );
    return button;
};
