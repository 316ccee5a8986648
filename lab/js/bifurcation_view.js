// The diagram of the impact oscillator, drawn as it is computed: far apart first, then ever finer.
thud.lab.bifurcationView = (place, lab) => {
    const COLUMNS = 400,
        BUDGET = 10; // ms of a frame
    const own = () => lab.state.bifurcation;
    let key = '',
        queue = [],
        points = { x: [], y: [] };
    const controls = new Map(
        thud.lab.BIFURCATION.map((quantity) => [
            quantity.key,
            thud.lab.control(quantity, own()[quantity.key], (value, done) => {
                own()[quantity.key] = value;
                lab.changed(done);
            }),
        ]),
    );
    const told = thud.element('p', { class: 'note', role: 'status', id: 'bifurcation-said' });
    const panel = thud.element(
        'div',
        { class: 'controls-panel' },
        thud.element(
            'p',
            { class: 'note' },
            'A mass on a spring, its ground shaken by a sine, strikes one stop by Newton’s law. The points are its position once a period, always at the same phase.',
        ),
        ...[...controls.values()].map((control) => control.node),
        told,
    );
    panel.prepend(thud.lab.fold(panel));
    const charts = thud.element('div', { class: 'charts' });
    place.append(thud.element('div', { class: 'bench' }, panel, thud.element('div', { class: 'seen' }, charts)));
    const chart = thud.lab.chart(charts, {
        id: 'bifurcation',
        name: 'Displacement once a period, over the frequency of the shaking',
        x: { label: 'frequency / natural frequency', unit: '' },
        y: { label: 'displacement / static deflection', unit: '' },
        height: 460,
    });
    chart.node.classList.add('wide');

    const draw = () => {
        for (const [name, control] of controls) control.set(own()[name]);
        const { from, to } = own(),
            low = Math.min(from, to),
            high = Math.max(from, to, low + 0.01),
            now = JSON.stringify(own());
        if (now !== key) {
            key = now;
            queue = thud.lab.spreadOrder(COLUMNS);
            points = { x: [], y: [] };
        }
        const end = performance.now() + BUDGET;
        while (queue.length && performance.now() < end) {
            const ratio = low + ((high - low) * queue.shift()) / (COLUMNS - 1);
            for (const y of thud.lab.strobe(lab.runs.run, own(), ratio)) {
                points.x.push(ratio);
                points.y.push(y);
            }
        }
        chart.set({
            ends: { x: [low, high] },
            curves: [{ name: '', x: points.x, y: points.y, index: 0, points: true, radius: 1.3 }],
        });
        told.textContent = `${COLUMNS - queue.length} of ${COLUMNS} frequencies, ${points.x.length.toLocaleString('en')} points`;
        place.dataset.left = queue.length;
        if (queue.length) lab.changed(false);
    };
    return {
        draw,
        title: 'How chaos looks',
        about: 'The impact oscillator over frequency: once a period, twice, never again.',
    };
};
