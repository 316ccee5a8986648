// Displacements, velocities, accelerations, contact forces, deformations and forces of links, and signals that are watched
// over time, one plot for each quantity.
//
// Of many traces those are shown first that have the peaks of the key numbers.
thud.histories = (place, run, group) => {
    const { columns, model, summary } = run,
        SHOWN = 7;
    const words = (quantity) => (quantity === 'force' ? 'contact force' : quantity);
    const impulsive = new Set(model.contacts.filter((contact) => contact.impulsive).map((contact) => contact.name));
    // the true peak of a column, which lies between rows too
    const PEAKS = {
        displacement: ['bodies', 'max_displacement'],
        velocity: ['bodies', 'max_velocity'],
        acceleration: ['bodies', 'max_acceleration'],
        angle: ['rods', 'max_angle'],
        'angular velocity': ['rods', 'max_angular_velocity'],
        'angular acceleration': ['rods', 'max_angular_acceleration'],
        deformation: ['links', 'max_deformation'],
        'link force': ['links', 'max_force'],
    };
    const isSignal = (quantity) => quantity.startsWith('signals');
    const kindOf = (quantity) =>
        quantity === 'force'
            ? 'contact'
            : isSignal(quantity)
              ? 'signal'
              : quantity === 'deformation' || quantity === 'link force'
                ? 'link'
                : 'body';
    const peakOf = ({ name, quantity }) => {
        if (quantity === 'force')
            return summary.contacts[name]?.[impulsive.has(name) ? 'resting_force' : 'max_force'] ?? 0;
        if (isSignal(quantity)) return summary.watch?.[name]?.max ?? 0;
        const [kind, key] = PEAKS[quantity] ?? [];
        return summary[kind]?.[name]?.[key] ?? 0;
    };
    const acts = columns.filter((column) => column.quantity !== 'force' || thud.largest(column.data) > 0);
    const quantities = [...new Set(acts.map((column) => column.quantity))];

    // a part is a body or rod, a contact, a link or a signal: names may be the same
    const parts = new Map();
    for (const column of acts) {
        const kind = kindOf(column.quantity),
            key = `${kind} ${column.name}`;
        if (!parts.has(key)) {
            const rest = kind === 'contact' && impulsive.has(column.name) ? ' (resting reaction)' : '';
            parts.set(key, { kind, name: column.name + rest, index: 0, shown: false });
        }
        column.part = parts.get(key);
    }
    for (const kind of ['body', 'contact', 'link', 'signal'])
        [...parts.values()].filter((part) => part.kind === kind).forEach((part, i) => (part.index = i));
    // the largest of each quantity, then the next ones, until there are as many as can be told apart
    const ranked = quantities.map((quantity) =>
        acts.filter((column) => column.quantity === quantity).sort((a, b) => peakOf(b) - peakOf(a)),
    );
    for (let place = 0; place < acts.length; place++)
        for (const list of ranked) {
            const part = list[place]?.part;
            const shown = [...parts.values()].filter((other) => other.kind === part?.kind && other.shown).length;
            if (part && shown < SHOWN) part.shown = true;
        }

    const legend = thud.traces([...parts.values()], quantities.map(words));
    place.append(legend.node);
    for (const quantity of quantities) {
        const own = acts.filter((column) => column.quantity === quantity);
        const figure = thud.element('figure', { class: 'plot', 'data-quantity': quantity });
        place.append(figure);
        const plot = group.plot(figure, {
            name: words(quantity),
            unit: own[0].unit,
            series: own.map((column) => ({
                name: column.part.name,
                data: column.data,
                index: column.part.index,
                shown: column.part.shown,
                peak: peakOf(column),
            })),
            onRead: (texts, unit) =>
                legend.read(
                    words(quantity),
                    own.map((column) => column.part),
                    texts,
                    unit,
                ),
        });
        legend.follow(
            plot,
            own.map((column) => column.part),
        );
    }
};
