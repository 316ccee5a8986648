// The first screen: what came out, the picture in motion, the peaks beside it, and the strip that both follow.
thud.first = (run, clock, plan, motion) => {
    const [headline, ...rest] = thud.answer(run);
    thud.find('#answer').append(
        thud.element('strong', {}, headline),
        rest.length ? thud.element('span', {}, ` ${rest.join(' ')}`) : '',
    );
    const place = thud.find('#motion');
    const player = thud.player(place, run, clock, plan, motion);
    const redraw = thud.profile(thud.find('#profile'), run, clock, plan, motion, () => player.scene);
    if (redraw) place.addEventListener('laid', redraw);
    thud.strip(thud.find('#strip'), run, clock, motion, plan);
    player.begin();
    thud.shown = { clock, plan, motion, player }; // for those who look at the page from its console
};
