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
};

thud.studyNumbers = (place, study) => {
    const extreme = (index, unit) => {
        const result = study.results[index];
        let best = -1;
        for (let row = 0; row < study.done; row++)
            if (result.values[row] > (best < 0 ? -Infinity : result.values[best])) best = row;
        if (best >= 0 && result.name === 'impacts')
            return thud.tile('Most impacts', String(result.values[best]), `case ${study.cases[best]}`, 'impacts');
        return best < 0
            ? null
            : thud.tile(
                  `Largest ${result.name.replace(/^.*\./, '').replace('max_', '').replaceAll('_', ' ')}`,
                  thud.quantity(result.values[best], unit),
                  `case ${study.cases[best]}${result.name.includes('.') ? `, ${result.name.split('.').slice(1, -1).join('.')}` : ''}`,
                  result.name,
              );
    };
    const tiles = [
        thud.tile(
            'Cases',
            study.done.toLocaleString('en'),
            study.done < study.total ? `of ${study.total.toLocaleString('en')}` : null,
            'done',
        ),
        thud.tile('Failed', study.failed.toLocaleString('en'), null, 'failed'),
        thud.tile('Computing time', thud.quantity(study.wall_seconds, 's', 3), 'all cases together', 'wall_seconds'),
    ];
    for (const pattern of [/^impacts$/, /max_displacement$/, /max_force$/, /max_acceleration$/]) {
        const at = study.named(pattern);
        if (at >= 0) tiles.push(extreme(at, study.results[at].unit));
    }
    place.append(thud.element('dl', { class: 'tiles' }, tiles.filter(Boolean)));
    const remarks = [];
    if (study.done < study.total)
        remarks.push(`${thud.count(study.total - study.done, 'case')} not run yet: the same thud sweep goes on.`);
    if (study.failed > 0)
        remarks.push(`${thud.count(study.failed, 'case')} failed; the column status of the table says why.`);
    if (study.left_out.length)
        remarks.push(
            `Left out, to keep the page below 5 MB: ${study.left_out.join(', ')}. thud export has everything.`,
        );
    if (study.done >= 20000) remarks.push('Results are kept to 4.8 digits in this page.');
    place.append(...remarks.map((words) => thud.element('p', { class: 'note' }, words)));
};

thud.studyInputs = (place, study) => {
    const values = (axis) => {
        if (axis.binned) return thud.range(axis.values).map(thud.plain).join(' to ');
        const text = (level) => (axis.labelled ? `${level.text} (${thud.plain(level.number)})` : level.text);
        return axis.levels.slice(0, 12).map(text).join(', ') + (axis.levels.length > 12 ? ', …' : '');
    };
    const row = (axis) => [
        thud.withUnit(axis.name, axis.unit),
        axis.binned ? 'many' : String(axis.levels.length),
        thud.element('td', { class: 'words wide' }, values(axis)),
    ];
    place.append(thud.smallTable('What is varied', ['axis', 'count', 'values'], study.axes.map(row)));
};
