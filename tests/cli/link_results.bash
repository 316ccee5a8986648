# What runs and studies report of links, closest approaches, signals and modes.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# how near the bodies of a contact come: 0.5 cos 2t against the ground, with a gap that never closes and with one that is
# wide enough
cat >near.yaml <<'END_OF_FILE'
bodies: {a: {mass: 2, displacement: 0.5}}
links: [{left: ground, right: a, stiffness: 8}]
contacts:
  - {name: open, left: ground, right: a, gap: .inf, model: newton, restitution: 0.5}
  - {name: wide, left: a, right: ground, gap: 2, model: newton, restitution: 0.5}
duration: 10
END_OF_FILE
json run near.yaml
near .contacts.open.closest_approach 0.5 1e-15
near .contacts.wide.closest_approach 0.5 1e-15
printf '%s\n' 'scenario: near.yaml' 'vary: {x: {path: bodies.a.displacement, values: [0.25, 0.5]}}' \
    'collect: {near: {quantity: contacts.open.closest_approach, above: 0.4 m}}' >nearer.yaml
succeeds sweep nearer.yaml -o nearer
succeeds export nearer near.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /^contacts.open.closest_approach/) c = i; if ($i ~ /^near/) t = i } }
    NR > 1 { bad = bad || ($c - (NR - 1) / 4) ^ 2 > 1e-30 || $t != NR - 2 } END { exit bad || !c || !t || NR != 3 }' near.csv ||
    fault "near.csv has other approaches: $(cat near.csv)"

# mechanisms: a yielding excursion in free vibration that lasts as long as the elastic period goes on for 2 pi^2 of the yield
# deformation. m = 1, k = 100, F_y = 10: with the speed v it yields by (v^2 - 1)/20 m, which is 1.974 m at v = 6.3623
mechanism() {
    printf '%s\n' "bodies: {a: {mass: 1, velocity: $1}}" \
        "links: [{name: pier, left: ground, right: a, stiffness: 100, hysteresis: {model: bilinear, yield: 10$2}}]" \
        "duration: 5" >pier.yaml
}
mechanism 6.37 ''
json run pier.yaml
near .links.pier.mechanism 1.978845 1e-12
is '.notes[0]' '"a mechanism: link '"'pier'"' yielded by 1.9788 m in one go, 20 times the deformation at which it yields, and nothing else held what it holds"'
succeeds run pier.yaml
says 'note     a mechanism'
mechanism 6.35 ''
json run pier.yaml
near .links.pier.mechanism 1.966125 1e-12
succeeds run pier.yaml
! grep -q mechanism stdout || fault "$ran: says that it is a mechanism"
mechanism 6.37 ', hardening: 0.001'
json run pier.yaml
near .links.pier.mechanism 0 0

# yielding storeys have a base shear: that of the lowest storey, spring, hysteresis and dashpot
cat >base.yaml <<'END_OF_FILE'
storeys: {a: {count: 3, mass: 100 t, stiffness: 1e8, yield: 400 kN, hardening: 0.05, damping_ratio: 3 %}}
contacts: [{left: a3, right: ground, gap: .inf, model: newton, restitution: 1}]
ground: {sine: {amplitude: 3, frequency: 2}}
duration: 5
END_OF_FILE
json run base.yaml -o based
is '.watch.a-base-shear.max' "$(leaf '.links.a-1.max_force')"
present based/link_loops.csv
awk -F, 'NR > 1 && $1 == "a-1" { f = ($4 < 0 ? -$4 : $4); if (f > most) most = f } END { printf "%.17g", most }' based/link_loops.csv >strongest
[ "$(awk -v a="$(leaf '.links.a-1.max_force')" -v b="$(cat strongest)" 'BEGIN { print (b <= a && b > 0.998 * a) }')" = 1 ] ||
    fault "link_loops.csv has $(cat strongest) N"
# all of links, signals and modes are columns, have a spread, and can be collected
printf '%s\n' 'scenario: base.yaml' 'modes: 2' 'vary: {k: {path: storeys.a.stiffness, values: [1e8, 4e8]}}' \
    'collect: {ductile: {quantity: links.*.ductility, above: 1}, shear: {quantity: watch.a-base-shear.max, above: 1 kN},' \
    '  slow: {quantity: modes.1.1.period, above: 0.4 s}}' >based.yaml
succeeds sweep based.yaml -o baseds --spread
succeeds export baseds based.csv
for column in links.a-2.plastic_deformation links.a-3.mechanism watch.a-base-shear.lowest modes.1.2.participating_mass \
    modes.1.1.participating_share spread.links.a-1.max_force spread.watch.a-base-shear.max ductile shear slow; do
    head -n 1 based.csv | grep -q "$column" || fault "based.csv has no column $column"
done
# the period of three equal storeys: 2 pi sqrt(m/k)/(2 sin(pi/14)); four times as stiff, half of it
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /^modes.1.1.period/) c = i; if ($i ~ /^slow/) s = i } }
    NR > 1 { t = 3.14159265358979324 * sqrt(1e5 / (NR == 2 ? 1e8 : 4e8)) / sin(3.14159265358979324 / 14)
        bad = bad || ($c / t - 1) ^ 2 > 1e-26 || $s != (t > 0.4) } END { exit bad || NR != 3 }' based.csv ||
    fault "other periods: $(cat based.csv)"
sed 's/modes: 2/modes: 0/' based.yaml >none.yaml
run sweep none.yaml -o none
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'none.yaml:2:8: error: modes: expected a whole number from 1 to 100'

# the unit of a contact's stiffness is that of its own exponent, repeated or not
cat >repeated.yaml <<'END_OF_FILE'
bodies: {a#: {mass: 1, repeat: 3}}
links: [{left: ground, right: a#, stiffness: 1, repeat: 3}]
contacts:
  - {name: first#, left: a#, right: ground, gap: 1, model: kelvin-voigt, stiffness: 1e3, restitution: 0.5, repeat: 2}
  - {name: other#, left: ground, right: a#, gap: 1, model: hertz, stiffness: 1e3, repeat: 3}
duration: 1
END_OF_FILE
for unit in 'first#.stiffness 1_kN/m' 'other#.stiffness 1_kN/m^1.5'; do
    printf '%s\n' 'scenario: repeated.yaml' "vary: {k: {path: 'contacts.${unit% *}', values: ['${unit#* }', 2e3]}}" | tr _ ' ' >units.yaml
    rm -rf units
    succeeds sweep units.yaml -o units
done
printf '%s\n' 'scenario: repeated.yaml' "vary: {k: {path: 'contacts.other#.stiffness', values: ['1 kN/m', 2e3]}}" >units.yaml
run sweep units.yaml -o unit
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"

# neighbours that yield strike each other less often and less hard than elastic ones (Mate et al. 2016): 6 impacts and 2.4 MN, 89 and 8.9 MN
json run "$here/../../examples/three_neighbours.yaml" --no-spread
yielding="$(leaf .impacts) $(leaf .contacts.west.max_force)"
sed 's/, hysteresis: {[^}]*}//' "$here/../../examples/three_neighbours.yaml" >elastic.yaml
json run elastic.yaml --no-spread
awk -v a="$yielding" -v b="$(leaf .impacts) $(leaf .contacts.west.max_force)" 'BEGIN { split(a, y, " "); split(b, e, " ")
    exit !(y[1] > 0 && 5 * y[1] < e[1] && 2 * y[2] < e[2]) }' || fault "neighbours that yield: $yielding"
