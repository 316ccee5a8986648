// One impact in other people's words: the thud command, C, Python and a scenario. Numbers have all their digits.
// An impact is { law, e, n, k, m1, m2, fixed, v, damping }, with the duration of the contact for the scenario.
thud.lab.copies = {
    command: (i) =>
        `thud impact ${i.law} --e ${i.e} --n ${i.n} --k ${i.k} --m1 ${i.m1} --m2 ${i.fixed ? 'inf' : i.m2} --v ${i.v}` +
        `${i.damping === 'published' ? ' --damping published' : ''}\n`,

    C: (i) => `#include <stdio.h>
#include <math.h>
#include <thud/thud.h>

int main(void) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("${i.law}"));
    options.restitution = ${i.e};
    options.exponent = ${i.n};
    options.stiffness = ${i.k};
    options.mass = thud_effective_mass(${i.m1}, ${i.fixed ? 'INFINITY' : i.m2});
    options.speed = ${i.v};
    options.damping = ${i.damping === 'published' ? 'THUD_DAMPING_PUBLISHED' : 'THUD_DAMPING_EXACT'};
    thud_impact impact;
    if (thud_impact_solve(&options, &impact) != THUD_OK) return 1;
    printf("e = %.17g, largest force %.17g N\\n", impact.restitution, impact.max_force);
    return 0;
}
`,

    Python: (i) => `import thud

impact = thud.impact("${i.law}", e=${i.e}, n=${i.n}, k=${i.k}, m=${i.fixed ? i.m1 : `1 / (1 / ${i.m1} + 1 / ${i.m2})`}, v=${i.v}, damping="${i.damping}")
print(impact)
`,

    scenario: (i) => {
        const contact = { name: 'contact', left: 'one', right: i.fixed ? 'ground' : 'two', gap: 0, model: i.law };
        return thud.lab.scenario({
            title: 'One impact',
            bodies: [{ name: 'one', mass: i.m1, velocity: i.v }, ...(i.fixed ? [] : [{ name: 'two', mass: i.m2 }])],
            contacts: [
                {
                    ...contact,
                    stiffness: i.k,
                    exponent: i.n,
                    ...(i.elastic ? {} : { restitution: i.e, damping: i.damping }),
                },
            ],
            duration: i.duration,
            interval: i.duration / 200,
        });
    },
};
