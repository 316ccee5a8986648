// Displacements, velocities, accelerations and contact forces over time, one plot for each quantity.
thud.histories = (place, run, group) => {
    const { columns } = run;
    const quantities = [...new Set(columns.map((column) => column.quantity))];
    for (const quantity of quantities) {
        const own = columns.filter((column) => column.quantity === quantity);
        if (quantity === 'force' && own.every((column) => thud.largest(column.data) === 0)) continue;
        const figure = thud.element('figure', { class: 'plot', 'data-quantity': quantity });
        place.append(figure);
        const name = quantity === 'force' ? 'contact force' : quantity;
        group.plot(figure, { name, unit: own[0].unit, series: own });
    }
};
