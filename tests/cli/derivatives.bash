# Derivatives of runs: keys, numbers, columns and what is said where there are none.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cat >ball.yaml <<'BALL'
bodies:
  ball: {mass: 2}
contacts:
  - {name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}
gravity: 10
duration: 1
BALL

# it lands with v = √20: dv/dh = 10/v; after two impacts m v²/2 (1 − e⁴) is lost
json run ball.yaml --no-spread --derivatives contacts.floor.gap,contacts.floor.restitution
near .derivatives.contacts.floor.gap.bodies.ball.max_velocity 2.23606797749979 1e-12
near .derivatives.contacts.floor.restitution.energy.impact -10 1e-11
is '.derivatives.contacts.floor.gap.value' 1
is .derivatives.contacts.floor.gap.contacts.floor.impacts null
is .derivatives.contacts.floor.gap.reasons.contacts.floor.impacts '"it is a count"'
# the second impact, at 0.8944 s, comes after the end where the gap is wider
has '.derivatives.contacts.floor.gap.valid_for' '.derivatives.contacts.floor.gap.limit'

# columns of impacts.csv: dt/dh = 1/v
succeeds run ball.yaml --no-spread -o ball --derivatives contacts.floor.gap
grep -q 't by contacts.floor.gap,approach speed by contacts.floor.gap' ball/impacts.csv || fault "$ran: no columns of derivatives"
awk -F, 'NR == 2 { exit !(($(NF - 1) - 0.2236067977499790) ^ 2 < 1e-26) }' ball/impacts.csv || fault "$ran: not 1/v"

# the table: the largest elasticity first, and a limit
succeeds run ball.yaml --no-spread --derivatives contacts.floor.gap
says 'derivative of'
says 'by contacts.floor.gap up to a change of'

# a path with * keeps it
json run ball.yaml --no-spread --derivatives 'contacts.*.gap,initial'
has '.derivatives.contacts.*.gap.value' .derivatives.bodies.ball.velocity.value

run run ball.yaml --derivatives contacts.flor.gap
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says "did you mean 'floor'?"
run run ball.yaml --derivatives contacts.floor.model
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'no quantity that can change a little'
fails 2 run - --derivatives contacts.floor.gap <ball.yaml
