# Structures: modes.
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
