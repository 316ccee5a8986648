// How probable it is that a threshold is exceeded, by the level of one axis: shares of the cases, and a lognormal curve.
thud.fragility = (place, study) => {
    const axes = study.measuredAxes,
        chart = thud.element('div'),
        note = thud.element('p', { class: 'note', role: 'status' });
    // a share between none and all says most
    const share = (result) => thud.ways.mean(Array.from(result.values).filter(Number.isFinite));
    const flags = study.results.findIndex((result) => result.flag && share(result) > 0 && share(result) < 1);
    const state = {
        axis: Math.max(0, axes.indexOf(study.intensity)),
        quantity: flags >= 0 ? flags : study.favourite,
        threshold: null,
    };
    const input = thud.element('input', {
        type: 'number',
        step: 'any',
        id: 'threshold',
        onchange: () => {
            state.threshold = Number(input.value);
            draw();
        },
    });
    const unit = thud.element('span', {});
    const choose = () => {
        const result = study.results[state.quantity];
        state.threshold = result.flag
            ? 0.5
            : Number(thud.quantile(Array.from(result.values).filter(Number.isFinite), 0.5).toPrecision(3));
        input.value = state.threshold;
        unit.textContent = result.unit || '–';
    };
    const draw = () => {
        const axis = axes[state.axis],
            quantity = study.results[state.quantity],
            lists = thud.grouped(study, quantity, axis);
        const levels = axis.levels.map((level) => level.number),
            total = lists.map((list) => list.length),
            exceed = lists.map((list) => list.filter((v) => v > state.threshold).length);
        const fit = thud.fragilityFit(levels, exceed, total),
            curves = [];
        if (fit) {
            const [from, to] = thud.range(levels.filter((x) => x > 0)),
                x = Array.from({ length: 121 }, (_, i) => from * (to / from) ** (i / 120));
            curves.push({
                name: 'lognormal curve',
                x,
                y: x.map((v) => thud.normal(Math.log(v / fit.median) / fit.dispersion)),
                colour: () => thud.theme.colour(0),
            });
        }
        curves.push({
            name: 'share of cases',
            x: levels,
            y: exceed.map((k, i) => (total[i] ? k / total[i] : NaN)),
            colour: () => thud.theme.colour(1),
            line: false,
            points: true,
            radius: 4,
        });
        thud.xy(chart, {
            title: `Probability that ${quantity.name} exceeds ${state.threshold} over ${axis.name}`,
            curves,
            x: { label: thud.axisName(axis.name, axis.unit) },
            y: { label: 'probability of exceedance [–]', least: 0, most: 1 },
        });
        note.textContent = fit
            ? `Lognormal by maximum likelihood: median ${thud.quantity(fit.median, axis.unit, 4)}, dispersion ${thud.digits(fit.dispersion, 3)}. Points: share of ${Math.min(...total)}${Math.max(...total) > Math.min(...total) ? ` to ${Math.max(...total)}` : ''} cases each.`
            : 'These shares fix no curve: all cases exceed the threshold, or none, or it does not rise with the axis.';
    };
    place.append(
        thud.chooser('Level', thud.choices(axes), state.axis, (value) => {
            state.axis = Number(value);
            draw();
        }),
        thud.chooser('Quantity', thud.choices(study.results), state.quantity, (value) => {
            state.quantity = Number(value);
            choose();
            draw();
        }),
        thud.element('label', { class: 'chooser' }, thud.element('span', {}, 'above'), input, unit),
        chart,
        note,
    );
    choose();
    draw();
    study.onFilter(draw);
};
