// Cases side by side: in which order they are computed, and what is shown of them.

// every number below `count` once, far apart first: 0, 8, 4, 12, 2, …
thud.lab.spreadOrder = (count) => {
    const order = [];
    for (let step = 2 ** Math.ceil(Math.log2(Math.max(count, 1))), first = true; step >= 1; step /= 2) {
        for (let i = first ? 0 : step; i < count; i += first ? step : 2 * step) order.push(i);
        first = false;
    }
    return order;
};

// what curves and maps show of the runs of a structure: rods have angles, and impulses no force but that of rest
thud.lab.curvesOf = ({ structure, law }) => ({
    force: { label: law === 'newton' ? 'largest force at rest' : 'largest contact force', unit: 'N' },
    displacement: thud.lab.STRUCTURES[structure].angular
        ? { label: 'largest angle', unit: 'rad' }
        : { label: 'largest displacement', unit: 'm' },
    impacts: { label: 'impacts', unit: '' },
    energy: { label: 'energy lost in impacts', unit: 'J' },
});
thud.lab.readResult = (result, summary) => {
    if (!summary) return NaN;
    if (result === 'impacts') return summary.impacts;
    if (result === 'energy') return summary.energy.impact;
    if (result === 'displacement')
        return summary.bodies.reduce((most, body) => Math.max(most, body.max_displacement), 0);
    return summary.contacts.reduce((most, contact) => Math.max(most, contact.max_force), 0);
};
