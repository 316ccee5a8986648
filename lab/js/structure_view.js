// Structures that strike: the animation with its true gaps, the history, curves over the slider that moves, a map.
thud.lab.structureView = (place, lab) => {
    const CASES = 100,
        BUDGET = 6; // ms of a frame for the cases of the curve
    const own = () => lab.state.structures;
    const structure = () => thud.lab.STRUCTURES[own().structure];
    const worker = thud.lab.startWorker(lab);
    let controls = new Map(),
        moving = null, // the slider that the curve is over
        result = 'force',
        shown = null, // the run that is drawn, and what of
        motion = { key: '' };

    // ---- the ground ----
    const groundKey = () => {
        if (structure().ground === 'none' || own().ground === 'sine') return '';
        return own().ground === 'file' ? `file ${own().file.number}` : `ec8 ${structure().duration} ${own().seed}`;
    };
    // true when the desk has the motion that is asked for; otherwise it is on its way
    const groundReady = () => {
        const missing = own().ground === 'file' && own().file.missing;
        place.classList.toggle('waiting', missing);
        if (missing) {
            said.textContent = `This link was made with the record “${own().file.name}”, which is not part of a link: drop it here, or choose another ground.`;
            return false;
        }
        const key = groundKey();
        if (key === '' || key === motion.key) return true;
        if (motion.asked === key) return false;
        motion.asked = key;
        said.textContent = own().ground === 'ec8' ? 'A motion by Eurocode 8 is being generated …' : '';
        if (own().ground === 'file') {
            if (lab.grounds.read(own().file.bytes)) motion = { key };
            return motion.key === key;
        }
        worker.ask(
            { what: 'motion', motion: { soil: 'B', pga: 1, duration: structure().duration, seed: own().seed } },
            ({ values }) => {
                if (motion.asked !== key || !values) return;
                lab.grounds.take(values, 0.01, '');
                motion = { key };
                said.textContent = '';
                shown = null;
                lab.changed(false);
            },
        );
        return false;
    };

    // ---- what is moved ----
    const panel = thud.element('div', { class: 'controls-panel' }),
        fold = thud.lab.fold(panel);
    const drop = thud.lab.dropZone(
        'Drop a record here, or choose one: any format that thud motion reads',
        (name, bytes) => {
            const read = lab.grounds.read(bytes);
            motion = { key: '' };
            if (!read) {
                drop.say(`${name}: ${lab.grounds.said()}`);
                lab.changed(false);
                return;
            }
            drop.say(
                `${name}: ${read.words || 'record'}, ${read.values.length} samples, peak ${thud.quantity(read.peak, 'm/s²')}`,
            );
            const number = (thud.lab.files = (thud.lab.files ?? 0) + 1);
            // one that a link waits for keeps the strength of the link
            if (!own().file?.missing) own().values.A = thud.lab.accept(thud.lab.groundQuantities(structure())[0], read.peak);
            Object.assign(own(), { ground: 'file', file: { name, bytes, peak: read.peak, number } });
            fill();
            lab.changed(true);
        },
    );
    const choose = (label, id, pairs, chosen, change) => {
        const node = thud.chooser(label, pairs, chosen, change);
        thud.find('select', node).id = id;
        return node;
    };
    const fill = () => {
        const names = Object.entries(thud.lab.STRUCTURES).map(([key, other]) => [key, other.title]);
        const quantities = thud.lab
            .structureQuantities(own().structure)
            .filter((q) => q.key !== 'f' || own().ground === 'sine');
        controls = new Map(
            quantities.map((quantity) => [
                quantity.key,
                thud.lab.control(quantity, own().values[quantity.key], (value, done) => {
                    own().values[quantity.key] = value;
                    moving = quantity;
                    lab.changed(done);
                }),
            ]),
        );
        if (!quantities.some((quantity) => quantity.key === moving?.key)) moving = quantities[0];
        moving = quantities.find((quantity) => quantity.key === moving.key);
        const grounds = [
            ['ec8', 'Eurocode 8'],
            ['sine', 'sine'],
            ...(own().file ? [['file', own().file.name.slice(0, 40)]] : []),
        ];
        panel.replaceChildren(
            fold,
            choose('Structure', 'structure', names, own().structure, (name) => {
                lab.state.structures = { ...thud.lab.freshStructure(name), file: own().file };
                moving = null;
                fill();
                lab.changed(true);
            }),
            thud.element('p', { class: 'note' }, structure().about),
            choose(
                'Law',
                'structure-law',
                Object.keys(structure().laws).map((name) => [name, name]),
                own().law,
                (name) => {
                    own().law = name;
                    lab.changed(true);
                },
            ),
            ...[...controls.values()].map((control) => control.node),
        );
        if (structure().ground === 'none') return;
        panel.append(
            choose('Ground', 'ground', grounds, own().ground, (name) => {
                own().ground = name;
                fill();
                lab.changed(true);
            }),
            ...(own().ground === 'ec8'
                ? [
                      thud.element(
                          'button',
                          {
                              type: 'button',
                              id: 'seed',
                              onclick: () => {
                                  own().seed = (own().seed % 999) + 1;
                                  lab.changed(true);
                              },
                          },
                          'Another motion',
                      ),
                  ]
                : []),
            drop.node,
        );
    };

    // ---- what is seen ----
    const tiles = thud.element('dl', { class: 'tiles', style: '--columns:4' });
    const said = thud.element('p', { class: 'note', role: 'status', id: 'structure-said' });
    const stage = thud.lab.stage();
    stage.onGap = (metres, done) => {
        const gap = controls.has('gap') && thud.lab.structureQuantities(own().structure).find(({ key }) => key === 'gap');
        if (!gap) return;
        if (metres !== null) own().values.gap = thud.lab.accept(gap, thud.lab.rounded(Math.min(Math.max(metres, gap.least), gap.most))) ?? own().values.gap;
        moving = gap;
        lab.changed(done);
    };
    const upper = thud.element('div', { class: 'charts' });
    place.append(
        thud.element(
            'div',
            { class: 'bench' },
            panel,
            thud.element('div', { class: 'seen' }, tiles, said, stage.node, upper),
        ),
    );
    const history = thud.lab.chart(upper, {
        id: 'history',
        name: 'Displacement over time',
        x: { label: 'time', unit: 's' },
        y: { label: 'displacement', unit: 'm' },
        height: 240,
    });
    const angles = thud.lab.chart(upper, {
        id: 'angles',
        name: 'Angle over time',
        x: { label: 'time', unit: 's' },
        y: { label: 'angle', unit: 'rad' },
        height: 240,
    });
    for (const chart of [history, angles]) chart.node.classList.add('wide');
    const charts = new Map();
    const curveBox = thud.element('div', { class: 'chart' });
    upper.append(curveBox);
    curveBox.append(
        choose(
            'Curve and map of',
            'curve-of',
            Object.entries(thud.lab.curvesOf(own())).map(([key, { label }]) => [key, label]),
            result,
            (key) => {
                result = key;
                shown = null;
                lab.changed(false);
            },
        ),
    );
    // a chart for each quantity and result: their units and scales differ
    const curveChart = () => {
        const { label, unit } = thud.lab.curvesOf(own())[result],
            key = [moving.key, moving.label, label].join();
        for (const [other, chart] of charts) chart.node.hidden = other !== key;
        if (!charts.has(key)) {
            const siUnit =
                moving.unit === 'mm' ? 'm' : moving.unit === '%' ? '' : moving.unit === '°' ? 'rad' : moving.unit;
            charts.set(
                key,
                thud.lab.chart(curveBox, {
                    id: 'curve',
                    name: `${label} over ${moving.label}`,
                    x: { label: moving.label, unit: siUnit, log: moving.log },
                    y: { label, unit },
                    height: 240,
                    drag: (x) => {
                        own().values[moving.key] = thud.lab.accept(moving, thud.lab.rounded(x));
                        lab.changed(false);
                    },
                    dropped: () => lab.changed(true),
                }),
            );
        }
        return charts.get(key);
    };
    const curve = thud.lab.liveCurve(lab.runs.run, CASES);
    const map = thud.lab.map(upper, worker, (values) => {
        Object.assign(own().values, values);
        lab.changed(true);
    });
    upper.append(thud.lab.copyPanel(() => thud.lab.modelOf(own()), { scenario: thud.lab.scenario }));

    // ---- drawing ----
    const drawTiles = (summary) =>
        tiles.replaceChildren(
            ...Object.entries(thud.lab.curvesOf(own())).map(([key, { label, unit }]) => {
                const value = thud.lab.readResult(key, summary);
                return thud.element(
                    'div',
                    { class: 'tile' },
                    thud.element('dt', {}, label),
                    thud.element(
                        'dd',
                        {},
                        thud.element(
                            'span',
                            { class: 'value', 'data-key': key },
                            key === 'impacts' ? thud.wholeOr(value, 5) : thud.quantity(value, unit),
                        ),
                    ),
                );
            }),
        );
    const drawHistory = (model, run) => {
        const parts = model.bodies.length ? model.bodies : model.rods,
            chart = model.bodies.length ? history : angles;
        history.node.hidden = chart !== history;
        angles.node.hidden = chart !== angles;
        chart.set({
            ends: { x: [0, model.duration] },
            curves: run.paths.map((y, i) => ({
                name: parts[i].name,
                x: run.time,
                y,
                ...stage.lineOf(i, parts[i].name),
                width: 1.2,
            })),
        });
        stage.onNow = (t) => chart.line(t);
    };
    const drawCurve = (model) => {
        const rest = { ...own().values, [moving.key]: null },
            key = JSON.stringify([own().structure, own().law, own().ground, motion.key, rest, moving.key]);
        const state = { ...own(), values: { ...own().values } },
            axis = moving;
        curve.ask(key, axis, (value) => thud.lab.modelOf({ ...state, values: { ...state.values, [axis.key]: value } }));
        const left = curve.work(BUDGET),
            { x, y } = curve.values(result);
        curveChart().set({
            ends: { x: [axis.least, axis.most] },
            curves: [{ name: '', x, y, index: 0 }],
            marks: [
                { x: own().values[axis.key], y: thud.lab.readResult(result, shown.run.summary), index: 1, drag: true },
            ],
            spoken: `At ${thud.lab.shown(axis, own().values[axis.key])} ${axis.unit}.`,
        });
        if (left) lab.changed(false);
    };
    const draw = () => {
        for (const [key, control] of controls) control.set(own().values[key]);
        if (!groundReady()) return;
        const model = { ...thud.lab.modelOf(own()), events: true };
        model.interval = model.duration / 2000;
        const key = JSON.stringify(model) + motion.key;
        if (shown?.key !== key) {
            const run = lab.runs.run(model);
            said.textContent = run ? '' : `The run failed: ${lab.runs.said()}.`;
            if (!run) return;
            shown = { key, run };
            drawTiles(run.summary);
            stage.set(model, run);
            drawHistory(model, run);
            stage.show();
            map.settle({ ...own(), values: { ...own().values } }, structure(), result, motion.key);
        }
        drawCurve(model);
    };
    const renew = () => {
        shown = null;
        moving = null;
        fill();
    };
    fill();
    return {
        draw,
        renew,
        enter: () => stage.play(true),
        leave: () => stage.play(false),
        title: 'Structures that strike',
        about: 'Gaps close, impacts follow: what a gap, a restitution or a period does to forces and displacements.',
    };
};
