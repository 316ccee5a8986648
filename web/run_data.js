// The data of a run as the parts of its page want them.
thud.runData = () => {
    const summary = thud.data('summary'),
        model = thud.data('model'),
        history = thud.data('history');
    const ledger = thud.data('impacts'),
        loopData = thud.data('loops');
    const time = thud.floats(history.time);
    const columns = history.columns.map((column) => ({ ...column, data: thud.floats(column.data) }));
    const coordinates = [...model.bodies, ...model.rods];
    const paths = coordinates.map(
        (part) =>
            columns.find((column) => column.name === part.name && /^(displacement|angle)$/.test(column.quantity))
                ?.data ?? new Float32Array(time.length),
    );

    const rowsOf = (table) => {
        const names = table.heads.map((head) => head.replace(/ \[.*\]$/, ''));
        const data = table.columns.map((column) => thud.floats(column.data));
        return Array.from({ length: table.shown }, (_, row) =>
            Object.fromEntries(
                names.map((name, i) => [name, /^(contact|link)$/.test(name) ? table.names[data[i][row]] : data[i][row]]),
            ),
        );
    };
    const impacts = rowsOf(ledger);
    const loops = [];
    for (const row of loopData ? rowsOf(loopData) : []) {
        let loop = loops.at(-1);
        if (!loop || loop.contact !== row.contact || loop.impact !== row.impact)
            loops.push((loop = { contact: row.contact, impact: row.impact, start: row.t, time: [], penetration: [], force: [] }));
        loop.time.push(row.t);
        loop.penetration.push(row.penetration);
        loop.force.push(row.force);
    }
    const linkData = thud.data('link_loops'),
        linkLoops = new Map();
    for (const row of linkData ? rowsOf(linkData) : []) {
        if (!linkLoops.has(row.link)) linkLoops.set(row.link, { deformation: [], force: [] });
        linkLoops.get(row.link).deformation.push(row.deformation);
        linkLoops.get(row.link).force.push(row.force);
    }

    const loopsBy = new Map(loops.map((loop) => [`${loop.contact} ${loop.impact}`, loop])),
        loopOf = ({ contact, number }) => loopsBy.get(`${contact} ${number}`);

    // when contacts are closed: impacts of the ledger, and rows with a force
    const numberOf = new Map(model.contacts.map((contact, i) => [contact.name, i]));
    const intervals = impacts.map((impact) => ({
        contact: numberOf.get(impact.contact),
        start: impact.t,
        end: impact.t + (impact.duration || 0),
        impulse: Math.abs(impact.impulse) || 0,
    }));
    for (const column of columns.filter((c) => c.quantity === 'force'))
        for (let i = 0; i < time.length; i++) {
            if (!(column.data[i] > 0)) continue;
            const first = i;
            while (i + 1 < time.length && column.data[i + 1] > 0) i++;
            intervals.push({ contact: numberOf.get(column.name), start: time[first], end: time[i], impulse: 0 });
        }
    for (const impact of impacts) impact.moment = thud.peakTime(impact, time, loopOf(impact), columns);
    return { model, summary, history, time, columns, paths, intervals, numberOf, impacts, ledger, loops, loopOf, linkLoops };
};

// when an impact is at its strongest: by its loop, or by the rows in between, otherwise half through it
thud.peakTime = (impact, time, loop, columns) => {
    if (loop) return loop.time[loop.force.indexOf(thud.range(loop.force)[1])];
    const end = impact.t + (impact.duration || 0),
        force = columns.find((column) => column.name === impact.contact && column.quantity === 'force')?.data;
    let best = -1;
    for (let i = thud.rowOf(time, impact.t) + 1; force && i < time.length && time[i] < end; i++) if (best < 0 || force[i] > force[best]) best = i;
    return best >= 0 && force[best] > 0.9 * impact['max force'] ? time[best] : impact.t + 0.5 * (impact.duration || 0);
};
