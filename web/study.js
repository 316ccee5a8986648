// The page of a study, put together from its parts.
(() => {
    const study = thud.studyData();
    thud.theme.start();
    thud.studyHead(study);
    thud.studyNumbers(thud.section('numbers'), study);
    thud.studyInputs(thud.section('inputs'), study);
    thud.studyFilter(study);
    if (study.rows === 0 || study.axes.length === 0) return;
    thud.map(thud.section('map'), study);
    thud.lines(thud.section('lines'), study);
    const collects = study.results.some((result) => result.flag);
    if (study.measuredAxes.length && (study.intensity || collects)) thud.fragility(thud.section('fragility'), study);
    else thud.find('#fragility').remove();
    if (study.intensity && study.axes.length > 1) thud.ida(thud.section('ida'), study);
    else thud.find('#ida').remove();
    if (!thud.find('#fragility') && !thud.find('#ida')) thud.find('#curves').remove();
    thud.cases(thud.section('cases'), study);
})();
