// Incremental dynamic analysis of one design: intensity over demand, a line for each record or sample, and the 16, 50 and
// 84 % fractiles.
thud.ida = (place, study) => {
    const intensity = study.intensity,
        chart = thud.element('div'),
        legend = thud.element('div', { class: 'legend' }),
        note = thud.element('p', { class: 'note' });
    const design = study.designAxes(intensity),
        others = study.free.filter((axis) => axis.group !== intensity.group && !design.includes(axis)),
        MOST = 200;
    // one row of each design, to name it by
    const designs = new Map();
    for (let row = 0; row < study.rows; row++) {
        const key = design.map((axis) => axis.codes[row]).join();
        if (!designs.has(key)) designs.set(key, row);
    }
    const keys = [...designs.keys()];
    const state = { quantity: study.demand, design: keys[0] };
    const draw = () => {
        const quantity = study.results[state.quantity],
            count = intensity.levels.length;
        const lines = new Map();
        study.eachRow((row) => {
            if (design.map((axis) => axis.codes[row]).join() !== state.design) return;
            const key = others.map((axis) => axis.codes[row]).join();
            if (!lines.has(key)) lines.set(key, { name: study.at(others, row), y: new Array(count).fill(NaN) });
            lines.get(key).y[intensity.codes[row]] = quantity.values[row];
        });
        const scaled = thud.scaled(thud.largest(quantity.values), quantity.unit),
            levels = intensity.levels.map((level) => level.number),
            all = [...lines.values()];
        const curves = all.slice(0, MOST).map((line) => ({
            name: line.name,
            x: line.y.map((v) => v / scaled.factor),
            y: levels,
            colour: () => thud.theme.token('soft'),
            width: 0.9,
            opacity: 0.45,
        }));
        const fractiles =
            all.length < 3
                ? []
                : [
                      [0.16, 1],
                      [0.5, 0],
                      [0.84, 2],
                  ].map(([part, colour]) => ({
                      name: `${100 * part} %`,
                      y: levels,
                      colour: () => thud.theme.colour(colour),
                      width: 2.4,
                      dash: part === 0.5 ? [] : [6, 3],
                      x: levels.map((_, i) => {
                          const list = all.map((line) => line.y[i]).filter(Number.isFinite);
                          return list.length ? thud.quantile(list, part) / scaled.factor : NaN;
                      }),
                  }));
        thud.xy(chart, {
            title: `${intensity.name} over ${quantity.title}`,
            height: 360,
            curves: [...curves, ...fractiles],
            x: { label: thud.axisName(quantity.title, scaled.unit) },
            y: { label: thud.axisName(intensity.name, intensity.unit) },
        });
        thud.colourKey(legend, fractiles);
        note.textContent = [
            `${thud.count(all.length, 'curve')}${design.length ? ` of ${study.at(design, designs.get(state.design))}` : ''}`,
            all.length > MOST ? `, the first ${MOST} are drawn` : '',
            fractiles.length
                ? `; fractiles are of the demand at each level, over ${thud.listed(others.map((axis) => axis.name))}`
                : '',
            quantity.about ? `. ${quantity.title}: ${quantity.about}` : '',
            '.',
        ].join('');
    };
    place.append(
        thud.chooser('Demand', thud.choices(study.results), state.quantity, (value) => {
            state.quantity = Number(value);
            draw();
        }),
        ...(keys.length > 1
            ? [
                  thud.chooser(
                      'Design',
                      keys.slice(0, 1000).map((key) => [key, study.at(design, designs.get(key))]),
                      state.design,
                      (value) => {
                          state.design = value;
                          draw();
                      },
                  ),
              ]
            : []),
        chart,
        legend,
        note,
    );
    draw();
    study.onFilter(draw);
};
