// The power spectral density of a history that the reader chooses, both axes logarithmic.
thud.spectrum = (place, psd) => {
    if (!psd || psd.series.length === 0) {
        place.append(
            thud.element('p', {}, `No spectral densities: ${psd?.why ?? 'this run has no histories for them'}.`),
        );
        return;
    }
    const chart = thud.element('div');
    const draw = (index) => {
        const series = psd.series[index],
            density = thud.floats(series.data);
        const x = [],
            y = [];
        for (let i = 1; i < density.length; i++) {
            x.push(i * series.resolution);
            y.push(density[i]);
        }
        // rounding far below the peak is not worth an axis
        const floor = Math.max(...y) * 1e-10;
        thud.xy(chart, {
            title: `Power spectral density of ${series.name}, ${series.quantity}`,
            height: 320,
            x: { label: 'frequency [Hz]', log: true },
            y: { label: `density [(${series.unit})²/Hz]`, log: true },
            curves: [
                {
                    name: `${series.name} ${series.quantity}`,
                    x,
                    y: y.map((v) => (v >= floor ? v : NaN)),
                    colour: () => thud.theme.colour(0),
                },
            ],
        });
        note.textContent = `Welch’s method: ${thud.count(series.segments, 'segment')} with an overlap of one half, Hann window, resolution ${thud.quantity(series.resolution, 'Hz', 3)}.`;
    };
    const note = thud.element('p', { class: 'note' });
    const start = Math.max(
        0,
        psd.series.findIndex((series) => /acceleration/.test(series.quantity)),
    );
    place.append(
        thud.chooser(
            'History',
            psd.series.map((series, i) => [i, `${series.name}: ${series.quantity}`]),
            start,
            draw,
        ),
        chart,
        note,
    );
    draw(start);
};
