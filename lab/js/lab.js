// The page of the lab: loads the module, keeps the state, draws the view that is shown, at most once a frame.
(async () => {
    thud.theme.start();
    const bytes = thud.bytes(thud.find('#module').textContent.trim()),
        module = await thud.lab.open(bytes),
        laws = thud.lab.readLaws(module);
    const lab = {
        laws,
        bytes,
        impacts: thud.lab.impacts(module, laws),
        runs: thud.lab.runs(module, laws),
        grounds: thud.lab.grounds(module),
        fits: thud.lab.fits?.(module, laws),
        state: thud.lab.readLink(location.hash, laws),
        // how long each drawing took, ms: for those who look at the page from its console
        frames: [],
        asked: false, // whether one is to come
    };
    const makers = {
        impact: thud.lab.impactView,
        structures: thud.lab.structureView,
        drop: thud.lab.dropView,
        bifurcation: thud.lab.bifurcationView,
    };
    const names = { impact: 'One impact', structures: 'Structures', drop: 'Drop test', bifurcation: 'Bifurcation' };
    const views = new Map(),
        tabs = new Map();
    let saving = 0;

    const save = () => {
        clearTimeout(saving);
        saving = setTimeout(() => history.replaceState(null, '', thud.lab.writeLink(lab.state)), 150);
    };
    thud.lab.link = () => thud.lab.writeLink(lab.state);

    const frame = () => {
        lab.asked = false;
        const begin = performance.now();
        views.get(lab.state.view).draw();
        lab.frames.push(performance.now() - begin);
        if (lab.frames.length > 2000) lab.frames.splice(0, 1000);
    };
    // something has moved: draw before the next picture; where the hand is off it, the link is kept too
    lab.changed = (done = true) => {
        if (!lab.asked) requestAnimationFrame(frame);
        lab.asked = true;
        if (done) save();
    };

    const show = (name) => {
        lab.state.view = name;
        for (const [other, tab] of tabs) {
            tab.setAttribute('aria-selected', other === name);
            tab.tabIndex = other === name ? 0 : -1;
            const section = thud.find(`#view-${other}`);
            if (section) section.hidden = other !== name;
        }
        if (!views.has(name)) {
            const section = thud.element('section', {
                id: `view-${name}`,
                role: 'tabpanel',
                'aria-labelledby': `tab-${name}`,
            });
            thud.find('#views').append(section);
            views.set(name, makers[name](section, lab));
        }
        for (const [other, view] of views) if (other !== name) view.leave?.();
        const view = views.get(name);
        thud.find('h1').textContent = view.title;
        thud.find('#subtitle').textContent = view.about;
        view.enter?.();
        lab.changed();
    };
    lab.show = show;

    for (const name of thud.lab.VIEWS.filter((view) => makers[view])) {
        const tab = thud.element(
            'button',
            {
                type: 'button',
                role: 'tab',
                id: `tab-${name}`,
                'aria-controls': `view-${name}`,
                onclick: () => show(name),
                onkeydown: (event) => {
                    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                    if (!step) return;
                    const all = [...tabs.keys()],
                        next = all[(all.indexOf(name) + step + all.length) % all.length];
                    show(next);
                    tabs.get(next).focus();
                },
            },
            names[name],
        );
        tabs.set(name, tab);
        thud.find('[role=tablist]').append(tab);
    }
    // the view of a link; the others stay as they are
    lab.follow = (link) => {
        const { view, [view]: values } = thud.lab.readLink(link, laws);
        // a record that was dropped here already is the one that a link names
        const held = lab.state.structures.file;
        if (values?.file?.missing && held?.name === values.file.name) values.file = held;
        if (values) lab.state[view] = values;
        views.get(view)?.renew?.();
        show(view);
    };
    // a link that somebody follows within the page; one's own changes do not come this way
    addEventListener('hashchange', () => {
        if (location.hash !== thud.lab.writeLink(lab.state)) lab.follow(location.hash);
    });
    // within another page: the picture and what moves it, nothing around it
    if (location.search === '?embed') document.body.classList.add('embed');
    thud.lab.now = lab;
    thud.lab.startTour?.(lab);
    show(tabs.has(lab.state.view) ? lab.state.view : 'impact');
    document.documentElement.dataset.ready = Math.round(performance.now());
})();
