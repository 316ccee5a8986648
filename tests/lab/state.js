// States and their links, sliders and their numbers, texts to take away: without a document.
'use strict';
const { check, equal, dice, main } = require('./lab.js');

main(({ thud, laws }) => {
    const next = dice(7),
        pick = (list) => list[Math.floor(next() * list.length)];
    const roll = (quantity) => thud.lab.atPlace(quantity, Math.floor(next() * 1001));
    // a link restores every number to the last bit
    for (let i = 0; i < 300; i++) {
        const state = thud.lab.freshState();
        state.view = pick(thud.lab.VIEWS);
        const law = pick(laws.filter((other) => other.kind !== 'impulsive'));
        state.impact.laws = [law.name];
        state.impact.fixed = next() < 0.5;
        for (const quantity of thud.lab.IMPACT) state.impact.values[quantity.key] = roll(quantity);
        state.impact.values.n = Math.min(Math.max(state.impact.values.n, law.least), law.most);
        state.structures = thud.lab.freshStructure(pick(Object.keys(thud.lab.STRUCTURES)));
        for (const quantity of thud.lab.structureQuantities(state.structures.structure))
            state.structures.values[quantity.key] = roll(quantity);
        state.structures.law = pick(Object.keys(thud.lab.STRUCTURES[state.structures.structure].laws));
        const back = thud.lab.readLink(thud.lab.writeLink(state), laws);
        equal(back.view, state.view, 'view');
        if (state.view !== 'drop')
            equal(JSON.stringify(back[state.view]), JSON.stringify(state[state.view]), thud.lab.writeLink(state));
    }
    // a record that was dropped is not in a link: its name is, and the page waits for it instead of taking another motion
    const dropped = thud.lab.freshState();
    dropped.view = 'structures';
    Object.assign(dropped.structures, { ground: 'file', file: { name: 'kobe & co.at2', bytes: [], peak: 2, number: 1 } });
    const waiting = thud.lab.readLink(thud.lab.writeLink(dropped), laws).structures;
    equal(waiting.ground, 'file', 'ground of a link with a record');
    equal(waiting.file.name, 'kobe & co.at2', 'name of the record');
    check(waiting.file.missing === true, 'a record that is not there is not said to be missing');
    // what is no state gives one nevertheless, within its ranges
    for (let i = 0; i < 300; i++) {
        const words = Array.from(
            { length: 12 },
            () =>
                `${pick(['view', 'laws', 'e', 'k', 'structure', 'law', 'gap', 'seed', 'toString', '__proto__'])}=${pick(['impact', 'structures', 'NaN', '1e400', '-5', '<b>', 'constructor', 'deck', '%00', 'Infinity', '0x10'])}`,
        );
        const state = thud.lab.readLink(`#${words.join('&')}`, laws);
        for (const quantity of thud.lab.IMPACT) {
            const value = state.impact.values[quantity.key];
            check(value >= quantity.least && value <= quantity.most, `${words.join('&')}: ${quantity.key} = ${value}`);
        }
        check(
            Object.hasOwn(thud.lab.STRUCTURES, state.structures.structure),
            `${words.join('&')}: ${state.structures.structure}`,
        );
        check(
            laws.some((law) => law.name === state.impact.laws[0]),
            `${words.join('&')}: ${state.impact.laws}`,
        );
    }
    // sliders: the ends are the ends, and the place of what a place gives is that place
    for (const quantity of [...thud.lab.IMPACT, ...thud.lab.BIFURCATION]) {
        equal(thud.lab.atPlace(quantity, 0), quantity.least, `${quantity.key}: left end`);
        equal(thud.lab.atPlace(quantity, thud.lab.STEPS), quantity.most, `${quantity.key}: right end`);
        for (let place = 0; place <= thud.lab.STEPS; place += 37)
            equal(thud.lab.placeOf(quantity, thud.lab.atPlace(quantity, place)), place, `${quantity.key}: place`);
    }
    equal(thud.lab.shown({ factor: 1e-3 }, 0.03), '30', 'as it is shown');
    equal(thud.lab.shown({}, 5e9), '5e9', 'as it is shown');
    equal(thud.lab.accept({ least: 0, most: 1 }, 'x'), null, 'a word');
    equal(thud.lab.accept({ least: 0, most: 1 }, ''), null, 'nothing');
    equal(thud.lab.accept({ least: 0, most: 1 }, '7'), 1, 'too much');
});
