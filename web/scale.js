// A perceptual colour scale that reads in grey and for colour-blind readers: viridis (van der Walt and Smith 2015),
// by nine of its colours.
thud.viridis = (() => {
    const stops = [
        [68, 1, 84],
        [71, 45, 123],
        [59, 82, 139],
        [44, 114, 142],
        [33, 145, 140],
        [40, 174, 128],
        [94, 201, 98],
        [173, 220, 48],
        [253, 231, 37],
    ];
    return (part) => {
        if (!Number.isFinite(part)) return 'transparent';
        const place = Math.min(Math.max(part, 0), 1) * (stops.length - 1);
        const low = Math.min(Math.floor(place), stops.length - 2),
            rest = place - low;
        return `rgb(${stops[low].map((c, i) => Math.round(c + rest * (stops[low + 1][i] - c))).join(' ')})`;
    };
})();

// round numbers from least to most, about so many
thud.ticks = (least, most, count = 6) => {
    if (!(most > least)) return [least];
    const rough = (most - least) / count,
        power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((n) => n * power >= rough * 0.999);
    const found = [];
    for (let k = Math.ceil(least / step - 1e-9); k * step <= most + step * 1e-9; k++) found.push(k * step);
    return found.map((tick) => Number(tick.toPrecision(12)));
};
