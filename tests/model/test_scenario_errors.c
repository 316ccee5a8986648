/*
 * Scenarios that are wrong: each error with its place and its words, all of a file in one go.
 */
#include "model/scenario_text.h"
#include "suite.h"

#define BODY "bodies: {a: {mass: 1}, b: {mass: 1}}\n"
#define REST BODY "duration: 1\n"                       /* two lines; what is wrong stands on the third */
#define BESIDE REST "rods: {r: {length: 1, mass: 1}}\n" /* three lines */
#define TIP(ends) BESIDE "contacts: [{" ends ", model: newton, restitution: 1}]\n"
#define WATCH(signal)                                                                                              \
    BODY "links: [{name: spring, left: ground, right: a, stiffness: 1}]\nwatch: {w: " signal "}\nduration: 1\n"
#define CONTACT(parameters) REST "contacts: [{left: a, right: b, " parameters "}]\n"

static const struct {
    const char *text;
    const char *says;
} wrong[] = {
    /* the file as a whole */
    {"", "1:1 the file is empty\n"},
    {"\n# nothing\n", "1:1 the file is empty\n"},
    {"just words\n", "1:1 expected a map with the keys of a scenario, as in {title: …}\n"},
    {"- a\n- b\n", "1:1 expected a map with the keys of a scenario, as in {title: …}\n"},
    {"title: x\n", "1:1 there are no bodies\n1:1 duration is missing; without a record it has no default\n"},
    {"bodies: {}\nduration: 1\n", "1:9 there are no bodies\n"},
    {REST "---\n" REST, "3:1 a second document begins; a file may contain only one\n"},

    /* keys */
    {REST "gravty: 3\n", "3:1 unknown key 'gravty' in a scenario; did you mean 'gravity'?\n"},
    {REST "Duration: 3\n", "3:1 unknown key 'Duration' in a scenario; did you mean 'duration'?\n"},
    {REST "output: {qqq: 1}\n", "3:10 unknown key 'qqq' in output; there are interval, events\n"},
    {REST "gravity: 3\ngravity: 3\n", "4:1 'gravity' is given twice\n"},
    {BODY "duraton: 3\n", "2:1 unknown key 'duraton' in a scenario; did you mean 'duration'?\n"},
    {REST "? [a, b]\n: 3\n", "3:3 a key must be a word\n"},
    {REST "gravity: {value: 3}\n", "3:10 gravity: expected one value, found a map\n"},
    {REST "gravity: [3]\n", "3:10 gravity: expected one value, found a list\n"},
    {REST "gravity:\n", "3:1 gravity has no value\n"},
    {REST "gravity: ''\n", "3:10 gravity has no value\n"},

    /* numbers */
    {REST "gravity: fast\n", "3:10 gravity 'fast': expected a number, as in 0.5 or 30mm\n"},
    {REST "gravity: 3 m\n", "3:10 gravity '3 m': expected an acceleration, as in 0.35 g or 3 m/s^2\n"},
    {REST "gravity: \"3 m\"\n", "3:10 gravity '3 m': expected an acceleration, as in 0.35 g or 3 m/s^2\n"},
    {REST "gravity: 3 furlong\n",
     "3:10 gravity '3 furlong': expected a known unit, as in mm, kN/mm, t, MPa or g\n"},
    {REST "gravity: .nan\n", "3:10 gravity '.nan': expected a number, as in 0.5 or 30mm\n"},
    {REST "gravity: .inf\n", "3:10 gravity (inf given) must lie between -1e100 and 1e100\n"},
    {REST "gravity: 1e999\n", "3:10 gravity '1e999': expected a number between 1e-308 and 1e308\n"},
    {REST "gravity: 0x10\n", "3:10 gravity '0x10': expected a decimal number, as in 2.5e9\n"},

    /* signals */
    {WATCH("{of: link-force}"), "3:9 link is missing; name one\n"},
    {WATCH("{of: link-force, link: sprng}"), "3:35 no link is called 'sprng'; did you mean 'spring'?\n"},
    {WATCH("{of: link-force, link: other}"), "3:35 no link is called 'other'\n"},
    {WATCH("{of: drift, link: spring}"), "3:30 watch 'w': a drift needs a link with a height\n"},
    {WATCH("{of: link-force, link: spring, right: a}"), "3:50 right does not apply here\n"},
    {WATCH("{of: ground, right: a}"), "3:32 right does not apply here\n"},
    {WATCH("{of: velocity}"), "3:9 right is missing; name a body\n"},
    {WATCH("{right: a, left: a}"), "3:20 watch 'w': it compares a body with itself, so that it is zero\n"},
    {WATCH("{right: c}"), "3:20 no body is called 'c'; there are a, b\n"},
    {WATCH("{of: colour}"),
     "3:17 of 'colour': expected displacement, velocity, acceleration, link-force, base-shear, drift or ground\n"},
    {WATCH("{of: displacment, right: a, link: spring}"),
     "3:17 unknown of 'displacment'; did you mean 'displacement'?\n"}, /* what says something depends on it */
    {WATCH("3"), "3:12 expected a map with the keys of watch, as in {of: …}\n"},
    {WATCH("{of: base-shear}"), "3:9 right is missing; name a body\n"},
    {WATCH("{of: base-shear, right: ground}"),
     "3:36 watch 'w': a base shear needs a body, whose structure it is for\n"},
    {WATCH("{right: a, link: spring}"), "3:29 link does not apply here\n"},
    {REST "solver: moreau\nstep: 1e-3\nwatch: {w: {right: a}}\n",
     "5:9 watch 'w': solver moreau does not support watched signals\n"},
    {"rods: {r: {length: 1, mass: 1}}\nwatch: {w: {right: r}}\nduration: 1\n", "2:20 no body is called 'r'\n"},

    /* the whole */
    {BODY "duration: -1\n", "2:11 duration (-1 given) must be zero or positive\n"},
    {BODY "duration: .inf\n", "2:11 duration (inf given) must be at most 1e100\n"},
    {REST "tolerance: 0.1\n", "3:12 tolerance (0.1 given) must lie between 1e-15 and 1e-3\n"},
    {REST "tolerance: 0\n", "3:12 tolerance (0 given) must lie between 1e-15 and 1e-3\n"},
    {REST "impact_threshold: -1\n", "3:19 impact_threshold (-1 given) must be zero or positive\n"},
    {REST "output: {interval: -1}\n", "3:20 interval (-1 given) must be zero or positive\n"},
    {REST "output: {events: yes}\n", "3:18 events 'yes': expected true or false\n"},
    {REST "output: 3\n", "3:9 expected a map with the keys of output, as in {interval: …}\n"},
    {REST "solver: newmark\n", "3:9 solver 'newmark': expected events or moreau\n"},
    {REST "solver: moreua\n", "3:9 unknown solver 'moreua'; did you mean 'moreau'?\n"},
    {REST "solver: moreau\n", "1:1 solver: moreau needs a step\n"},
    {REST "solver: moreau\nstep: 0\n", "4:7 step (0 given) must be positive\n"},
    {REST "step: 0.1\n", "3:7 a step is for solver moreau; events has none\n"},
    {REST "damping: {ratio: 1}\n", "3:18 ratio (1 given) must be 0 or more and below 1\n"},
    {REST "damping: {ratio: 0.1, rayleigh: {mass: 1}}\n", "3:33 ratio and rayleigh exclude each other\n"},
    {REST "damping: {}\n", "3:1 ratio or rayleigh is missing\n"},
    {REST "damping: {rayleigh: {mass: -1, stiffness: -2}}\n",
     "3:28 mass (-1 given) must be zero or positive\n3:43 stiffness (-2 given) must be zero or positive\n"},
    {REST "damping: 0.05\n", "3:10 expected a map with the keys of damping, as in {ratio: …}\n"},

    /* bodies */
    {"bodies: {a: {mass: 0}}\nduration: 1\n", "1:20 body 'a': mass (0 given) must be positive\n"},
    {"bodies: {a: {mass: -2}}\nduration: 1\n", "1:20 body 'a': mass (-2 given) must be positive\n"},
    {"bodies: {a: {mass: 1e300}}\nduration: 1\n",
     "1:20 body 'a': mass (1e+300 given) must lie between 1e-100 and 1e100\n"},
    {"bodies: {a: {mass: inf}}\nduration: 1\n",
     "1:20 body 'a': mass (inf given) must lie between 1e-100 and 1e100\n"},
    {"bodies: {a: {}}\nduration: 1\n", "1:10 mass is missing\n"},
    {"bodies: {a: 5}\nduration: 1\n", "1:13 expected a map with the keys of bodies, as in {mass: …}\n"},
    {"bodies:\n  a:\nduration: 1\n", "2:3 expected a map with the keys of bodies, as in {mass: …}\n"},
    {"bodies: [{mass: 1}]\nduration: 1\n", "1:9 bodies: expected a map of names, as in {deck: {mass: 2000}}\n"},
    {"bodies: {a: {mass: 1}, a: {mass: 2}}\nduration: 1\n", "1:24 body 'a': the name is already in use\n"},
    {"bodies: {ground: {mass: 1}}\nduration: 1\n",
     "1:10 body 'ground': the ground always exists; choose another name\n"},
    {"bodies: {'': {mass: 1}}\nduration: 1\n", "1:10 body '': a name must not be empty\n"},
    {"bodies: {\"a\\nb\": {mass: 1}}\nduration: 1\n", "1:10 body 'a?b': a name must be printable\n"},
    {"bodies: {a: {mass: 1 m, velocity: 3 s, displacement: 2 kg}}\nduration: 1\n",
     "1:20 mass '1 m': expected a mass, as in 20 t or 350 kg (g is gravity)\n"
     "1:35 velocity '3 s': expected a speed, as in 0.4 m/s\n"
     "1:54 displacement '2 kg': expected a length, as in 30mm\n"},

    /* links */
    {REST "links: {left: a}\n", "3:8 links: expected a list, each item with a dash before it\n"},
    {REST "links: [a]\n", "3:9 expected a map with the keys of links, as in {left: …}\n"},
    {REST "links: [{stiffness: 1}]\n", "3:9 left is missing\n3:9 right is missing\n"},
    {REST "links: [{left: a, right: c, stiffness: 1}]\n", "3:26 no body is called 'c'; there are a, b\n"},
    {"bodies: {tower: {mass: 1}}\nduration: 1\nlinks: [{left: towr, right: grond, stiffness: 1}]\n",
     "3:16 no body is called 'towr'; did you mean 'tower'?\n3:29 no body is called 'grond'; did you mean "
     "'ground'?\n"},
    {REST "links: [{left: a, right: a, stiffness: 1}]\n", "3:26 link 1 ('a' to 'a'): it connects 'a' to itself\n"},
    {REST "links: [{left: ground, right: ground, stiffness: 1}]\n",
     "3:31 link 1 ('ground' to 'ground'): it connects 'ground' to itself\n"},
    {REST "links: [{left: a, right: b}]\n", "3:9 the link needs a stiffness, a damping or both\n"},
    {REST "links: [{left: a, right: b, damping_ratio: 0.1}]\n",
     "3:44 link 1 ('a' to 'b'): a damping_ratio needs a stiffness\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, damping: 1, damping_ratio: 0.1}]\n",
     "3:70 link 1 ('a' to 'b'): give damping or damping_ratio, not both\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: 3}]\n",
     "3:55 expected a map with the keys of hysteresis, as in {model: …}\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: {yield: 3}}]\n", "3:43 model is missing\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: bilinar, yield: 3}}]\n",
     "3:63 unknown model 'bilinar'; did you mean 'bilinear'?\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: elastic}}]\n",
     "3:63 model 'elastic': expected bilinear, bouc-wen, friction, clough, flag, hyperbolic, tension-only or "
     "compression-only\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: bilinear}}]\n",
     "3:43 yield is missing: bilinear needs it\n"},
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: bilinear, yeld: 3 N}}]\n",
     "3:73 unknown key 'yeld' in hysteresis; did you mean 'yield'?\n"},
    /* all of one map at once: what it does not take, units, ranges */
    {REST "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: bilinear, yield: 3 m, hardening: 1, "
          "force: 2 N}}]\n",
     "3:80 yield '3 m': expected a force, as in 15 kN\n3:96 link 1 ('a' to 'b'): hardening (1 given) "
     "must "
     "be 0 or more and below 1\n3:106 bilinear takes no force\n"},
    {REST "links: [{left: a, right: b, hysteresis: {model: bouc-wen, yield: 3, exponent: 0.5, beta: 2}}]\n",
     "3:9 link 1 ('a' to 'b'): bouc-wen needs a stiffness\n3:79 link 1 ('a' to 'b'): exponent (0.5 given) must lie "
     "between 1 and 100\n3:90 link 1 ('a' to 'b'): beta (2 given) must lie between 0 and 1\n"},
    {REST "links: [{left: a, right: b, damping: 3, damping_exponent: 0}]\n",
     "3:59 damping_exponent (0 given) must be above 0 and at most 2\n"},
    {REST "links: [{left: a, right: b, damping: 3 N*s/m, damping_exponent: 0.5}]\n",
     "3:38 damping '3 N*s/m': expected a damping, as in 15 kN*s^0.5/m^0.5 where the exponent is 0.5\n"},
    {REST "links: [{left: a, right: b, stiffness: 3, damping_ratio: 0.1, damping_exponent: 0.5}]\n",
     "3:58 link 1 ('a' to 'b'): a damping_ratio is for damping_exponent 1\n"},
    {REST "links: [{left: a, right: b, stiffness: 3, name: x}, {left: a, right: b, stiffness: 3, name: x}]\n",
     "3:93 link 2 ('a' to 'b'): the name is already in use\n"},
    {REST
     "links: [{left: a, right: b, stiffness: 3, hysteresis: {model: tension-only}}]\nsolver: moreau\nstep: 1\n",
     "3:63 link 1 ('a' to 'b'): solver moreau supports linear links only\n"},
    {REST "links: [{left: a, right: b, stiffness: -1}]\n",
     "3:40 link 1 ('a' to 'b'): the structure is unstable from the start: it grows e-fold every 0.7071 s in a mode "
     "with a 1, b -1\n"},
    {REST "links: [{left: a, right: b, stiffness: -1, damping_ratio: 1 %}]\n",
     "3:59 link 1 ('a' to 'b'): a damping_ratio needs a stiffness above zero\n"},
    {REST "links: [{left: ground, right: b, stiffness: 1e3, weight: 6e3, height: 3}]\n",
     "3:58 link 1 ('ground' to 'b'): the structure is unstable from the start: it grows e-fold every 0.03162 s in "
     "a "
     "mode with b 1\n"},
    {REST "links: [{left: ground, right: b, stiffness: 1e3, weight: 6e3}]\n",
     "3:58 link 1 ('ground' to 'b'): a weight needs the height of its storey\n"},
    {REST "links: [{left: ground, right: b, stiffness: 1e3, weight: -1, height: -3}]\n",
     "3:58 link 1 ('ground' to 'b'): weight (-1 given) must be zero or positive\n"
     "3:70 link 1 ('ground' to 'b'): height (-3 given) must be zero or positive\n"},
    {REST "links: [{left: a, right: b, damping: 3 N/m}]\n",
     "3:38 damping '3 N/m': expected a damping, as in 3 kN*s/m\n"},

    /* contacts */
    {CONTACT("model: newton"), "3:12 restitution is missing: newton needs it\n"},
    {CONTACT("restitution: 1"), "3:12 model is missing\n"},
    {CONTACT("model: newtn, restitution: 7"), "3:39 unknown model 'newtn'; did you mean 'newton'?\n"},
    {CONTACT("model: zzzzzzz"), "3:39 unknown model 'zzzzzzz'; 'thud laws' lists them\n"},
    {CONTACT("model: newton, restitution: 1.5"),
     "3:60 contact 'contact-1': restitution (1.5 given) must lie between 0 and 1\n"},
    {CONTACT("model: poisson, restitution: -0.1"),
     "3:61 contact 'contact-1': restitution (-0.1 given) must lie between 0 and 1\n"},
    {CONTACT("model: newton, restitution: 0.5, indentation: permanent"),
     "3:78 newton is for rigid bodies and takes no indentation\n"},
    {CONTACT("model: newton, restitution: 0.5, restitution_speed: 1"),
     "3:84 newton is for rigid bodies and takes no restitution_speed\n"},
    {CONTACT("model: flores, stiffness: 1, restitution: 0.5, restitution_speed: 0"),
     "3:98 contact 'contact-1': restitution_speed (0 given) must be above zero\n"},
    {CONTACT("model: flores, stiffness: 1, restitution: 0.5, restitution_speed: 1 m"),
     "3:98 restitution_speed '1 m': expected a speed, as in 0.4 m/s\n"},
    {CONTACT("model: flores, stiffness: 1, damping: 3, restitution_speed: 1"),
     "3:92 contact 'contact-1': damping is a number, so restitution_speed, which needs a restitution, does not "
     "apply\n"},
    {CONTACT("model: flores, stiffness: 1, restitution: {a: 0.1, b: 1}, restitution_speed: 1"),
     "3:109 contact 'contact-1': restitution depends on the speed; restitution_speed needs one number\n"},
    {CONTACT("model: flores, stiffness: 1, restitution: 0.5, indentation: permanent"),
     "3:92 contact 'contact-1': flores leaves no indentation; laws with two stiffnesses do, as valles-reinhorn\n"},
    {CONTACT("model: valles-reinhorn, stiffness: 1, restitution: {a: 0.1, b: 1}, indentation: permanent"),
     "3:83 contact 'contact-1': with a permanent indentation restitution must be one number: that of an unused "
     "face\n"},
    {CONTACT("model: valles-reinhorn, stiffness: 1, restitution: 1, indentation: stays"),
     "3:99 indentation 'stays': expected recovers or permanent\n"},
    {CONTACT("model: newton, restitution: {}"), "3:47 at or a is missing\n"},
    {CONTACT("model: newton, restitution: {a: 0.1, at: [[1, 1]]}"), "3:64 at and a exclude each other\n"},
    {CONTACT("model: newton, restitution: {a: 0.1}"), "3:47 b is missing: e = 1 − a v^b needs it\n"},
    {CONTACT("model: newton, restitution: {a: 0.1, b: 0.2, leest: 0.3}"),
     "3:77 unknown key 'leest' in restitution; did you mean 'least'?\n"},
    {CONTACT("model: newton, restitution: {a: -0.1, b: 0}"),
     "3:64 contact 'contact-1': restitution.a (-0.1 given) must not be negative\n"},
    {CONTACT("model: newton, restitution: {a: 0.1, b: -1}"),
     "3:72 contact 'contact-1': restitution.b (-1 given) must be above zero\n"},
    {CONTACT("model: newton, restitution: {a: 0.1, b: 1, least: 2}"),
     "3:82 contact 'contact-1': restitution.least (2 given) must lie between 0 and 1\n"},
    {CONTACT("model: newton, restitution: {a: 0.1, b: x}"), "3:72 b 'x': expected a number, as in 0.5 or 30mm\n"},
    {CONTACT("model: newton, restitution: {at: 0.5}"), "3:65 at: expected points, as in [[0.1, 0.8], [1, 0.6]]\n"},
    {CONTACT("model: newton, restitution: {at: [[1, 0.5], [2]], least: 1}"),
     "3:76 at: expected a speed and a number, as in [0.1, 0.8]\n"
     "3:89 least goes with a, not with at\n"},
    {CONTACT("model: newton, restitution: {at: [[1 kg, 0.5]]}"),
     "3:67 at '1 kg': expected a speed, as in 0.4 m/s\n"},
    {CONTACT("model: newton, restitution: {at: [[1, 0.5], [1, 0.4]]}"),
     "3:65 contact 'contact-1': restitution.at (1 given) must have ascending speeds\n"},
    {CONTACT("model: newton, restitution: {at: [[0, 0.5]]}"),
     "3:65 contact 'contact-1': restitution.at (0 given) must have speeds above zero\n"},
    {CONTACT("model: newton, restitution: {at: [[1, 1.5]]}"),
     "3:65 contact 'contact-1': restitution.at (1.5 given) must have restitutions from 0 to 1\n"},
    {CONTACT(
         "model: newton, restitution: {at: [[1,1],[2,1],[3,1],[4,1],[5,1],[6,1],[7,1],[8,1],[9,1],[10,1],[11,1],"
         "[12,1],[13,1],[14,1],[15,1],[16,1],[17,1]]}"),
     "3:65 at: there are 17 points, but at most 16 are possible\n"},
    {CONTACT("model: flores, stiffness: 1, restitution: {at: [[1, 0.5], [2, 0]]}"),
     "3:74 contact 'contact-1': flores: restitution (0 given) must be above 0 and at most 1\n"},
    {CONTACT("model: hertz, stiffness: 1, restitution: {at: [[1, 0.5]]}"),
     "3:73 contact 'contact-1': hertz is elastic: restitution must be 1 at every speed\n"},
    {CONTACT("model: newton, restitution: 1, stiffness: 3, exponent: 1, damping: exact, separation: return"),
     "3:74 newton is for rigid bodies and takes no stiffness\n"
     "3:87 newton is for rigid bodies and takes no exponent\n"
     "3:99 newton is for rigid bodies and takes no damping\n"
     "3:118 newton is for rigid bodies and takes no separation\n"},
    {CONTACT("model: flores, restitution: 0.5"), "3:12 contact 'contact-1': flores needs a stiffness\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 0"),
     "3:76 contact 'contact-1': flores: stiffness (0 given) must be positive\n"},
    {CONTACT("model: flores, restitution: 0, stiffness: 1"),
     "3:60 contact 'contact-1': flores: restitution (0 given) must be above 0 and at most 1\n"},
    {CONTACT("model: flores, restitution: 2, stiffness: -1"),
     "3:60 contact 'contact-1': flores: restitution (2 given) must be above 0 and at most 1\n"
     "3:74 contact 'contact-1': flores: stiffness (-1 given) must be positive\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 1, exponent: 3"),
     "3:89 contact 'contact-1': flores: exponent (3 given) must lie between 1 and 2\n"},
    {CONTACT("model: linear, stiffness: 1, exponent: 1.5"),
     "3:71 contact 'contact-1': linear: exponent (1.5 given) is fixed at 1 for this law\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 1 kN/m"),
     "3:76 stiffness '1 kN/m': expected a stiffness, as in 2e9 N/m^1.5 where n = 1.5\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 1, damping: 3 N s/m"),
     "3:88 damping '3 N s/m': expected a damping, as in 2e10 N*s/m^2.5 where p = 1.5\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 1, damping: publised"),
     "3:88 unknown damping 'publised'; did you mean 'published'?\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 1, damping: none"),
     "3:88 damping 'none': expected exact or published\n"},
    {CONTACT("model: flores, stiffness: 1, damping: -3"),
     "3:70 contact 'contact-1': flores: damping (-3 given) must be zero or positive, and finite\n"},
    {CONTACT("model: hertz, stiffness: 1, damping: 3"),
     "3:69 contact 'contact-1': hertz: damping cannot be given: the law has no damper\n"},
    {CONTACT("model: hertz, stiffness: 1, restitution: 0.5"),
     "3:73 contact 'contact-1': hertz is elastic: restitution (0.5 given) must be 1\n"},
    {CONTACT("model: flores, restitution: 0.5, stiffness: 1, separation: zero"),
     "3:91 unknown separation 'zero'; did you mean 'zero-force'?\n"},
    {CONTACT("model: newton, restitution: 1, gap: -1 cm"),
     "3:68 contact 'contact-1': the bodies overlap by 0.01 m at the start\n"},
    {CONTACT("model: hertz, stiffness: 1, gap: -.inf"),
     "3:65 contact 'contact-1': gap (-inf given) must be a length, or .inf for a gap that never closes\n"},
    {"bodies: {a: {mass: 1, displacement: 3 cm}}\nduration: 1\n"
     "contacts: [{left: a, right: ground, gap: 2 cm, model: newton, restitution: 1}]\n",
     "3:42 contact 'contact-1': the bodies overlap by 0.01 m at the start\n"},
    {REST "contacts: [{left: a, right: a, model: newton, restitution: 1}]\n",
     "3:29 contact 'contact-1': a body cannot strike itself\n"},
    {REST "contacts: [{right: a, model: newton, restitution: 1}]\n", "3:12 left is missing\n"},
    {REST "contacts: [{model: newton, restitution: 1}]\n", "3:12 left is missing\n3:12 right is missing\n"},
    {REST "contacts: [{left: a, right: b, tip: a, model: newton, restitution: 1}]\n",
     "3:37 a contact is between bodies (left, right), rods (tip, rod), or a tip and a body (tip with left or "
     "right)\n"},
    {REST "contacts: [{tip: a, rod: b, model: newton, restitution: 1}]\n",
     "3:18 no rod is called 'a'\n3:26 no rod is called 'b'\n"},
    {REST "contacts: [{name: x, left: a, right: b, model: newton, restitution: 1},\n"
          "  {name: x, left: a, right: b, model: newton, restitution: 1}]\n",
     "4:10 contact 'x': the name is already in use\n"},
    {REST "contacts: [{name: contact-2, left: a, right: b, model: newton, restitution: 1},\n"
          "  {left: a, right: b, model: newton, restitution: 1}]\n",
     "4:3 contact 'contact-2': the name is already in use\n"},
    {REST "contacts: [5]\n", "3:12 expected a map with the keys of contacts, as in {name: …}\n"},

    /* rods */
    {"rods: {a: {length: 0, mass: -1, angle: 3 m, pivot: 3}}\nduration: 1\n",
     "1:20 rod 'a': length (0 given) must be positive\n"
     "1:29 rod 'a': mass (-1 given) must be positive\n"
     "1:40 angle '3 m': expected an angle, as in 12 deg\n"
     "1:52 pivot: expected two lengths, as in [0, 2.5]\n"},
    {"rods: {a: {length: 1, mass: 1, pivot: [1 s, x]}}\nduration: 1\n",
     "1:40 pivot '1 s': expected a length, as in 30mm\n"
     "1:45 pivot 'x': expected a number, as in 0.5 or 30mm\n"},
    {"rods: {a: {length: 1, mass: 1, angular_velocity: 3 Hz}}\nduration: 1\n",
     "1:50 angular_velocity '3 Hz': expected an angular speed, as in 3 rad/s\n"},
    {TIP("tip: r, right: c"), "4:28 no body is called 'c'; there are a, b\n"},
    {TIP("tip: s, right: a"), "4:18 no rod is called 's'; there is r\n"},
    {TIP("tip: a, right: b"), "4:18 no rod is called 'a'; there is r\n"},
    {BESIDE "contacts: [{tip: r, model: newton, restitution: 1}]\n", "4:12 rod is missing\n"},
    {BESIDE "contacts: [{tip: r, rod: r, right: a, model: newton, restitution: 1}]\n",
     "4:26 contact 'contact-1': a rod cannot strike itself\n"
     "4:36 a contact is between bodies (left, right), rods (tip, rod), or a tip and a body (tip with left or "
     "right)\n"},
    {BESIDE "contacts: [{left: a, rod: r, model: newton, restitution: 1}]\n",
     "4:27 a contact is between bodies (left, right), rods (tip, rod), or a tip and a body (tip with left or "
     "right)\n"},
    {BESIDE "contacts: [{tip: r, right: a, gap: -0.5, model: newton, restitution: 1}]\n",
     "4:36 contact 'contact-1': the bodies overlap by 0.5 m at the start\n"},
    {BESIDE "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: bouc-wen, yield: 1}}]\n",
     "4:63 link 1 ('a' to 'b'): with rods there is no bouc-wen; bilinear, clough, flag, tension-only and "
     "compression-only are supported\n"},
    {BESIDE "links: [{left: a, right: b, stiffness: 1, hysteresis: {model: friction, force: 1}}]\n",
     "4:63 link 1 ('a' to 'b'): with rods there is no friction; bilinear, clough, flag, tension-only and "
     "compression-only are supported\n"},
    {BESIDE "links: [{left: a, right: b, damping: 1, damping_exponent: 0.5}]\n",
     "4:59 link 1 ('a' to 'b'): with rods dashpots must be linear\n"},
    {BESIDE "supports: {w: {displacement: 0}}\ncontacts: [{tip: r, right: w, model: newton, restitution: 1}]\n",
     "4:11 with rods supports are not possible\n"},
    {BESIDE "solver: moreau\nstep: 1 ms\n", "4:9 solver moreau does not support rods\n"},
    {REST "rods: {r: {length: 1, mass: 1, on: c}}\n", "3:36 no body is called 'c'; there are a, b\n"},
    {"rods: {r: {length: 1, mass: 1}}\nduration: 1\ndamping: {ratio: 0}\n",
     "3:10 models with rods do not have this kind of damping\n"},
    /* the tip of the left rod, 2 m long, stands 1 m behind the right one, 1 m away: T = (2, 0) − pivots (0, 0), (1,
       0) */
    {"rods:\n  r: {length: 2, mass: 1, angle: 90 deg}\n  s: {pivot: [1, 0.5], length: 1, mass: 1}\nduration: 1\n"
     "contacts: [{tip: r, rod: s, model: newton, restitution: 1}]\n",
     "5:12 contact 'contact-1': the bodies overlap by 1 m at the start\n"},

    /* the ground */
    {REST "ground: elcentro.at2\n", "3:9 expected a map with the keys of ground, as in {record: …}\n"},
    {REST "ground: {}\n", "3:1 record, sine, noise or generate is missing\n"},
    {REST "ground: {sine: {frequency: 0, amplitude: 1 m}}\n",
     "3:28 ground motion: frequency (0 given) must be positive\n"
     "3:42 amplitude '1 m': expected an acceleration, as in 0.35 g or 3 m/s^2\n"},
    {REST "ground: {sine: {}, noise: {rms: 1}}\n", "3:27 sine and noise exclude each other\n"},
    {REST "ground: {sine: {amplitude: 1}, scale: 2, unit: g}\n",
     "3:10 frequency is missing\n3:39 a sine takes an amplitude, not scale\n3:48 unit is for a record\n"},
    {REST "ground: {record: nowhere.at2}\n", "3:18 cannot read 'nowhere.at2': No such file or directory\n"},
    {REST "ground: {recrod: nowhere.at2}\n", "3:10 unknown key 'recrod' in ground; did you mean 'record'?\n"},
    {REST "ground: {noise: {rms: 1, high: 100 Hz}}\n",
     "3:10 step (0.01) is too coarse for the band: at most 1/(2 high)\n"},
    {REST "ground: {noise: {low: 1, seed: -3}}\n",
     "3:10 rms is missing\n3:32 seed '-3': expected a whole number from 0 to 18446744073709551615\n"},
    {REST "ground: {generate: {spectrum: ec8-3, soil: F, pga: 1 s}}\n",
     "3:31 unknown spectrum 'ec8-3'; did you mean 'ec8-1'?\n"
     "3:44 soil 'F': expected A, B, C, D or E\n"
     "3:52 pga '1 s': expected an acceleration, as in 0.35 g or 3 m/s^2\n"},
    {REST "ground: {generate: {spectrum: ec8-1, soil: A, pga: -1, duration: 20}}\n",
     "3:52 pga (-1) must be above 0 and at most 1e6 m/s²\n"},

    /* forces */
    {REST "forces: [{on: a}]\n", "3:10 sine, step or file is missing\n"},
    {REST "forces: [{sine: {amplitude: 1, frequency: 1}}]\n", "3:10 on is missing\n"},
    {REST "forces: [{on: ground, step: {amplitude: 1}}]\n", "3:15 a force cannot act on the ground; name a body\n"},
    {REST "forces: [{on: a, step: {amplitude: 3 kg, start: x}}]\n",
     "3:36 amplitude '3 kg': expected a force, as in 15 kN\n"
     "3:49 start 'x': expected a number, as in 0.5 or 30mm\n"},
    {REST "forces: [{on: a, step: {amplitude: 1}, unit: kN}]\n", "3:46 unit is for a file\n"},
    {REST "forces: [{on: a, file: nowhere.csv}]\n", "3:24 cannot read 'nowhere.csv': No such file or directory\n"},

    /* names that cannot be judged: one error, not one for each */
    {"bodies: 3\nduration: 1\nlinks: [{left: a, right: b, stiffness: 1}]\n",
     "1:9 bodies: expected a map of names, as in {deck: {mass: 2000}}\n"},

    /* a warning alone does not spoil the model: see below */
};

START_TEST(errors) {
    said s;
    thud_model *model;
    const thud_status status = read_text(wrong[_i].text, &s, &model);
    ck_assert_msg(status != THUD_OK, "%s", wrong[_i].text);
    ck_assert_msg(strcmp(s.text, wrong[_i].says) == 0, "%s\n%snot\n%s", wrong[_i].text, s.text, wrong[_i].says);
}
END_TEST

/* all of a file in one go, from every section, in the order of the file */
START_TEST(all_at_once) {
    static const char text[] =
        "titel: x\n"
        "duration: soon\n"
        "contacts:\n"
        "  - {left: deck, right: tower, gap: 1 kg, model: flores, restitution: 2, stiffness: 1}\n"
        "bodies:\n"
        "  deck:\n"
        "    mass: 0\n"
        "links:\n"
        "  - left: deck\n"
        "    right: dekc\n"
        "    damping: -5\n"
        "ground:\n"
        "  sine:\n"
        "    amplitude: 1\n"
        "forces:\n"
        "  - {on: deck, step: {amplitude: .inf}}\n";
    said s;
    thud_model *model;
    ck_assert_int_eq(read_text(text, &s, &model), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(s.text,
                     "1:1 unknown key 'titel' in a scenario; did you mean 'title'?\n"
                     "2:11 duration 'soon': expected a number, as in 0.5 or 30mm\n"
                     "4:25 no body is called 'tower'; there is deck\n"
                     "4:37 gap '1 kg': expected a length, as in 30mm\n"
                     "4:71 contact 'contact-1': flores: restitution (2 given) must be above 0 and at most 1\n"
                     "7:11 body 'deck': mass (0 given) must be positive\n"
                     "10:12 no body is called 'dekc'; did you mean 'deck'?\n"
                     "11:14 link 1 ('deck' to '?'): damping (-5 given) must be zero or positive\n"
                     "13:3 frequency is missing\n"
                     "16:34 force 1: amplitude (inf given) must lie between -1e100 and 1e100\n");
}
END_TEST

/* inside a record: its own name and place, and nothing of what it holds */
static void hear_record(void *context, const thud_error *m) {
    ck_assert_ptr_null(m->source);
    snprintf(context, 1000, "%.100s:%zu:%zu: %.800s", strrchr(m->file, '/') + 1, m->line, m->column, m->text);
}

START_TEST(inside_record) {
    static const char text[] = REST "ground: {record: broken.csv}\n";
    char heard[1000] = "";
    thud_model *model = NULL;
    ck_assert_int_eq(thud_scenario_parse(text, strlen(text), THUD_TEST_FILES, hear_record, heard, &model),
                     THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(model);
    ck_assert_str_eq(heard, "broken.csv:4:6: expected a number, found text");
}
END_TEST

/* what the reader of records says about options belongs to their keys */
START_TEST(record_options) {
    said s;
    thud_model *model;
    static const char text[] = REST "ground: {record: short.csv, unit: apples}\n";
    ck_assert_int_eq(read_text_sized(text, strlen(text), THUD_TEST_FILES, &s, &model), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(s.text, "3:35 unit 'apples': expected a known unit, as in mm, kN/mm, t, MPa or g\n");
    static const char force[] = REST "forces: [{on: a, file: push.csv, unit: kg}]\n";
    ck_assert_int_eq(read_text_sized(force, strlen(force), THUD_TEST_FILES, &s, &model), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(s.text, "3:40 unit 'kg': expected a unit of force, as in N or kN\n");
    static const char accelerations[] = REST "forces: [{on: a, file: short.csv}]\n";
    ck_assert_int_eq(read_text_sized(accelerations, strlen(accelerations), THUD_TEST_FILES, &s, &model),
                     THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(s.text, "3:24 the heading of the file's column has no unit of force, such as [N] or [kN]\n");
}
END_TEST

/* a warning leaves the model usable */
START_TEST(warnings) {
    said s;
    thud_model *model;
    ck_assert_int_eq(read_text(CONTACT("model: flores, restitution: 0.5, stiffness: 1, damping: 3"), &s, &model),
                     THUD_OK);
    ck_assert_str_eq(s.text, "~3:60 restitution is unused, because damping is a number\n");
    thud_model_free(model);
    /* once of what is repeated */
    ck_assert_int_eq(read_text("bodies: {a#: {mass: 1, repeat: 3}}\nduration: 1\n"
                               "contacts: [{left: a#, right: ground, gap: 1, model: flores, restitution: 0.5,\n"
                               "  stiffness: 1, damping: 3, repeat: 3}]\n",
                               &s, &model),
                     THUD_OK);
    ck_assert_str_eq(s.text, "~3:74 restitution is unused, because damping is a number\n");
    thud_model_free(model);
}
END_TEST

/* for the test of the schemas: each text and what is said about it, with a zero behind each */
static void list_errors(void) {
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        printf("%s%c%s%c", wrong[i].text, '\0', wrong[i].says, '\0');
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "list") == 0) {
        list_errors();
        return 0;
    }
    TCase *tests = tcase_create("scenario_errors");
    tcase_add_loop_test(tests, errors, 0, (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_test(tests, all_at_once);
    tcase_add_test(tests, inside_record);
    tcase_add_test(tests, record_options);
    tcase_add_test(tests, warnings);
    return run_suite("scenario_errors", tests);
}
