// A map of a result over two quantities, filled by the worker row by row; a click takes the page there.
thud.lab.map = (place, worker, chosen) => {
    const COLUMNS = 32,
        ROWS = 20,
        WAIT = 350; // ms without a move before it begins
    const canvas = thud.element('canvas', { width: COLUMNS, height: ROWS, role: 'img', 'aria-label': 'Map, not filled yet' });
    const caption = thud.element('figcaption', {}, 'Map'),
        left = thud.element('span', { class: 'map-y' }),
        below = thud.element('span', { class: 'map-x' }),
        scale = thud.element('div', { class: 'scale' }),
        told = thud.element('p', { class: 'note', role: 'status', id: 'map-said' }),
        mark = thud.element('span', { class: 'map-mark' }),
        tip = thud.element('span', { class: 'tip', hidden: true });
    place.append(
        thud.element(
            'figure',
            { class: 'chart heat', 'data-chart': 'map' },
            caption,
            thud.element(
                'div',
                { class: 'map-grid' },
                left,
                thud.element('div', { class: 'map-stage' }, canvas, mark, tip),
                below,
            ),
            scale,
            told,
        ),
    );
    let now = null,
        values = null,
        waiting = 0,
        begun = 0;

    // colours by rank: each has as many cells, so that one peak does not flatten the rest
    const ranks = () => {
        const sorted = Float64Array.from(values.filter(Number.isFinite)).sort();
        const last = sorted.length - 1;
        return {
            at: (share) => sorted[Math.round(share * last)],
            of: (value) => {
                let low = 0,
                    high = last;
                while (low < high) {
                    const half = (low + high) >> 1;
                    if (sorted[half] < value) low = half + 1;
                    else high = half;
                }
                return last > 0 ? low / last : 0.5;
            },
        };
    };
    const paint = () => {
        if (!values) return;
        const rank = ranks();
        const ctx = canvas.getContext('2d'),
            [least, most] = thud.range(values),
            { label, unit } = now.curves[now.result],
            scaled = thud.scaled(Math.max(Math.abs(least), Math.abs(most)), unit);
        ctx.clearRect(0, 0, COLUMNS, ROWS);
        for (let row = 0; row < ROWS; row++)
            for (let column = 0; column < COLUMNS; column++) {
                const value = values[row * COLUMNS + column];
                if (!Number.isFinite(value)) continue;
                ctx.fillStyle = thud.viridis(most > least ? rank.of(value) : 0.5);
                ctx.fillRect(column, ROWS - 1 - row, 1, 1);
            }
        const number = (value) => thud.wholeOr(value / scaled.factor, 4);
        scale.replaceChildren(
            thud.element('span', {}, number(least)),
            thud.element('span', {
                class: 'bar',
                'aria-hidden': 'true',
                style: `background:linear-gradient(90deg,${Array.from({ length: 9 }, (_, i) => thud.viridis(i / 8)).join(',')})`,
            }),
            thud.element('span', {}, number(most)),
            thud.element('span', { class: 'of' }, `median ${number(rank.at(0.5))}`),
            thud.element('strong', {}, thud.axisName(label, scaled.unit)),
        );
        canvas.setAttribute(
            'aria-label',
            `${label} over ${now.x.label} and ${now.y.label}: from ${thud.quantity(least, unit)} to ${thud.quantity(most, unit)}`,
        );
    };
    // round values along a side, in the unit that is shown; on a logarithmic slider five places with the values that it has there
    const marks = (quantity) => {
        const { least, most, log } = quantity,
            unit = Number(thud.lab.shown(quantity, most)) / most;
        if (!log) return thud.ticks(least * unit, most * unit, 5).map((value) => [(value / unit - least) / (most - least), thud.plain(value)]).filter(([share]) => share <= 1);
        return [0, 0.25, 0.5, 0.75, 1].map((share) => [share, thud.lab.shown(quantity, Number(thud.lab.atPlace(quantity, Math.round(share * thud.lab.STEPS)).toPrecision(3)))]);
    };
    const axis = (node, quantity) =>
        node.replaceChildren(
            thud.element('span', { class: 'map-name' }, thud.axisName(quantity.label, quantity.unit)),
            ...marks(quantity).map(([share, words]) => thud.element('span', { class: 'map-tick', style: `--at:${100 * share}%` }, words)),
        );
    // what a cell has, where the pointer is
    const hover = (event) => {
        if (!now || !values) return;
        const box = canvas.getBoundingClientRect(),
            u = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999),
            v = Math.min(Math.max(1 - (event.clientY - box.top) / box.height, 0), 0.9999);
        const column = Math.floor(u * COLUMNS),
            row = Math.floor(v * ROWS),
            value = values[row * COLUMNS + column],
            { label, unit } = now.curves[now.result];
        const at = (quantity, share) => `${quantity.label} ${thud.lab.shown(quantity, Number(thud.lab.atPlace(quantity, Math.round(share * thud.lab.STEPS)).toPrecision(3)))}${quantity.unit ? ` ${quantity.unit}` : ''}`;
        tip.hidden = !Number.isFinite(value);
        tip.textContent = `${at(now.x, column / (COLUMNS - 1))}, ${at(now.y, row / (ROWS - 1))}: ${label} ${unit ? thud.quantity(value, unit, 4) : thud.wholeOr(value, 4)}`;
        tip.style.left = `${Math.min(100 * u, 55)}%`;
        tip.style.bottom = `${Math.min(100 * v + 4, 88)}%`;
    };
    const part = (quantity, value) => thud.lab.placeOf(quantity, value) / thud.lab.STEPS;
    const placeMark = () => {
        const { x, y, state } = now;
        mark.style.left = `${100 * part(x, state.values[x.key])}%`;
        mark.style.bottom = `${100 * part(y, state.values[y.key])}%`;
    };
    const begin = () => {
        values = new Float64Array(COLUMNS * ROWS).fill(NaN);
        begun = performance.now();
        const { state, x, y, result } = now,
            { file, ...rest } = state;
        worker.ask(
            {
                what: 'map',
                state: { ...rest, file: file && { name: file.name, peak: file.peak, number: file.number } },
                record: state.ground === 'file' ? file.bytes : null,
                x,
                y,
                columns: COLUMNS,
                rows: ROWS,
                result,
            },
            (answer) => {
                if (answer.done) {
                    told.textContent = `${thud.count(COLUMNS * ROWS, 'run')} in ${((performance.now() - begun) / 1000).toFixed(1)} s, in the background. Click a cell to go there.`;
                    canvas.dataset.done = Number(canvas.dataset.done ?? 0) + 1;
                    return;
                }
                values.set(answer.values, answer.row * COLUMNS);
                paint();
            },
        );
        caption.textContent = `Map of ${now.curves[result].label} over ${x.label} and ${y.label}`;
        axis(left, y);
        axis(below, x);
        told.textContent = 'filling …';
    };
    // the two quantities of a structure that a map is over: gap and e where it has them
    const axes = (structure) => {
        const q = structure.quantities;
        return [
            q.find(({ key }) => key === 'gap') ?? q.find(({ key }) => key !== 'e'),
            q.find(({ key }) => key === 'e'),
        ];
    };
    canvas.addEventListener('click', (event) => {
        if (!now) return;
        const box = canvas.getBoundingClientRect(),
            at = (quantity, share) => thud.lab.atPlace(quantity, Math.round(share * thud.lab.STEPS));
        chosen({
            [now.x.key]: at(now.x, (event.clientX - box.left) / box.width),
            [now.y.key]: at(now.y, 1 - (event.clientY - box.top) / box.height),
        });
    });
    canvas.addEventListener('pointermove', hover);
    canvas.addEventListener('pointerleave', () => (tip.hidden = true));
    thud.theme.onChange(paint);
    return {
        // begins when nothing but the two quantities themselves has moved for a while
        settle: (state, structure, result, motion) => {
            const [x, y] = axes(structure),
                key = JSON.stringify([
                    state.structure,
                    state.law,
                    state.ground,
                    motion,
                    result,
                    { ...state.values, [x.key]: 0, [y.key]: 0 },
                ]);
            const same = now?.key === key;
            now = { key, state, x, y, result, curves: thud.lab.curvesOf(state) };
            placeMark();
            if (same) return;
            clearTimeout(waiting);
            waiting = setTimeout(begin, WAIT);
        },
    };
};
