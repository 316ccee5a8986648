// Title, key numbers and inputs of a study.
thud.studyHead = (study) => {
    document.title = `${study.title || 'Study'} – thud`;
    thud.find('h1').textContent = study.title || 'Untitled study';
    thud.find('#subtitle').textContent = [
        thud.count(study.done, 'case'),
        `${study.axes.length} ${study.axes.length === 1 ? 'axis' : 'axes'}`,
        thud.count(study.results.length, 'quantity').replace('quantitys', 'quantities'),
        `thud ${study.version}`,
    ].join(' · ');
    const [first, ...rest] = study.done > 0 ? thud.studyAnswer(study) : [];
    if (first) thud.find('#answer').append(thud.element('strong', {}, first), rest.length ? ` ${rest.join(' ')}` : '');
    else thud.find('#answer').remove();
};

// what came out, in a sentence or two: the range of what the study asks for, and how many cases are beyond its thresholds
thud.studyAnswer = (study) => {
    const quantity = study.results[study.favourite],
        sentences = [];
    if (quantity && thud.isVaried(quantity)) {
        const rowOf = (value) => quantity.values.findIndex((other) => other === value);
        const end = (value) => `${quantity.whole ? String(value) : thud.quantity(value, quantity.unit)} (case ${study.cases[rowOf(value)]})`;
        const [low, high] = thud.range(quantity.values);
        const at = study.at(study.free.filter((axis) => axis.levels.length > 1), rowOf(high));
        sentences.push(`${quantity.title} is between ${end(low)} and ${end(high)}${at ? `, the largest with ${at}` : ''}.`);
    }
    for (const flag of study.results.filter((result) => result.flag))
        sentences.push(`${flag.name} in ${flag.values.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0).toLocaleString('en')} of ${thud.count(study.done, 'case')}.`);
    return sentences.map((words) => words[0].toUpperCase() + words.slice(1));
};

// the largest of every quantity, over all bodies or contacts and all cases
thud.studyExtremes = (study) => {
    const LABELS = {
        impacts: 'Most impacts',
        max_displacement: 'Largest displacement',
        max_velocity: 'Largest velocity',
        max_acceleration: 'Largest acceleration',
        max_angle: 'Largest angle',
        max_force: 'Largest contact force',
        resting_force: 'Largest resting reaction',
        max_penetration: 'Largest penetration',
    };
    const tile = ({ quantity, column, unit, partial, value, case: number }) => {
        const part = column.split('.').slice(1, -1).join('.'),
            label = LABELS[quantity] + (partial && quantity === 'max_acceleration' ? ' between impacts' : ''),
            text = quantity === 'impacts' ? value.toLocaleString('en') : thud.quantity(value, unit),
            rest = partial && quantity === 'max_force' ? '; impulsive contacts have none' : '';
        return thud.tile(label, text, `${part ? `${part}, ` : ''}case ${number}${rest}`, quantity);
    };
    const found = study.extremes.filter(({ quantity, value }) => value > 0 || quantity === 'impacts');
    const tiles = found.map(tile);
    // contacts that are struck and have no force to show
    const impulsive = study.results.some((result) => /^contacts\..*\.max_force$/.test(result.name) && result.about);
    if (impulsive && !found.some(({ quantity }) => quantity === 'max_force'))
        tiles.push(thud.tile(LABELS.max_force, 'impulsive', 'newton and poisson impacts have no finite force'));
    return tiles;
};

thud.studyNumbers = (place, study) => {
    const tiles = [
        ...thud.studyExtremes(study),
        thud.tile(
            'Cases',
            study.done.toLocaleString('en'),
            study.done < study.total ? `of ${study.total.toLocaleString('en')}` : null,
            'done',
        ),
        study.failed > 0 ? thud.tile('Failed', study.failed.toLocaleString('en'), null, 'failed') : null,
        thud.tile('Computing time', thud.quantity(study.wall_seconds, 's', 3), 'all cases together', 'wall_seconds'),
    ];
    place.append(thud.tiles(tiles.filter(Boolean)));
    const remarks = [];
    if (study.done < study.total)
        remarks.push(`${thud.count(study.total - study.done, 'case')} not run yet: the same thud sweep continues.`);
    if (study.failed > 0)
        remarks.push(`${thud.count(study.failed, 'case')} failed; the column “status” gives the reason.`);
    for (const { note, cases, first } of study.notes)
        remarks.push(
            `Note, ${cases.toLocaleString('en')} of ${thud.count(study.done, 'case')}: ${note} (case ${first}${cases > 1 ? ' first' : ''}).`,
        );
    if (study.left_out.length)
        remarks.push(
            `Left out to keep the page below 5 MB: ${study.left_out.map(thud.resultWords).join(', ')}. The key numbers include them; thud export has everything.`,
        );
    if (study.done >= 20000) remarks.push('This page keeps results to 4.8 digits.');
    place.append(...remarks.map((words) => thud.element('p', { class: 'note' }, words)));
};

thud.studyInputs = (place, study) => {
    const MOST = 12;
    const values = (axis) => {
        if (axis.levels.length > 60 && !axis.words) return `${axis.levels[0].text} to ${axis.levels.at(-1).text}`;
        const text = (level) =>
            axis.labelled && !axis.words ? `${level.text} (${thud.plain(level.number)})` : level.text;
        return axis.levels.slice(0, MOST).map(text).join(', ') + (axis.levels.length > MOST ? ', …' : '');
    };
    const row = (axis) => [
        thud.withUnit(axis.name, axis.unit),
        thud.element('td', { class: 'words' }, thud.roleWords(axis)),
        axis.levels.length.toLocaleString('en'),
        thud.element('td', { class: 'words wide' }, values(axis)),
        thud.element('td', { class: 'words wide' }, axis.role === 'derived' ? `= ${axis.about}` : axis.about),
    ];
    const tableOf = (caption, axes) => thud.smallTable(caption, ['axis', 'role', 'count', 'values', 'in the scenario'], axes.map(row)),
        derived = study.axes.filter((axis) => axis.role === 'derived');
    place.append(tableOf('What is varied', study.free));
    // what follows from other axes is folded away
    if (derived.length)
        place.append(
            thud.element(
                'details',
                {},
                thud.element('summary', {}, `${derived.length} derived ${derived.length > 1 ? 'axes' : 'axis'}`),
                tableOf('What follows from other axes', derived),
            ),
        );
    const thresholds = study.results.filter((result) => result.flag);
    if (thresholds.length)
        place.append(
            thud.element(
                'p',
                { class: 'note' },
                `Thresholds: ${thresholds.map(({ name, about }) => `${name} means ${about}`).join('; ')}.`,
            ),
        );
};
