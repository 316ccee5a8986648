// Bodies, rods, contacts and energy of a run as tables.
thud.runTables = (place, { model, summary }) => {
    const q = thud.quantity;
    const body = ({ name, mass }, s = summary.bodies[name]) => [
        name,
        thud.mass(mass),
        q(s.max_displacement, 'm'),
        q(s.max_velocity, 'm/s'),
        q(s.max_acceleration, 'm/s²'),
        q(s.final_displacement, 'm'),
    ];
    const rod = ({ name, mass, length }, s = summary.rods[name]) => [
        name,
        thud.mass(mass),
        q(length, 'm'),
        q(s.max_angle, 'rad'),
        q(s.max_angular_velocity, 'rad/s'),
        q(s.final_angle, 'rad'),
    ];
    const contact = (c, s = summary.contacts[c.name]) => [
        c.name,
        c.model,
        c.gap === null ? '∞' : q(c.gap, 'm'),
        thud.plain(c.restitution),
        String(s.impacts),
        q(s.max_force, 'N'),
        q(s.max_penetration, 'm'),
        q(s.impulse, 'N·s'),
        q(s.energy_lost, 'J'),
        q(s.stick_time, 's'),
    ];
    const add = (caption, heads, rows) => {
        if (rows.length) place.append(thud.smallTable(caption, heads, rows));
    };
    const alone = (make) => (part) => make(part); // map hands over more than the part

    add(
        'Bodies',
        ['body', 'mass', 'max displacement', 'max velocity', 'max acceleration', 'at the end'],
        model.bodies.map(alone(body)),
    );
    add(
        'Rods',
        ['rod', 'mass', 'length', 'max angle', 'max angular velocity', 'at the end'],
        model.rods.map(alone(rod)),
    );
    add(
        'Contacts',
        ['contact', 'model', 'gap', 'e', 'impacts', 'max force', 'max penetration', 'impulse', 'energy lost', 'stuck'],
        model.contacts.map(alone(contact)),
    );
    const { input, dissipated, impact, stored, residual } = summary.energy;
    add(
        'Energy',
        [
            'of the run',
            'input',
            'dissipated by the structure',
            'lost in impacts',
            'stored at the end',
            'missing, relative',
        ],
        [['energy', ...[input, dissipated, impact, stored].map((value) => q(value, 'J')), thud.digits(residual, 2)]],
    );
};
