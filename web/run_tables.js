// Bodies, rods, contacts, links and energy of a run as tables.
thud.runTables = (place, { model, summary }) => {
    const q = thud.quantity;
    // a number of a part, with the spread of copies below it where there is one
    const withSpread = (kind, name) => (key, unit) => {
        const text = q(summary[kind][name][key], unit),
            spread = thud.spreadText(thud.spreadOf(summary, kind, name, key), unit);
        return spread ? thud.element('td', {}, text, thud.element('span', { class: 'spread' }, spread)) : text;
    };
    const any = (parts, test) => Object.values(parts ?? {}).some(test);
    const jumps = any(summary.bodies, (s) => s.impulsive),
        turns = any(summary.rods, (s) => s.impulsive),
        rests = any(summary.contacts, (s) => s.stick_time > 0);
    // the largest, and where impulses make some infinite, that between impacts
    const accelerations = (s, show, key, unit, both) => [
        s.impulsive ? 'impulsive' : show(key, unit),
        ...(both ? [show(key, unit)] : []),
    ];
    const body = ({ name, mass }, s = summary.bodies[name], show = withSpread('bodies', name)) => [
        name,
        thud.mass(mass),
        show('max_displacement', 'm'),
        show('max_velocity', 'm/s'),
        ...accelerations(s, show, 'max_acceleration', 'm/s²', jumps),
        show('final_displacement', 'm'),
    ];
    const rod = ({ name, mass, length }, s = summary.rods[name], show = withSpread('rods', name)) => [
        name,
        thud.mass(mass),
        q(length, 'm'),
        show('max_angle', 'rad'),
        show('max_angular_velocity', 'rad/s'),
        ...accelerations(s, show, 'max_angular_acceleration', 'rad/s²', turns),
        show('final_angle', 'rad'),
    ];
    const count = (name, spread = thud.spreadOf(summary, 'contacts', name, 'impacts')) =>
        thud.element(
            'td',
            {},
            String(summary.contacts[name].impacts),
            spread && spread.lowest < spread.highest
                ? thud.element('span', { class: 'spread' }, `${spread.lowest} to ${spread.highest}`)
                : null,
        );
    // an impulse has neither a largest force nor a penetration, a compliant contact no rest
    const contact = (c, s = summary.contacts[c.name], show = withSpread('contacts', c.name)) => [
        c.name,
        c.model,
        c.gap === null ? '∞' : q(c.gap, 'm'),
        thud.plain(c.restitution),
        count(c.name),
        c.impulsive ? (s.impacts ? 'impulsive' : '–') : show('max_force', 'N'),
        c.impulsive ? '–' : show('max_penetration', 'm'),
        show('impulse', 'N·s'),
        show('energy_lost', 'J'),
        ...(rests ? (s.stick_time > 0 ? [show('resting_force', 'N'), show('stick_time', 's')] : ['–', '–']) : []),
    ];
    const link = (l, number) => [
        `${l.left ?? 'ground'} – ${l.right ?? 'ground'}`,
        String(number),
        q(l.stiffness, 'N/m'),
        q(l.damping, 'N·s/m'),
    ];
    const add = (caption, heads, rows) => {
        if (rows.length) place.append(thud.smallTable(caption, heads, rows));
    };
    const alone = (make) => (part) => make(part); // map hands over more than the part

    add(
        'Bodies',
        [
            'body',
            'mass',
            'max displacement',
            'max velocity',
            'max acceleration',
            ...(jumps ? ['between impacts'] : []),
            'at the end',
        ],
        model.bodies.map(alone(body)),
    );
    add(
        'Rods',
        [
            'rod',
            'mass',
            'length',
            'max angle',
            'max angular velocity',
            'max angular acceleration',
            ...(turns ? ['between impacts'] : []),
            'at the end',
        ],
        model.rods.map(alone(rod)),
    );
    add(
        'Contacts',
        [
            'contact',
            'model',
            'gap',
            'e',
            'impacts',
            'max force',
            'max penetration',
            'impulse',
            'energy lost',
            ...(rests ? ['resting reaction', 'at rest'] : []),
        ],
        model.contacts.map(alone(contact)),
    );
    add('Links', ['link', 'no.', 'stiffness', 'damping'], model.links.map(link));
    const { input, dissipated, impact, stored, residual } = summary.energy;
    add(
        'Energy',
        [
            'of the run',
            'input',
            'dissipated by the structure',
            'lost in impacts',
            'stored at the end',
            'residual, relative',
        ],
        [['energy', ...[input, dissipated, impact, stored].map((value) => q(value, 'J')), thud.digits(residual, 2)]],
    );
};
