// A model as a scenario file of thud run. Numbers have all their digits: the run is the same.
thud.lab.scenario = (model) => {
    const plain = (text) => (/^[A-Za-z][\w -]*$/.test(text) ? text : JSON.stringify(text));
    const flow = (pairs) =>
        `{${Object.entries(pairs)
            .filter(([, value]) => value !== undefined && value !== null && !Number.isNaN(value))
            .map(
                ([key, value]) =>
                    `${key}: ${typeof value === 'number' ? value : Array.isArray(value) ? `[${value.join(', ')}]` : plain(value)}`,
            )
            .join(', ')}}`;
    const lines = [`title: ${plain(model.title)}`];
    const named = (key, parts, fields) => {
        if (!parts?.length) return;
        lines.push(`${key}:`, ...parts.map((part) => `  ${plain(part.name)}: ${flow(fields(part))}`));
    };
    const listed = (key, parts) => {
        if (parts?.length) lines.push(`${key}:`, ...parts.map((part) => `  - ${flow(part)}`));
    };
    named('bodies', model.bodies, ({ mass, displacement, velocity }) => ({
        mass,
        displacement: displacement || undefined,
        velocity: velocity || undefined,
    }));
    named('rods', model.rods, ({ pivot_x, pivot_y, length, mass, angle }) => ({
        pivot: [pivot_x, pivot_y],
        length,
        mass,
        angle,
    }));
    listed('links', model.links);
    listed('contacts', model.contacts);
    if (model.damping) lines.push(`damping: ${flow({ ratio: model.damping })}`);
    if (model.gravity) lines.push(`gravity: ${model.gravity}`);
    const { sine, motion, seed, file, pga } = model.ground ?? {};
    if (sine) lines.push(`ground: {sine: ${flow(sine)}}`);
    else if (file) lines.push(`ground: {record: ${JSON.stringify(file)}, scale_to: {pga: ${pga}}}`);
    else if (motion)
        lines.push(
            `ground: {generate: {spectrum: ec8-1, soil: B, pga: 1, duration: ${model.duration}, seed: ${seed}}, scale: ${motion}}`,
        );
    lines.push(`duration: ${model.duration}`, `output: {interval: ${model.interval || 0.01}}`);
    return `${lines.join('\n')}\n`;
};
