// The page of a study, put together from its parts.
(() => {
    const study = thud.studyData();
    thud.theme.start();
    thud.studyHead(study);
    thud.studyNumbers(thud.section('numbers'), study);
    thud.studyInputs(thud.section('inputs'), study);
    thud.studyFilter(study);
    const vary = study.free.filter((axis) => axis.levels.length > 1);
    if (study.rows === 0 || study.axes.length === 0) return;
    if (vary.length > 1) thud.map(thud.section('map'), study);
    else thud.find('#map').remove();
    thud.lines(thud.section('lines'), study);
    const collects = study.results.some((result) => result.flag),
        chance = vary.filter((axis) => axis.role === 'random' || axis.role === 'record');
    // what is sampled has a trend along each axis; a grid has its map
    if (chance.length && vary.some((axis) => !axis.words)) thud.sensitivity(thud.section('sensitivity'), study);
    else thud.find('#sensitivity').remove();
    // a probability needs something random
    if (chance.length && study.measuredAxes.length && (study.intensity || collects))
        thud.fragility(thud.section('fragility'), study);
    else thud.find('#fragility').remove();
    if (study.intensity && chance.some((axis) => axis.group !== study.intensity.group))
        thud.ida(thud.section('ida'), study);
    else thud.find('#ida').remove();
    thud.cases(thud.section('cases'), study);
})();
