// How probable it is that a threshold is exceeded, by the level of one axis: shares of the cases, and lognormal curves.
//
// Cases are counted over what is random or a record. Each value of the design has a curve of its own; designs are counted
// together only where the reader asks for it, and then the page says so.
thud.fragility = (place, study) => {
    const Z95 = 1.959963984540054, // of the normal distribution, 95 % on both sides
        MOST = 14;
    const axes = study.measuredAxes,
        chart = thud.element('div'),
        legend = thud.element('div', { class: 'legend' }),
        table = thud.element('div'),
        note = thud.element('p', { class: 'note', role: 'status' });
    const thresholds = study.results.filter((result) => result.flag);
    // what leaves impulses out is no quantity to put a threshold on
    const others = study.results.filter(
        (result) => !result.flag && !result.about && !result.name.startsWith('solver.'),
    );
    const quantities = [...thresholds, ...others];
    const state = { axis: Math.max(0, axes.indexOf(study.intensity)), quantity: 0, pool: 'none', limit: 0 };
    // a share between none and all says most
    const share = (result) => Math.abs(thud.ways.mean(Array.from(result.values).filter((v) => !Number.isNaN(v))) - 0.5);
    for (let i = 1; i < thresholds.length; i++)
        if (share(thresholds[i]) < share(thresholds[state.quantity])) state.quantity = i;
    if (!thresholds.length) state.quantity = Math.max(0, quantities.indexOf(study.results[study.favourite]));

    const design = () => study.designAxes(axes[state.axis]);
    const pooled = () => (state.pool === 'all' ? design() : design().filter((axis, i) => String(i) === state.pool));

    // counts of one design at each level that it has
    const countDesigns = () => {
        const level = axes[state.axis],
            quantity = quantities[state.quantity],
            apart = design().filter((axis) => !pooled().includes(axis)),
            found = new Map();
        study.eachRow((row) => {
            const key = apart.map((axis) => axis.codes[row]).join(),
                value = quantity.values[row];
            if (!found.has(key)) found.set(key, { row, levels: new Map() });
            const { levels } = found.get(key),
                at = level.codes[row];
            if (!levels.has(at)) levels.set(at, { exceed: 0, total: 0 });
            if (Number.isNaN(value)) return;
            levels.get(at).total++;
            if (quantity.flag ? value > 0 : value > state.limit) levels.get(at).exceed++;
        });
        return [...found.values()].map(({ row, levels }) => {
            const codes = [...levels.keys()].sort((a, b) => a - b),
                x = codes.map((code) => level.levels[code].number),
                exceed = codes.map((code) => levels.get(code).exceed),
                total = codes.map((code) => levels.get(code).total);
            const name = apart.length
                ? study.at(apart, row)
                : pooled().length
                  ? `pooled over ${pooledWords()}`
                  : 'all cases';
            return { name, x, exceed, total, fit: thud.fragilityFit(x, exceed, total) };
        });
    };
    const pooledWords = () => thud.listed(pooled().map((axis) => axis.name));

    const drawChart = (curves) => {
        const level = axes[state.axis],
            positive = level.levels.map(({ number }) => number).filter((x) => x > 0 && Number.isFinite(x)),
            [from, to] = thud.range(positive),
            x = Array.from({ length: 121 }, (_, i) => from * (to / from) ** (i / 120));
        const drawn = curves.slice(0, MOST).flatMap((curve, i) => {
            const colour = () => thud.theme.colour(i);
            const points = {
                name: curve.name,
                x: curve.x,
                y: curve.exceed.map((k, j) => (curve.total[j] ? k / curve.total[j] : NaN)),
                colour,
                line: !curve.fit, // steps of several designs lie on each other
                width: 0.8,
                opacity: 0.7,
                dash: [2, 3],
                points: true,
                radius: 3.5,
            };
            if (!curve.fit) return [points];
            const { median, dispersion } = curve.fit;
            const y = x.map((v) => thud.normal(Math.log(v / median) / dispersion));
            const zs = x.map((v) => Math.log(v / median) / dispersion),
                sure = x.map((v) => Z95 * curve.fit.error(v));
            return [
                { name: `${curve.name}: 95 % confidence`, x: [...x, ...x.toReversed()], y: [...zs.map((z, j) => thud.normal(z - sure[j])), ...zs.map((z, j) => thud.normal(z + sure[j])).toReversed()], colour, area: true },
                { name: curve.name, x, y, colour, dash: thud.theme.dash(i) },
                // the median, down to the axis
                ...(median >= from && median <= to ? [{ name: `${curve.name}: median ${thud.digits(median, 3)}`, x: [median, median], y: [0, 0.5], colour, dash: [1, 3], width: 1.2, class: 'median' }] : []),
                points,
            ];
        });
        thud.xy(chart, {
            title: `Probability that ${meaning()}, over ${level.name}`,
            height: 400,
            file: `fragility of ${quantities[state.quantity].name}`,
            curves: drawn,
            x: { label: thud.axisName(level.name, level.unit) },
            y: { label: 'probability of exceedance [–]', least: 0, most: 1 },
        });
        thud.colourKey(
            legend,
            curves.slice(0, MOST).map((curve, i) => ({
                name: curve.name,
                colour: () => thud.theme.colour(i),
                dash: thud.theme.dash(i),
            })),
        );
        if (curves.length > MOST)
            legend.append(thud.element('span', {}, `… the first ${MOST} of ${curves.length}; the table has them all`));
    };

    const drawTable = (curves) => {
        const unit = axes[state.axis].unit;
        const interval = (value, error) =>
            `${thud.digits(value / Math.exp(Z95 * error), 4)} to ${thud.digits(value * Math.exp(Z95 * error), 4)}`;
        const sum = (list) => list.reduce((total, n) => total + n, 0);
        const row = ({ name, x, exceed, total, fit }) => [
            name,
            ...(fit
                ? [
                      thud.digits(fit.median),
                      interval(fit.median, fit.medianError),
                      thud.digits(fit.dispersion),
                      interval(fit.dispersion, fit.dispersionError),
                  ]
                : ['–', '–', '–', '–']),
            `${sum(exceed)} of ${sum(total)}`,
            thud.element('td', { class: 'words' }, fit ? '–' : thud.fragilityNote(x, exceed, total)),
        ];
        const heads = ['curve', thud.withUnit('median', unit), '95 %', 'dispersion', '95 %', 'exceed', 'why no curve'];
        table.replaceChildren(thud.smallTable('Lognormal curves by maximum likelihood', heads, curves.map(row)));
    };

    // what is counted
    const meaning = () => {
        const quantity = quantities[state.quantity];
        return quantity.flag
            ? `${quantity.name}: ${quantity.about}`
            : `${quantity.title} > ${thud.plain(state.limit)}${quantity.unit ? ` ${quantity.unit}` : ''}`;
    };
    const counts = () => {
        const quantity = quantities[state.quantity];
        return quantity.flag ? `as ${quantity.name} where ${quantity.about}` : `where ${meaning()}`;
    };
    const draw = () => {
        const level = axes[state.axis],
            curves = countDesigns();
        drawChart(curves);
        drawTable(curves);
        const fitted = curves.some((curve) => curve.fit);
        const random = study.free.filter((axis) => axis.role === 'random' || axis.role === 'record');
        const over = random.filter((axis) => axis.group !== level.group);
        const groups = [...new Set([...over, ...pooled()].map((axis) => axis.group))],
            counted = thud.listed([...over, ...pooled()].map((axis) => axis.name));
        note.textContent = [
            `A case counts ${counts()}.`,
            fitted ? 'Bands: 95 % confidence. Dotted lines: medians.' : '',
            groups.length
                ? `Shares are counted over ${counted}.`
                : random.length
                  ? 'Each case has its own level.'
                  : 'Nothing is random: each share comes from one case.',
            pooled().length
                ? `Pooled over ${pooledWords()}: this is a probability only if designs are drawn at random like this.`
                : '',
        ].join(' ');
    };

    const input = thud.element('input', {
        type: 'number',
        step: 'any',
        id: 'threshold',
        onchange: () => {
            state.limit = Number(input.value);
            draw();
        },
    });
    const unit = thud.element('span', {}),
        above = thud.element('label', { class: 'chooser' }, thud.element('span', {}, 'above'), input, unit),
        poolPlace = thud.element('span', {});
    const choose = () => {
        const quantity = quantities[state.quantity];
        above.hidden = quantity.flag;
        if (quantity.flag) return;
        state.limit = Number(thud.quantile(Array.from(quantity.values).filter(Number.isFinite), 0.5).toPrecision(3));
        input.value = state.limit;
        unit.textContent = quantity.unit || '–';
    };
    const offerPooling = () => {
        state.pool = 'none';
        const list = design();
        const apart = thud.listed(list.map((axis) => axis.name));
        poolPlace.replaceChildren(
            ...(list.length
                ? [
                      thud.chooser(
                          'Curves',
                          [
                              ['none', `one for each ${apart}`],
                              ...(list.length > 1 ? list.map((axis, i) => [i, `pooled over ${axis.name}`]) : []),
                              ['all', `pooled over ${apart}`],
                          ],
                          'none',
                          (value) => {
                              state.pool = value;
                              draw();
                          },
                      ),
                  ]
                : []),
        );
    };
    place.append(
        thud.chooser('Level', thud.choices(axes), state.axis, (value) => {
            state.axis = Number(value);
            offerPooling();
            draw();
        }),
        thud.chooser(
            'Threshold',
            quantities.map((quantity, i) => [
                i,
                quantity.flag ? `${quantity.name}: ${quantity.about}` : thud.withUnit(quantity.title, quantity.unit),
            ]),
            state.quantity,
            (value) => {
                state.quantity = Number(value);
                choose();
                draw();
            },
        ),
        above,
        poolPlace,
        chart,
        legend,
        table,
        note,
    );
    choose();
    offerPooling();
    draw();
    study.onFilter(draw);
};
