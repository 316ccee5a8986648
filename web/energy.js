// Where the energy went, over time: what dampers took, what impacts took, and the rest, as areas that stand on each other.
//
// Between rows, the work of the ground −Σ m a v and the power of the dampers c ḋ² are straight lines. Impacts take what the
// ledger says, evenly while they last. Areas are drawn only where they end within LIMIT of the energy balance of the run.
thud.energyAreas = (run, motion) => {
    const { model, summary, time, columns, impacts, history } = run,
        { energy } = summary,
        LIMIT = 0.02;
    if (history.shown < history.rows || model.rods.length || model.damping || (model.supports ?? []).length || !(energy.input > 0)) return null;
    const velocity = new Map(columns.filter((column) => column.quantity === 'velocity').map((column) => [column.name, column.data]));
    const at = (name, row) => velocity.get(name)?.[row] ?? 0;
    const shake = Float64Array.from(time, (t) => motion.shaken?.at('ground', 'acceleration', t) ?? 0);
    const work = (row) => -shake[row] * model.bodies.reduce((sum, { name, mass }) => sum + mass * at(name, row), 0);
    const damped = (row) => model.links.reduce((sum, { left, right, damping }) => sum + (damping || 0) * (at(right, row) - at(left, row)) ** 2, 0);
    const along = (power) => {
        const sum = new Float64Array(time.length);
        for (let i = 1; i < time.length; i++) sum[i] = sum[i - 1] + 0.5 * (time[i] - time[i - 1]) * (power(i - 1) + power(i));
        return sum;
    };
    const struck = new Float64Array(time.length);
    for (const impact of impacts) {
        const lost = impact['energy lost'] || 0;
        for (let i = thud.rowOf(time, impact.t); i < time.length; i++) {
            const share = impact.duration > 0 ? (time[i] - impact.t) / impact.duration : 1;
            if (time[i] >= impact.t) struck[i] += lost * Math.min(share, 1);
        }
    }
    const input = along(work),
        dampers = along(damped),
        last = time.length - 1;
    const near = (found, wanted) => Math.abs(found - wanted) <= LIMIT * energy.input;
    if (!near(input[last], energy.input) || !near(dampers[last], energy.dissipated) || !near(struck[last], energy.impact)) return null;
    const rest = input.map((all, i) => Math.max(all - dampers[i] - struck[i], 0));
    const area = (name, own, under, index) => ({ name, own, data: own.map((value, i) => value + under.reduce((sum, other) => sum + other[i], 0)), index });
    const held = energy.hysteresis > 1e-9 * energy.input ? 'stored, yielding' : 'stored';
    const series = [area(held, rest, [dampers, struck], 5), area('impacts', struck, [dampers], 1), area('damping', dampers, [], 0)];
    return { name: 'Energy', key: 'energy', unit: 'J', plots: [{ name: 'where it went', series }] };
};
