// How far the numbers of a run can be trusted: the spread of copies whose inputs were varied within their precision.

// the spread of a number by its path, as in ('bodies', 'deck', 'max_velocity'); null without one
thud.spreadOf = (summary, ...path) => path.reduce((at, key) => at?.[key], summary.spread) ?? null;

// a number with three deviations: its text, the margin in an element of its own
thud.withSpread = (value, spread, unit, scale = 0) => {
    const { text, margin, unit: rest } = thud.measured(value, 3 * (spread?.deviation ?? 0), unit, scale);
    return margin ? [text, thud.element('span', { class: 'margin' }, margin), rest] : [text];
};

thud.timesHundred = (spread) => spread && { ...spread, deviation: 100 * spread.deviation };

// drifts of storeys with heights, which are shown in per cent
thud.isDrift = (name, unit) => !unit && /-\d+-drift$/.test(name);

// counts are ranges
thud.spreadRange = (spread) =>
    !spread
        ? ''
        : spread.lowest === spread.highest
          ? `${spread.lowest} in all varied runs`
          : `${spread.lowest} to ${spread.highest} in varied runs`;

thud.spreadWords = ({ spread, duration }) => {
    if (!spread) return '';
    const whole = spread.agreed_until >= duration * (1 - 1e-9);
    return [
        `with inputs varied by ${thud.plain(100 * spread.precision)} %, ${thud.count(spread.copies, 'run')} give`,
        spread.impacts.lowest === spread.impacts.highest
            ? `${thud.count(spread.impacts.lowest, 'impact')} each;`
            : `${spread.impacts.lowest} to ${thud.count(spread.impacts.highest, 'impact')};`,
        whole
            ? 'histories agree to 1 % of their peaks to the end.'
            : `histories agree to 1 % of their peaks until ${thud.digits(spread.agreed_until, 4)} s, and are shaded from there on.`,
        '± is three standard deviations.',
        spread.failed > 0 ? `${spread.failed} of these runs failed.` : '',
    ]
        .filter(Boolean)
        .join(' ');
};
