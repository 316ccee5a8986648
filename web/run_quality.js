// How well a run was solved, in sentences: energy balance, the second solver, what the page does not show.
thud.runQuality = (place, run) => {
    const { summary, model, history } = run;
    const judged = [];
    const judge = (good, ...words) => {
        const kind = good === null ? ['plain', 'Note: '] : good ? ['good', 'Good: '] : ['bad', 'Warning: '];
        judged.push(thud.element('li', { class: kind[0] }, thud.element('strong', {}, kind[1]), words.join(' ')));
    };

    const nonfinite = thud.data('nonfinite');
    if (nonfinite) judge(false, `${nonfinite}. Do not trust this run.`);

    const residual = summary.energy.residual;
    if (Number.isFinite(residual) && Math.abs(residual) <= model.residual_limit)
        judge(
            true,
            `the energy balance closes to ${thud.digits(Math.abs(residual), 2)} of the energy input;`,
            `the limit, from rounding and tolerance, is ${thud.digits(model.residual_limit, 2)}.`,
        );
    else
        judge(
            false,
            `the energy balance does not close: ${thud.digits(residual, 3)} of the energy is missing.`,
            'Do not trust this run.',
        );

    const missed = (c) => c.damping_kind === 'published' && Math.abs(c.e_free - c.restitution) > 1e-6;
    const rules = new Set(
        model.contacts
            .filter(missed)
            .map((c) => `${c.model} returns e = ${thud.digits(c.e_free, 4)} for ${thud.plain(c.restitution)}`),
    );
    if (rules.size > 0)
        judge(
            null,
            `damping by the published rule: ${[...rules].join(', ')} in a free impact; damping: exact returns it.`,
        );

    for (const note of summary.notes ?? []) judge(null, `${note}.`);

    if (!summary.verify) {
        judge(null, 'the run was not compared with a second solver; thud run --verify compares it with CVODE.');
    } else {
        const { max_difference: differences, impacts, agreed_until: until, different = [] } = summary.verify;
        const most = Math.max(...Object.values(differences).filter(Number.isFinite), 0);
        for (const { quantity, run: ours, cvode } of different)
            judge(
                false,
                `CVODE computes ${thud.digits(cvode, 6)} for ${quantity}, the run ${thud.digits(ours, 6)}: the difference exceeds what both leave`,
                'uncertain. Do not trust this run.',
            );
        if (until >= summary.duration * (1 - 1e-9))
            judge(
                true,
                `CVODE, which solved the scenario independently, agrees to ${thud.digits(most, 2)} of the peaks,`,
                `with ${thud.count(impacts, 'impact')}.`,
            );
        else
            judge(
                false,
                `CVODE agrees until ${thud.digits(until, 4)} s, then differs by up to ${thud.digits(most, 2)} of the`,
                'peaks: impacts magnify the last digit. Counts and peaks after that hold in the mean only.',
            );
    }

    const spread = thud.spreadWords(summary);
    if (spread) judge(null, spread);
    const forces = run.columns.filter((column) => column.quantity === 'force');
    const sampled = thud.largest(forces.map((column) => thud.largest(column.data)));
    const truly = thud.largestPart(summary.contacts, 'max_force')?.value ?? 0;
    if (truly > 1.1 * sampled) {
        const step = history.rows > 1 ? summary.duration / (history.rows - 1) : 0;
        judge(
            null,
            `rows of the history are ${thud.quantity(step, 's', 2)} apart, and peaks lie between them: the plots miss parts of`,
            'force and acceleration; the key numbers and loops have them.',
        );
    }
    if (summary.stop)
        judge(false, `the run ${summary.duration < model.duration ? 'ended early' : 'failed'}: ${summary.stop}.`);
    if (history.shown < history.rows)
        judge(
            null,
            `the plots show ${history.shown.toLocaleString('en')} points of ${history.rows.toLocaleString('en')} rows:`,
            'the smallest and the largest value of each interval, so that peaks are kept.',
        );
    if (history.columns_left_out > 0)
        judge(null, `${history.columns_left_out} columns of the history are left out of this page; history.csv has them.`);

    const solver = model.solver === 'moreau' ? 'by Moreau–Jean time stepping' : 'event by event';
    const { wall_seconds: seconds, steps, events } = summary.solver;
    const how = [
        `Solved ${solver} in ${thud.quantity(seconds, 's', 3)}: ${thud.count(steps, 'step')},`,
        `${thud.count(events, 'event')}, tolerance of contact phases ${thud.digits(model.tolerance, 1)}.`,
    ];
    // the first screen has it in a word
    const wrong = judged.some((one) => one.classList.contains('bad')),
        { verify } = summary;
    const short = wrong ? 'Do not trust this run' : verify?.agrees ? 'Energy closes, CVODE agrees' : 'Energy balance closes';
    thud.find('#answer').append(thud.element('a', { class: `badge ${wrong ? 'bad' : 'good'}`, href: '#quality' }, `${wrong ? '✗' : '✓'} ${short}`));
    place.append(thud.element('ul', { class: 'judged' }, judged), thud.element('p', { class: 'note' }, how.join(' ')));
};
