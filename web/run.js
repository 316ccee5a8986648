// The page of a run, put together from its parts.
(() => {
    const run = thud.runData();
    thud.theme.start();
    thud.runHead(run);
    thud.runNumbers(thud.section('numbers'), run);
    thud.runTables(thud.section('tables'), run);
    if (run.time.length > 1) {
        const clock = thud.clock(run.time[0], run.time[run.time.length - 1]);
        const motion = thud.motion(run);
        const plan = thud.plan(run.model, motion.ranges, run.summary.modes ?? [], run.summary.title);
        plan.overlaps = run.summary.overlaps ?? [];
        thud.first(run, clock, plan, motion);
        thud.shaking(thud.section('shaking'), run, plan);
        const group = thud.group(
            run.time,
            run.intervals.map((hit) => [hit.start, hit.end]),
            run.summary.spread?.agreed_until,
            clock,
        );
        thud.histories(thud.section('histories'), run, group, plan, motion);
        thud.find('#reset').addEventListener('click', group.reset);
        thud.plots = group.plots; // for those who look at the page from its console
    } else {
        thud.find('#motion').append(thud.element('p', {}, 'The run has no history: it ended before the second row.'));
        for (const id of ['histories', 'shaking']) thud.find(`#${id}`).remove();
    }
    // on paper what came out is one sheet, the rest another
    (thud.find('#shaking') ?? thud.find('#histories') ?? thud.find('#quality')).classList.add('sheet');
    thud.runQuality(thud.section('quality'), run);
    thud.loops(thud.section('loops'), run);
    thud.linkLoops(thud.section('links'), run);
    thud.ledger(thud.section('ledger'), run);
    thud.spectrum(thud.section('spectrum'), thud.data('psd'));
    const scenario = thud.data('scenario');
    if (scenario) thud.section('scenario').append(thud.inputsWords(run.model), thud.element('pre', { tabindex: 0 }, scenario));
    else thud.find('#scenario').remove();
})();
