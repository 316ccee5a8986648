// What the tests of the lab in node share: the module with its core scripts, checks, and the command.
'use strict';
const fs = require('fs');
const vm = require('vm');
const { execFileSync, spawnSync } = require('child_process');

// the build of the preset wasm; the command and the functions of the lab that it is compared with
const [folder, command, lab] = process.argv.slice(2);

let faults = 0,
    checks = 0;
exports.check = (good, words) => {
    checks++;
    if (good) return;
    if (faults++ < 20) console.error(`FAIL: ${words}`);
};
exports.equal = (found, wanted, words) =>
    exports.check(Object.is(found, wanted), `${words}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
// relative to the number that was wanted; two NaN, or two equal infinities, agree
exports.within = (found, wanted, tolerance, words) =>
    exports.check(
        Object.is(found, wanted) || Math.abs(found - wanted) <= tolerance * Math.abs(wanted),
        `${words}: ${found}, not ${wanted}: off by ${((found - wanted) / wanted).toExponential(2)}`,
    );

exports.load = async () => {
    const thud = vm.runInThisContext(`${fs.readFileSync(`${folder}/core.js`, 'utf8')}\nthud`);
    const module = await thud.lab.open(fs.readFileSync(`${folder}/thud.wasm`)),
        laws = thud.lab.readLaws(module);
    return {
        thud,
        module,
        laws,
        impacts: thud.lab.impacts(module, laws),
        runs: thud.lab.runs(module, laws),
        grounds: thud.lab.grounds(module),
    };
};

// the JSON that the command prints; null where it refuses
exports.json = (...words) => {
    const done = spawnSync(command, [...words, '--json'], { encoding: 'utf8' });
    return done.status === 0 ? JSON.parse(done.stdout) : null;
};
exports.run = (...words) => execFileSync(command, words, { encoding: 'utf8' });

// what the functions of the lab give natively (native.c): a list of numbers for each line of words
exports.native = (lines) =>
    execFileSync(lab, { input: lines.map((line) => `${line.join(' ')}\n`).join(''), encoding: 'utf8', maxBuffer: 1e9 })
        .trim()
        .split('\n')
        .map((line) =>
            line
                .split(' ')
                .map((word) => ({ inf: Infinity, '-inf': -Infinity, nan: NaN, '-nan': NaN })[word] ?? Number(word)),
        );

// the same numbers from the same seed
exports.dice = (seed) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
};

exports.main = async (test) => {
    try {
        await test(await exports.load());
    } catch (error) {
        exports.check(false, error.stack);
    }
    console.log(faults ? `${faults} of ${checks} checks failed` : `${checks} checks`);
    process.exit(faults || !checks ? 1 : 0);
};
