// Title and key numbers of a run.
thud.runHead = ({ summary, model }) => {
    document.title = `${summary.title || 'Run'} – thud`;
    thud.find('h1').textContent = summary.title || 'Untitled run';
    thud.find('#subtitle').textContent = [
        `${thud.plain(summary.duration)} s${summary.stop ? ` of ${thud.plain(model.duration)} s` : ''}`,
        thud.count(summary.impacts, 'impact'),
        thud
            .count(model.bodies.length + model.rods.length, model.rods.length ? 'part' : 'body')
            .replace('bodys', 'bodies'),
        thud.count(model.contacts.length, 'contact'),
        `thud ${model.version}`,
    ].join(' · ');
};

// the part with the largest value of a key, by name
thud.largestPart = (parts, key) =>
    Object.entries(parts ?? {}).reduce(
        (best, [name, part]) => (part[key] > (best?.value ?? -1) ? { name, value: part[key] } : best),
        null,
    );

thud.runNumbers = (place, { summary }) => {
    const tiles = [thud.tile('Impacts', summary.impacts.toLocaleString('en'), null, 'impacts')];
    const addLargest = (label, parts, key, unit) => {
        const best = thud.largestPart(summary[parts], key);
        if (best && best.value > 0)
            tiles.push(thud.tile(label, thud.quantity(best.value, unit), best.name, `${parts}.${key}`));
    };
    addLargest('Largest displacement', 'bodies', 'max_displacement', 'm');
    addLargest('Largest acceleration', 'bodies', 'max_acceleration', 'm/s²');
    addLargest('Largest angle', 'rods', 'max_angle', 'rad');
    addLargest('Largest contact force', 'contacts', 'max_force', 'N');
    addLargest('Largest penetration', 'contacts', 'max_penetration', 'm');
    const { input, impact } = summary.energy;
    const share = input > 0 ? `${thud.digits((100 * impact) / input, 3)} % of the input` : '';
    tiles.push(thud.tile('Lost in impacts', thud.quantity(impact, 'J'), share, 'energy.impact'));
    place.append(thud.element('dl', { class: 'tiles' }, tiles));
};
