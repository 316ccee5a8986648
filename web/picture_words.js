// What stands below the picture, and what those hear who do not see it.
thud.sceneCaption = (plan, open) => {
    const words = plan.crowded ? [`Part of the row of ${plan.structures.length}, around the chosen impact.`] : [];
    const tall = plan.structures.filter((s) => /building|isolated/.test(s.kind)),
        buildings = tall.length > 0;
    if (plan.factor === 1) words.push(plan.true ? 'Displacements and gaps to scale.' : 'Everything to scale.');
    else words.push(`Displacements and gaps × ${thud.plain(plan.factor)}: faces meet when gaps close.`);
    if (buildings && plan.guessed) words.push('Storey heights are not given: drawn as 3.2\u00a0m each.');
    else if (buildings) words.push(tall.every((s) => s.given.width) ? 'Heights and widths to scale.' : 'Heights to scale, widths by mass.');
    else if (plan.structures.some((s) => s.kind === 'deck' && !(s.given.width && s.given.height))) words.push('Decks and piers are not to scale.');
    for (const rod of plan.rods.filter((one) => one.scale > 1)) words.push(`${rod.name} and its stops × ${thud.plain(Number(rod.scale.toPrecision(2)))}.`);
    if (buildings) words.push('Dotted: envelope of the run.');
    if (open) words.push('Pale: the same run without contact.');
    return words.join(' ');
};

thud.sceneWords = (plan, { impacts }) => {
    const kinds = new Map();
    for (const { kind } of plan.structures) {
        const word = { building: 'building', isolated: 'isolated building', deck: 'deck', ball: 'ball on a string', device: 'frame with a ball in it', fall: 'ball that falls', block: 'block' }[kind];
        kinds.set(word, (kinds.get(word) ?? 0) + 1);
    }
    if (plan.rods.length) kinds.set('pendulum rod', plan.rods.length);
    const parts = [...kinds].map(([word, count]) => `${count} ${word}${count > 1 ? 's' : ''}`);
    return `Picture of ${thud.listed(parts)} in motion; ${thud.count(impacts.length, 'impact')}.`;
};
