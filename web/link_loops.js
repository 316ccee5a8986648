// Force over deformation of a link: every yielding, sliding and turning of it is a corner of the curve, and the area inside
// is what hysteresis took.
thud.linkLoops = (place, run) => {
    const { model, summary, linkLoops } = run;
    const drawn = model.links.filter((link) => linkLoops.get(link.name)?.force.length > 1);
    if (drawn.length === 0) {
        place.closest('section').remove();
        return;
    }
    const chart = thud.element('div');
    const words = thud.element('p', { class: 'note', role: 'status' });
    const draw = (name) => {
        const loop = linkLoops.get(name),
            own = summary.links[name];
        const x = thud.scaled(own.max_deformation, 'm'),
            y = thud.scaled(own.max_force, 'N');
        thud.xy(chart, {
            title: `Force over deformation of link ${name}`,
            height: 340,
            x: { label: thud.withUnit('deformation', x.unit) },
            y: { label: thud.withUnit('force', y.unit) },
            curves: [
                {
                    name: `${name}, ${own.hysteresis === 'none' ? 'linear' : own.hysteresis}`,
                    x: loop.deformation.map((v) => v / x.factor),
                    y: loop.force.map((v) => v / y.factor),
                    colour: () => thud.theme.colour(0),
                    width: 1.2,
                },
            ],
        });
        words.textContent = [
            `Link ${name}, ${own.hysteresis === 'none' ? 'linear' : own.hysteresis}: spring and dashpot together.`,
            `Largest force ${thud.quantity(own.max_force, 'N')}, deformation ${thud.quantity(own.max_deformation, 'm')}`,
            own.ductility > 0 ? `, ductility ${thud.digits(own.ductility, 4)}` : '',
            own.energy > 0 ? `; hysteresis dissipated ${thud.quantity(own.energy, 'J')}` : '',
            '.',
        ]
            .join(' ')
            .replace(/ ([,;.])/g, '$1');
    };
    // those that yielded most come first
    const first = drawn.reduce((best, link) =>
        summary.links[link.name].energy > summary.links[best.name].energy ? link : best,
    );
    place.append(
        thud.chooser(
            'Link',
            drawn.map((link) => [link.name, `${link.name} (${link.hysteresis ?? 'linear'})`]),
            first.name,
            draw,
        ),
        chart,
        words,
    );
    draw(first.name);
};
