// Force over penetration of the strongest impacts of a contact; the area inside a loop is what the impact lost.
thud.loops = (place, run) => {
    const { model, loops, impacts } = run;
    if (model.contacts.length === 0) {
        place.append(thud.element('p', {}, 'This run has no contacts.'));
        return;
    }
    const compliant = model.contacts.filter((contact) => !contact.impulsive);
    if (compliant.length === 0) {
        place.append(
            thud.element(
                'p',
                {},
                'The contacts of this run follow Newton’s or Poisson’s law: impacts are instantaneous and have no loop.',
            ),
        );
        return;
    }
    const struck = compliant.filter((contact) => loops.some((loop) => loop.contact === contact.name));
    if (struck.length === 0) {
        place.append(thud.element('p', {}, 'No gap closed in this run.'));
        return;
    }
    const chart = thud.element('div');
    const words = thud.element('p', { class: 'note', role: 'status' });
    const draw = (name) => {
        const own = loops.filter((loop) => loop.contact === name);
        const x = thud.scaled(thud.largest(own.map((loop) => thud.largest(loop.penetration))), 'm');
        const y = thud.scaled(thud.largest(own.map((loop) => thud.largest(loop.force))), 'N');
        const speed = (loop) => impacts.find((impact) => impact.number === loop.impact)?.['approach speed'];
        const fastest = Math.max(...own.map(speed).filter(Number.isFinite));
        thud.xy(chart, {
            title: `Force over penetration of contact ${name}`,
            height: 340,
            x: { label: thud.withUnit('penetration', x.unit) },
            y: { label: thud.withUnit('force', y.unit) },
            curves: own.map((loop, i) => ({
                name: `impact ${loop.impact}, t = ${thud.digits(loop.start)} s, approach ${thud.quantity(speed(loop), 'm/s', 4)}`,
                x: loop.penetration.map((v) => v / x.factor),
                y: loop.force.map((v) => v / y.factor),
                colour: () => thud.theme.colour(i),
                dash: thud.theme.dash(i),
            })),
        });
        const total = impacts.filter((impact) => impact.contact === name).length;
        words.textContent =
            `${own.length < total ? `The ${own.length} strongest of ${total} impacts` : thud.count(total, 'impact')}, ` +
            `approach speeds up to ${thud.quantity(fastest, 'm/s', 4)}. Point at a curve to see which impact it is.`;
    };
    place.append(
        thud.chooser(
            'Contact',
            struck.map((contact) => [contact.name, `${contact.name} (${contact.model})`]),
            struck[0].name,
            draw,
        ),
        chart,
        words,
    );
    draw(struck[0].name);
};
