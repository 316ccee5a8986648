// What shakes the model: the motion of the ground, its peaks, and its spectrum with the periods of the structures on it.
thud.shaking = (place, run, plan) => {
    const { model } = run,
        given = model.motion,
        G = 9.80665;
    if (!given) {
        place.closest('section').remove();
        return;
    }
    const words = thud.shakingWords(thud.data('scenario'));
    const facts = [`peak ground acceleration ${thud.digits(given.pga / G, 3)}\u00a0g`];
    if (given.pgv) facts.push(`velocity ${thud.quantity(given.pgv, 'm/s', 3)}`);
    if (given.arias) facts.push(`Arias intensity ${thud.quantity(given.arias, 'm/s', 3)}`);
    if (given.frequency && !/^Sine/.test(words)) facts.push(`a sine of ${thud.plain(given.frequency)}\u00a0Hz`);
    place.append(thud.element('p', {}, `${words ? `${words}: ` : ''}${facts.join(', ')}.`));
    if (!given.spectrum) return;
    const chart = thud.element('div');
    place.append(chart);
    const { periods, pseudo_acceleration: values } = given.spectrum;
    const at = (period) => {
        const i = Math.max(1, periods.findIndex((one) => one >= period));
        const part = (period - periods[i - 1]) / (periods[i] - periods[i - 1]);
        return (values[i - 1] + Math.min(Math.max(part, 0), 1) * (values[i] - values[i - 1])) / G;
    };
    const marks = plan.structures
        .map((s) => ({ s, mode: thud.firstMode(s) }))
        .filter(({ mode }) => mode && mode.period >= periods[0] && mode.period <= periods.at(-1));
    thud.xy(chart, {
        title: 'Response spectrum of the ground motion',
        height: 260,
        x: { label: 'period [s]', least: 0, most: periods.at(-1) },
        y: { label: 'acceleration [g]', least: 0 },
        curves: [
            { name: 'spectrum', x: periods, y: values.map((v) => v / G), colour: () => thud.theme.token('soft'), width: 1.8 },
            ...marks.map(({ s, mode }) => ({
                name: `${s.name}: T₁ = ${thud.digits(mode.period, 3)} s, ${thud.digits(at(mode.period), 3)} g`,
                x: [mode.period, mode.period],
                y: [0, at(mode.period)],
                colour: () => thud.theme.colour(s.index),
                width: 2.2,
                points: true,
                label: s.name,
            })),
        ],
    });
    place.append(thud.element('p', { class: 'note' }, `Pseudo-acceleration response spectrum for ${thud.plain(100 * given.spectrum.damping)} % damping${marks.length ? '; marks: first periods of the structures' : ''}.`));
};

// the ground of a scenario, as one would say it
thud.shakingWords = (scenario) => {
    const found = /^ground:[ \t]*(\{[^]*?\}\s*\}?|[^\n]*(?:\n[ \t]+[^\n]*)*)/m.exec(scenario ?? '');
    if (!found) return '';
    const text = found[1].replace(/#.*$/gm, ''),
        value = (key) => new RegExp(`\\b${key}:\\s*([^,}\\n]+)`).exec(text)?.[1].trim().replace(/^["']|["']$/g, '');
    const unit = (given, si) => (/^[-+.\deE]+$/.test(given) ? `${given} ${si}` : given);
    const scale = value('scale') ? `, times ${value('scale')}` : '';
    if (/generate:/.test(text)) {
        const kind = { 'ec8-1': 'Eurocode 8 type 1', 'ec8-2': 'Eurocode 8 type 2' }[value('spectrum')] ?? value('spectrum');
        return `${kind}, soil ${value('soil')}, ${value('pga')}${value('seed') ? `, motion ${value('seed')}` : ''}${scale}`;
    }
    if (/record:/.test(text)) return `Record ${value('record')}${scale}`;
    if (/sine:/.test(text)) return `Sine of ${unit(value('amplitude'), 'm/s²')} at ${unit(value('frequency'), 'Hz')}`;
    if (/noise:/.test(text)) return `Noise of ${value('rms')} m/s² rms${scale}`;
    return '';
};
