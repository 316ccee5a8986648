// Bodies, rods, contacts, links and energy of a run as tables.
thud.runTables = (place, { model, summary }) => {
    const q = thud.quantity;
    const any = (parts, test) => Object.values(parts ?? {}).some(test);
    const jumps = any(summary.bodies, (s) => s.impulsive),
        turns = any(summary.rods, (s) => s.impulsive),
        rests = any(summary.contacts, (s) => s.stick_time > 0);
    // the largest, and where impulses make some infinite, that between impacts
    const accelerations = (s, key, unit, both) => [
        s.impulsive ? 'impulsive' : q(s[key], unit),
        ...(both ? [q(s[key], unit)] : []),
    ];
    const body = ({ name, mass }, s = summary.bodies[name]) => [
        name,
        thud.mass(mass),
        q(s.max_displacement, 'm'),
        q(s.max_velocity, 'm/s'),
        ...accelerations(s, 'max_acceleration', 'm/s²', jumps),
        q(s.final_displacement, 'm'),
    ];
    const rod = ({ name, mass, length }, s = summary.rods[name]) => [
        name,
        thud.mass(mass),
        q(length, 'm'),
        q(s.max_angle, 'rad'),
        q(s.max_angular_velocity, 'rad/s'),
        ...accelerations(s, 'max_angular_acceleration', 'rad/s²', turns),
        q(s.final_angle, 'rad'),
    ];
    // an impulse has neither a largest force nor a penetration, a compliant contact no rest
    const contact = (c, s = summary.contacts[c.name]) => [
        c.name,
        c.model,
        c.gap === null ? '∞' : q(c.gap, 'm'),
        thud.plain(c.restitution),
        String(s.impacts),
        c.impulsive ? (s.impacts ? 'impulsive' : '–') : q(s.max_force, 'N'),
        c.impulsive ? '–' : q(s.max_penetration, 'm'),
        q(s.impulse, 'N·s'),
        q(s.energy_lost, 'J'),
        ...(rests ? (s.stick_time > 0 ? [q(s.resting_force, 'N'), q(s.stick_time, 's')] : ['–', '–']) : []),
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
