// Five steps that tell the story; each sets the page to what it speaks about.
thud.lab.STEPS_OF_TOUR = [
    {
        title: 'Ask for 0.5, get 0.725',
        text: 'Lankarani and Nikravesh’s rule of 1990 turns a restitution into a damping. Asked for e = 0.5, the impact returns 0.725: the dashed curve leaves the diagonal wherever the loss is large. Drag the mark and see.',
        look: 'returned',
        link: '#view=impact&laws=lankarani-nikravesh&e=0.5&n=1.5&k=5e9&m1=600000&m2=600000&v=0.4',
    },
    {
        title: 'The exact damping',
        text: 'The same force law, with the damping that truly returns what is asked for: the solid curve, on the diagonal for every e, every law and every speed. Beside it, Hunt and Crossley’s rule loses too little and Flores’ a little too much; with the exact damping all of them are one curve.',
        look: 'loop',
        link: '#view=impact&laws=lankarani-nikravesh,hunt-crossley,flores&beside=published&e=0.3&n=1.5&k=5e9&m1=600000&m2=600000&v=0.4',
    },
    {
        title: 'Why fixed steps miss',
        text: 'A contact lasts milliseconds, the motion seconds. The deck meets its stops between time steps; thud goes from event to event and finds every impact. Watch the flashes.',
        look: 'stage',
        link: '#view=structures&structure=deck&law=anagnostopoulos&ground=sine&gap=0.03&e=0.6&T=1.96&z=0.05&A=1&f=0.6',
    },
    {
        title: 'What a gap does',
        text: 'More room is not always less force: the curve of the largest force over the gap rises before it falls. Move the gap, the restitution or the period; the whole curve is computed while you do.',
        look: 'curve',
        link: '#view=structures&structure=deck&law=anagnostopoulos&ground=ec8&seed=1&gap=0.02&e=0.6&T=1.96&z=0.05&A=3',
    },
    {
        title: 'How chaos looks',
        text: 'Over some frequencies the oscillator strikes once a period, over others twice, four times, and then never the same again. A small change of an input is then a large one of the result: thud run says when that begins.',
        look: 'bifurcation',
        link: '#view=bifurcation&e=0.8&g=0&z=0.01&from=2.3&to=3.2',
    },
];

thud.lab.startTour = (lab) => {
    const guide = thud.find('#guide'),
        steps = thud.lab.STEPS_OF_TOUR;
    let at = 0;
    const end = () => {
        guide.hidden = true;
        thud.find('#tour').focus();
    };
    const go = (step) => {
        at = step;
        const { title, text, link, look } = steps[at],
            last = at === steps.length - 1;
        const next = thud.element(
            'button',
            { type: 'button', id: 'tour-next', onclick: () => (last ? end() : go(at + 1)) },
            last ? 'Done' : 'Next',
        );
        guide.replaceChildren(
            thud.element('h2', {}, `${at + 1} of ${steps.length}: ${title}`),
            thud.element('p', {}, text),
            thud.element(
                'div',
                { class: 'buttons' },
                thud.element('button', { type: 'button', disabled: at === 0, onclick: () => go(at - 1) }, 'Back'),
                next,
                thud.element('button', { type: 'button', id: 'tour-end', onclick: end }, 'End the tour'),
            ),
        );
        guide.hidden = false;
        lab.follow(link);
        next.focus({ preventScroll: true });
        // what it speaks about comes into sight, once it is drawn
        setTimeout(
            () =>
                thud
                    .find(`#view-${lab.state.view} [data-chart=${look}]:not([hidden])`)
                    ?.scrollIntoView({ block: 'start' }),
            200,
        );
    };
    guide.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') end();
    });
    thud.find('#tour').addEventListener('click', () => go(0));
};
