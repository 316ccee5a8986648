// Two spheres meet in MuJoCo without gravity; run by tools/engines/mujoco.
import { readFileSync } from 'node:fs';

const { default: load } = await import(process.env.MUJOCO);
const mujoco = await load();

function drop([, model, , mass1, mass2, radius, speed, gap, step, steps, , ...values]) {
    const size = 2 * Number(radius);
    const solref = model === 'solref-direct' ? `-${values[0]} -${values[1]}` : `${values[0]} ${values[1]}`;
    const contact = `solref="${solref}" solimp="${values[2]} 0.95 0.001" condim="1"`;
    const body = (x, mass) => `<body pos="${x} 0 0"><joint type="slide" axis="1 0 0"/>
        <geom type="sphere" size="${size}" mass="${mass}" ${contact}/></body>`;
    const xml = `<mujoco><option timestep="${step}" gravity="0 0 0" integrator="Euler" tolerance="1e-15"/>
        <worldbody>${body(0, mass1)}${body(2 * size + Number(gap), mass2)}</worldbody></mujoco>`;
    const m = mujoco.MjModel.from_xml_string(xml), d = new mujoco.MjData(m);
    d.qvel[0] = Number(speed);
    for (let i = 0; i < Number(steps); i++) mujoco.mj_step(m, d);
    const returned = (d.qvel[1] - d.qvel[0]) / Number(speed);
    d.delete();
    m.delete();
    return returned;
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
    const words = line.split(' ');
    if (words.length > 8) console.log(words[0], drop(words).toPrecision(15));
}
