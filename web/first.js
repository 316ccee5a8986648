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
    thud.overlaps(thud.find('#overlaps'), run);
    player.begin();
    thud.shown = { clock, plan, motion, player }; // for those who look at the page from its console
};

// floors that pass through their neighbour because no contact is there: which, by how much, and the contacts to add
thud.overlaps = (place, { summary }) => {
    const all = summary.overlaps ?? [];
    if (all.length === 0) return;
    const [worst] = all;
    const lines = all.map(({ add }) => `  - ${add}`).join('\n');
    const copy = thud.element(
        'button',
        {
            type: 'button',
            onclick: () =>
                navigator.clipboard?.writeText(`${lines}\n`).then(
                    () => (copy.textContent = 'Copied'),
                    () => (copy.textContent = 'Select and copy'),
                ),
        },
        'Copy',
    );
    place.hidden = false;
    place.append(
        thud.element(
            'p',
            {},
            thud.element('strong', {}, 'Warning: '),
            `${worst.floor}, ${thud.quantity(worst.height, 'm', 3)} up, passes through the neighbouring building by ${thud.quantity(worst.overlap, 'm', 3)} at ${thud.digits(worst.time, 4)}\u00a0s: there is no contact`,
            all.length > 1 ? `. ${all.length === 2 ? 'One more floor does so too' : `${all.length - 1} more floors do so too`}.` : '.',
        ),
        thud.element(
            'details',
            {},
            thud.element('summary', {}, `${all.length === 1 ? 'The contact' : `The ${all.length} contacts`} to add to the scenario`),
            thud.element('pre', { tabindex: 0 }, lines),
            copy,
        ),
    );
};
