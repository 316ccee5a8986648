// Two discs meet in planck.js without gravity; run by tools/engines/box2d.
import { readFileSync } from 'node:fs';

const { CircleShape, Settings, Vec2, World } = await import(process.env.PLANCK);

function drop([, , , mass1, mass2, radius, speed, gap, step, steps, usual, restitution]) {
    const size = 2 * Number(radius);
    const world = new World({ gravity: new Vec2(0, 0), allowSleep: false });
    Settings.velocityThreshold = usual === '1' ? 1 : 0;
    const disc = (x, mass, velocity) => {
        const body = world.createBody({ type: 'dynamic', position: new Vec2(x, 0), linearVelocity: new Vec2(velocity, 0) });
        body.createFixture({ shape: new CircleShape(size), density: mass / (Math.PI * size * size), friction: 0,
            restitution: Number(restitution) });
        return body;
    };
    const first = disc(0, Number(mass1), Number(speed)), second = disc(2 * size + Number(gap), Number(mass2), 0);
    for (let i = 0; i < Number(steps); i++) world.step(Number(step), 8, 3);
    return (second.getLinearVelocity().x - first.getLinearVelocity().x) / Number(speed);
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
    const words = line.split(' ');
    if (words.length > 8) console.log(words[0], drop(words).toPrecision(15));
}
