// Two discs meet in Rapier without gravity; run by tools/engines/rapier.
import { readFileSync } from 'node:fs';

const { default: rapier } = await import(process.env.RAPIER);
await rapier.init();

function drop([, , , mass1, mass2, radius, speed, gap, step, steps, , restitution]) {
    const size = 2 * Number(radius);
    const world = new rapier.World({ x: 0, y: 0 });
    world.timestep = Number(step);
    const disc = (x, mass, velocity) => {
        const body = world.createRigidBody(
            rapier.RigidBodyDesc.dynamic().setTranslation(x, 0).setLinvel(velocity, 0).setCanSleep(false));
        world.createCollider(
            rapier.ColliderDesc.ball(size).setMass(mass).setFriction(0).setRestitution(Number(restitution)), body);
        return body;
    };
    const first = disc(0, Number(mass1), Number(speed)), second = disc(2 * size + Number(gap), Number(mass2), 0);
    for (let i = 0; i < Number(steps); i++) world.step();
    const returned = (second.linvel().x - first.linvel().x) / Number(speed);
    world.free();
    return returned;
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
    const words = line.split(' ');
    if (words.length > 8) console.log(words[0], drop(words).toPrecision(15));
}
