// The page of a run, put together from its parts.
(() => {
    const run = thud.runData();
    thud.theme.start();
    thud.runHead(run);
    thud.runNumbers(thud.section('numbers'), run);
    thud.runQuality(thud.section('quality'), run);
    thud.runTables(thud.section('tables'), run);
    if (run.time.length > 1) {
        const group = thud.group(
            run.time,
            run.intervals.map((hit) => [hit.start, hit.end]),
            run.summary.spread?.agreed_until,
        );
        thud.sketch(thud.section('motion'), run, group);
        thud.histories(thud.section('histories'), run, group);
        thud.find('#reset').addEventListener('click', group.reset);
        thud.plots = group.plots; // for those who look at the page from its console
    } else {
        for (const id of ['motion', 'histories'])
            thud.section(id).append(
                thud.element('p', {}, 'The run has no history: it was over before the second row.'),
            );
    }
    thud.loops(thud.section('loops'), run);
    thud.linkLoops(thud.section('links'), run);
    thud.ledger(thud.section('ledger'), run);
    thud.spectrum(thud.section('spectrum'), thud.data('psd'));
    const scenario = thud.data('scenario');
    if (scenario) thud.section('scenario').append(thud.element('pre', { tabindex: 0 }, scenario));
    else thud.find('#scenario').remove();
})();
