// Title and key numbers of a run.
thud.runHead = ({ summary, model }) => {
    document.title = `${summary.title || 'Run'} – thud`;
    thud.find('h1').textContent = summary.title || 'Untitled run';
    const gaps = [...new Set(model.contacts.map((contact) => contact.gap).filter((gap) => gap > 0))].sort((a, b) => a - b);
    const gap = gaps.length ? `gap ${gaps.map((one) => thud.given(one, 'm')).join(' and ')}` : '';
    thud.find('#subtitle').textContent = [
        thud.shakingWords(thud.data('scenario')),
        gaps.length < 3 ? gap : '',
        `${thud.plain(summary.duration)} s${summary.stop ? ` of ${thud.plain(model.duration)} s` : ''}`,
        thud
            .count(model.bodies.length + model.rods.length, model.rods.length ? 'part' : 'body')
            .replace('bodys', 'bodies'),
        thud.count(model.contacts.length, 'contact'),
        `thud ${model.version}`,
    ]
        .filter(Boolean)
        .join(' · ');
};

// the part with the largest value of a key, by name; null where no part has one
thud.largestPart = (parts, key) =>
    Object.entries(parts ?? {}).reduce(
        (best, [name, part]) =>
            Number.isFinite(part[key]) && part[key] > (best?.value ?? -1) ? { name, value: part[key] } : best,
        null,
    );

thud.runNumbers = (place, { summary, model }) => {
    const counts = thud.spreadRange(thud.spreadOf(summary, 'impacts'));
    const tiles = [thud.tile('Impacts', summary.impacts.toLocaleString('en'), null, 'impacts', counts)];
    const addLargest = (label, parts, key, unit, rest = '') => {
        const best = thud.largestPart(summary[parts], key);
        const found = best && best.value > 0;
        if (found) {
            const change = thud.changeOf(best.value, thud.largestPart(summary.open?.[parts], key)?.value);
            const inG = unit === 'm/s²' ? `${thud.digits(best.value / 9.80665, 3)}\u00a0g` : '';
            const what = [inG, best.name + rest, parts === 'contacts' ? '' : change].filter(Boolean).join('; ');
            tiles.push(thud.tile(label, thud.withSpread(best.value, thud.spreadOf(summary, parts, best.name, key), unit), what, `${parts}.${key}`));
        }
        return found;
    };
    // of storeys with heights
    const drifts = (results) =>
        Object.fromEntries(Object.entries(results?.watch ?? {}).filter(([name, { unit }]) => thud.isDrift(name, unit)));
    const addDrift = () => {
        const best = thud.largestPart(drifts(summary), 'max');
        if (!best) return;
        const change = thud.changeOf(best.value, thud.largestPart(drifts(summary.open), 'max')?.value);
        const [, name, storey] = /^(.*)-(\d+)-drift$/.exec(best.name);
        tiles.push(
            thud.tile('Largest storey drift', thud.withSpread(100 * best.value, thud.timesHundred(thud.spreadOf(summary, 'watch', best.name, 'max')), '%'), [`storey ${storey} of ${name}`, change].filter(Boolean).join('; '), 'drift'),
        );
    };
    // impulses have neither a finite force nor a finite acceleration
    const struck = model.contacts.some((contact) => contact.impulsive && summary.contacts[contact.name]?.impacts > 0);
    const between = (parts) =>
        Object.values(summary[parts] ?? {}).some((part) => part.impulsive) ? ' between impacts' : '';
    addDrift();
    addLargest('Largest displacement', 'bodies', 'max_displacement', 'm');
    addLargest('Largest velocity', 'bodies', 'max_velocity', 'm/s');
    addLargest(`Largest acceleration${between('bodies')}`, 'bodies', 'max_acceleration', 'm/s²');
    addLargest('Largest angle', 'rods', 'max_angle', 'rad');
    const rest = struck ? '; impulsive contacts have none' : '';
    if (!addLargest('Largest contact force', 'contacts', 'max_force', 'N', rest) && struck)
        tiles.push(thud.tile('Largest contact force', 'impulsive', 'newton and poisson impacts have no finite force'));
    addLargest('Largest resting reaction', 'contacts', 'resting_force', 'N');
    addLargest('Largest penetration', 'contacts', 'max_penetration', 'm');
    addLargest('Largest ductility', 'links', 'ductility', '');
    const { input, impact } = summary.energy;
    const share = input > 0 ? `${thud.digits((100 * impact) / input, 3)} % of the input` : '';
    tiles.push(thud.tile('Lost in impacts', thud.quantity(impact, 'J', 4, input), share, 'energy.impact'));
    place.append(thud.tiles(tiles));
};

// what the run was made of, so that a sheet of paper can be told from another
thud.inputsWords = (model) => {
    const { hash, date } = thud.data('inputs') ?? {};
    return thud.element('p', { class: 'note', id: 'inputs-hash' }, `Run${date ? ` of ${date}` : ''} by thud ${model.version}${hash ? `; scenario ${hash}` : ''}.`);
};
