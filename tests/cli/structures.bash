# Structures: modes, storeys and what is repeated.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# two equal storeys: ω = 2 √(k/m) sin((2j − 1)π/10), √(k/m) = 20; masses sum to 2 t
cat >two.yaml <<'END_OF_FILE'
bodies: {a1: {mass: 1 t}, a2: {mass: 1 t, displacement: 0.01}, ball: {mass: 3}, b1: {mass: 2}, b2: {mass: 2}}
links:
  - {left: ground, right: a1, stiffness: 4e5}
  - {left: a1, right: a2, stiffness: 4e5}
  - {left: b1, right: b2, stiffness: 1}
duration: 1
END_OF_FILE
json run two.yaml
near '.modes[0].period' 0.50832036923152594 1e-15 # 2π/(40 sin 18°)
near '.modes[1].period' 0.19416110387254666 1e-15 # 2π/(40 sin 54°)
is '.modes[0].structure' 1
is '.modes[0].free' false
is '.modes[2].structure' 2
is '.modes[2].free' true
is '.modes[2].period' null
near '.modes[2].participating_mass' 4 1e-14
# (1, 1 + √5)/2 scaled to 1: the golden section
near '.modes[0].shape.a1' 0.61803398874989485 1e-14
near '.modes[0].shape.a2' 1 0
# (φᵀMι)²/(φᵀMφ) with it: (1.618…)²/(1 + 0.38196…) t
near '.modes[0].participating_mass' 1894.4271909999159 1e-10
near '.modes[1].participating_mass' 105.57280900008412 1e-10
[ -z "$(leaf '.modes[0].shape.b1')" ] || fault "$ran: a mode moves a body of another structure"
succeeds run two.yaml --modes --no-spread
says '508.32 ms'
says 'of structure 2, 4 kg'
says 'free'

# two buildings of storeys and a row of contacts; written out it is the same to the bit
cat >storeys.yaml <<'END_OF_FILE'
title: "Two: buildings"
storeys:
  a: {count: 3, mass: 300 t, stiffness: [400 MN/m, 3.5e8, 3e8], damping_ratio: 5 %}
  b: {count: 4, mass: 250 t, period: 0.9 s, height: 3 m, weight: 2.5 MN}
contacts:
  - {name: floor#, left: a#, right: b#, gap: 10 mm, model: newton, restitution: 0.6, repeat: 3}
ground: {noise: {rms: 0.2 g}}
duration: 5
END_OF_FILE
succeeds scenario storeys.yaml --expand
cp stdout expanded.yaml
says '  a3: {mass: 300 t}'
says '  - {name: floor3, left: a3, right: b3, gap: 10 mm, model: newton, restitution: 0.6}'
says 'title: "Two: buildings"'
json run storeys.yaml
grep -v wall_seconds leaves >short
json run expanded.yaml
grep -v wall_seconds leaves >long
same short long
near '.modes[3].structure' 2 0
fails 2 scenario --expand
fails 2 scenario storeys.yaml --expand --json
fails 2 scenario storeys.yaml

# too heavy to stand
cat >leaning.yaml <<'END_OF_FILE'
storeys: {a: {count: 3, mass: 300 t, stiffness: 1e7, height: 3 m, weight: 12 MN}}
duration: 1
END_OF_FILE
run run leaning.yaml
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'leaning.yaml:1:75: error:'
says 'the structure is unstable from the start: it grows e-fold every'
says 'in a mode with a1 1, a2'

# studies vary storeys, by one number or by that of one storey; not how many there are
cat >study.yaml <<'END_OF_FILE'
scenario: storeys.yaml
vary:
  mass: {path: storeys.a.mass, values: [200 t, 300 t]}
  k: {path: storeys.a.stiffness.1, values: [3e8, 3.5e8]}
  gap: {path: contacts.0.gap, values: [10 mm, 20 mm]}
END_OF_FILE
succeeds sweep study.yaml -o swept
succeeds export swept cases.csv
# case 6 is the scenario itself
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^bodies.a3.max_displacement/ || $i ~ /^a3.max_displacement/) c = i } NR == 8 { printf "%.17g", $c }' cases.csv >of_case
json run storeys.yaml
[ "$(awk -v a="$(leaf .bodies.a3.max_displacement)" -v b="$(cat of_case)" 'BEGIN { print a + 0 == b + 0 }')" = 1 ] ||
    fault "the case of a study is not the run: $(cat of_case)"
sed 's/stiffness.1/count/' study.yaml >counting.yaml
run sweep counting.yaml -o counted
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'count cannot vary: every case has the same parts'

# signals that are watched: in the summary, the history and the columns of studies
cat >watch.yaml <<'END_OF_FILE'
bodies: {a: {mass: 2, displacement: 0.5}}
links: [{name: spring, left: ground, right: a, stiffness: 8}]
watch:
  way: {right: a}
  pull: {of: link-force, link: spring}
  base: {of: base-shear, right: a}
  shake: {of: ground}
duration: 10
output: {interval: 0.1}
END_OF_FILE
json run watch.yaml -o watched
near .watch.way.max 0.5 1e-15
near .watch.pull.highest 4 1e-14
near .watch.pull.lowest -4 1e-14
near .watch.base.max 4 1e-14
near .watch.shake.max 0 0
is .watch.pull.unit '"N"'
near .watch.way.final 0.20404103090669596 1e-14 # 0.5 cos 20
[ "$(head -n 1 watched/history.csv)" = 't [s],a displacement [m],a velocity [m/s],a acceleration [m/s²],way [m],pull [N],base [N],shake [m/s²],spring deformation [m],spring link force [N]' ] ||
    fault "the head of history.csv is $(head -n 1 watched/history.csv)"
awk -F, 'NR > 1 && !(($5 - $2) ^ 2 < 1e-30 && ($6 - 8 * $2) ^ 2 < 1e-28 && $7 == $6 && $8 == 0 && ($9 - $2) ^ 2 < 1e-30 && ($10 - $6) ^ 2 < 1e-28) { bad = 1 } END { exit bad || NR != 102 }' watched/history.csv ||
    fault 'history.csv has other signals than its body'
present watched/summary.json
printf '%s\n' 'scenario: watch.yaml' 'vary: {k: {path: links.spring.stiffness, values: [8, 18]}}' \
    'collect: {strong: {quantity: watch.pull.max, above: 6 N}}' >watching.yaml
succeeds sweep watching.yaml -o watching
succeeds export watching pulls.csv
grep -q 'watch.pull.max' pulls.csv || fault "no column watch.pull.max: $(head -n 1 pulls.csv)"
sed 's/link: spring}/link: sprig}/; s/right: a}$/right: b}/' watch.yaml >wrong.yaml
run run wrong.yaml
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says "wrong.yaml:5:32: error: no link is called 'sprig'; did you mean 'spring'?"
says "wrong.yaml:4:16: error: no body is called 'b'"

# drift ratios and base shears of storeys: deformation over height, and the force of the lowest
cat >drift.yaml <<'END_OF_FILE'
storeys: {a: {count: 2, mass: 100 t, stiffness: 1e8, height: [4 m, 3 m]}}
watch:
  upper: {left: a1, right: a2}
  lowest: {of: link-force, link: a-1}
ground: {sine: {amplitude: 1, frequency: 2}}
duration: 3
END_OF_FILE
json run drift.yaml
near '.watch.a-2-drift.max' "$(awk -v d="$(leaf .watch.upper.max)" 'BEGIN { printf "%.17g", d / 3 }')" 1e-17
is '.watch.a-2-drift.unit' '""'
is '.watch.a-base-shear.max' "$(leaf .watch.lowest.max)"

# a dent of a few roundings, left by floors that touch while the ground sets out: CVODE does not take the end of its elastic line
# for the whole of it
cat >dent.yaml <<'END'
storeys:
  a: {mass: [44620, 44320, 46930], period: 0.681}
  b: {mass: [29690, 45130, 20600], stiffness: [44.23 MN/m, 29.44 MN/m, 29.43 MN/m], yield: [71.15 kN, 23.25 kN, 88.24 kN], hardening: 0.21,
      on: pier}
contacts:
  - {left: a1, right: b1, gap: 5 mm, model: jankowski-2005, stiffness: 2e8, restitution: 0.67}
  - {left: a2, right: b2, gap: 0, model: newton, restitution: 0.58}
  - {left: a3, right: b3, gap: 0, model: valles-reinhorn, stiffness: 5e7, restitution: 0.44, indentation: permanent}
supports: {pier: {speed: 300, position: 40.3}}
ground: {generate: {spectrum: ec8-1, soil: C, pga: 0.3 g, duration: 6, seed: 234}}
duration: 0.9
END
json run dent.yaml --no-spread --verify
is .verify.agrees true
is .verify.impacts "$(leaf .impacts)"
near .verify.max_difference.b3 0 1e-8

# a self-centring oscillator left to itself yields by less and less: CVODE does not step over the last of it
cat >flag.yaml <<'END'
bodies: {a: {mass: 1000, displacement: 0.04}}
links: [{left: ground, right: a, stiffness: 1e6, hysteresis: {model: flag, yield: 10 kN, energy: 0.6, hardening: 0.1}}]
duration: 10
END
json run flag.yaml --no-spread --verify
is .verify.agrees true
near .verify.max_difference.a 0 1e-9

# what is hardly meant is said, and is no error: 40 for 40 mm, storeys of 30 cm, a record times 25
awk 'BEGIN { print "t [s],a [m/s^2]"; for (i = 0; i <= 400; i++) print i / 100 "," 0.1 * sin(i / 20) }' >slow.csv
cat >slips.yaml <<'END_OF_FILE'
storeys: {low: {count: 1, mass: 100 t, period: 0.5 s, height: 3 m}, high: {count: 1, mass: 100 t, period: 0.8 s, height: 0.3 m}}
contacts: [{name: roof, left: low1, right: high1, gap: 40, model: newton, restitution: 0.6}]
ground: {record: slow.csv, scale: 25}
duration: 5
END_OF_FILE
json run slips.yaml
is '.notes[0]' '"the ground motion is scaled by 25: another motion than was recorded"'
leaf '.notes[1]' | grep -q "^\"contact 'roof' is never struck: its gap of 40.000 m is [0-9]* times what its bodies move\"" || fault "$ran: $(leaf '.notes[1]')"
leaf '.notes[2]' | grep -q "^\"the drift 'high-1-drift' reaches [0-9.]* %: no building stands at that\"" || fault "$ran: $(leaf '.notes[2]')"
sed 's/gap: 40/gap: 400 mm/; s/height: 0.3/height: 3/; s/scale: 25/scale: 15/' slips.yaml >meant.yaml
json run meant.yaml
[ -z "$(leaf '.notes[0]')" ] || fault "$ran: $(leaf '.notes[0]')"

# modal damping of one building and another of the next: free vibration of single storeys, x = e^(-z w t) (cos wd t + z w/wd sin wd t)
cat >ratios.yaml <<'END_OF_FILE'
storeys:
  low: {count: 1, mass: 100 t, stiffness: 4e6, damping: {ratio: 5 %}}
  high: {count: 1, mass: 100 t, stiffness: 1e6, damping: {ratio: 0.2}}
forces: [{on: high1, step: {amplitude: 1e5, start: 0}}]
duration: 3
END_OF_FILE
json run ratios.yaml --verify
# a step of 1e5 N: x = 0.1 (1 - the free vibration from 1), w = sqrt(10)
near .bodies.high1.final_displacement "$(awk 'BEGIN { w = sqrt(10); z = 0.2; d = w * sqrt(1 - z * z)
    printf "%.17g", 0.1 * (1 - exp(-3 * z * w) * (cos(3 * d) + z * w / d * sin(3 * d))) }')" 1e-13
near '.modes[0].damping_ratio' 0.05 1e-15
near '.modes[1].damping_ratio' 0.2 1e-15
succeeds run ratios.yaml --modes
says 'damping ratio        20.00 %'

# dashpots in proportion to the springs: 5 % in the first mode of six storeys are 40 % in the last, and --modes shows it
cat >six.yaml <<'END_OF_FILE'
storeys: {low: {count: 6, mass: 100 t, stiffness: 1e8, damping_ratio: 5 %}}
duration: 1
END_OF_FILE
json run six.yaml
near '.modes[0].damping_ratio' 0.05 1e-12
near '.modes[5].damping_ratio' "$(awk 'BEGIN { p = atan2(0, -1) / 26; printf "%.17g", 0.05 * sin(11 * p) / sin(p) }')" 1e-12
# two ways at once are refused, in the file's place
printf 'damping: {ratio: 5 %%}\n' | cat six.yaml - >both.yaml
run run both.yaml
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'both.yaml:1:71: error: the scenario has a damping for all structures, which replaces the damping_ratio of buildings'
sed 's/, damping_ratio: 5 %//' six.yaml >none.yaml
(cat none.yaml; printf 'damping: {rayleigh: {ratio: 5 %%, modes: [1, 3]}}\n') >rayleigh.yaml
json run rayleigh.yaml
near '.modes[0].damping_ratio' 0.05 1e-12
near '.modes[2].damping_ratio' 0.05 1e-12
for wrong in 'ratio: 5 %' 'ratio: 5 %, modes: [1, 1]' 'ratio: 5 %, modes: 3' 'modes: [1, 3]' 'ratio: 5 %, mass: 1' \
    'ratio: 5 %, modes: [1, 2], periods: [1, 2]' 'ratio: 5 %, periods: [1]'; do
    (cat none.yaml; printf 'damping: {rayleigh: {%s}}\n' "$wrong") >wrong.yaml
    run run wrong.yaml
    [ "$status" -eq 2 ] || fault "$ran: {$wrong} has status $status"
done

# storeys with any hysteresis, once for all or one for each: the links that they stand for
cat >clough.yaml <<'END_OF_FILE'
storeys: {a: {count: 2, mass: 100 t, stiffness: 1e8, hysteresis: {model: clough, yield: [400 kN, 250 kN], hardening: 0.05, unloading: 0.3}}}
ground: {sine: {amplitude: 3, frequency: 2}}
duration: 5
precision: 0
END_OF_FILE
cat >links.yaml <<'END_OF_FILE'
bodies: {a1: {mass: 100 t}, a2: {mass: 100 t}}
links:
  - {name: a-1, left: ground, right: a1, stiffness: 1e8, hysteresis: {model: clough, yield: 400 kN, hardening: 0.05, unloading: 0.3}}
  - {name: a-2, left: a1, right: a2, stiffness: 1e8, hysteresis: {model: clough, yield: 250 kN, hardening: 0.05, unloading: 0.3}}
ground: {sine: {amplitude: 3, frequency: 2}}
duration: 5
precision: 0
END_OF_FILE
json run links.yaml
wanted=$(leaf .links.a-2.plastic_deformation)
[ "$(awk -v w="$wanted" 'BEGIN { print (w > 0.001) }')" = 1 ] || fault "$ran: the second storey yields by $wanted m"
json run clough.yaml
is .links.a-2.plastic_deformation "$wanted"
is .links.a-1.hysteresis '"clough"'
for wrong in 'yield: 1e5, hysteresis: {model: clough, yield: 1e5}' 'hysteresis: clough' 'hysteresis: {model: clough, yield: [1, 2, 3]}'; do
    printf '%s\n' "storeys: {a: {count: 2, mass: 1, stiffness: 1, $wrong}}" 'duration: 1' >wrong.yaml
    run run wrong.yaml
    [ "$status" -eq 2 ] || fault "$ran: {$wrong} has status $status"
    [ "$(grep -c error: stderr)" -eq 1 ] || fault "$ran: {$wrong}: $(cat stderr)"
done
