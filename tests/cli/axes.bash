# Axes of studies: factors, lists, copies, units, files, and what is said when one leads nowhere.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# files of an axis: one that is no record is named, and so is one whose name has other letters; results that begin alike are listed
mkdir mixed
printf 't [s],a [g]\n0,0\n0.1,0.2\n0.2,0.1\n' >mixed/a.csv
echo 'these are records' >mixed/README
printf '%s\n' 'bodies: {a: {mass: 1}}' 'links: [{left: ground, right: a, stiffness: 100}]' 'ground: {record: mixed/a.csv}' 'duration: 1' >mixed.yaml
mixed() { printf '%s\n' 'scenario: mixed.yaml' "vary: {record: {path: ground.record, files: '$1'}}" "${2-}" >mix.yaml; }
mixed 'mixed/*'
run sweep mix.yaml -o mix
says "record: 'mixed/README': no ground motion of a known format"
mixed 'mixed/*.CSV'
run sweep mix.yaml -o mix
says "no file matches 'mixed/*.CSV'; there is 'a.csv', which differs in upper and lower case"
mixed 'mixed/*.csv' 'keep: [bodies.a.drift]'
run sweep mix.yaml -o mix
says "no result is called 'bodies.a.drift'; there are max_displacement, max_velocity"
sed 's,a.csv,A.csv,' mixed.yaml >letters.yaml
run run letters.yaml
says "No such file or directory; there is 'a.csv', which differs in upper and lower case"

# factors, lists by *, keys that the scenario does not have, and single copies of what is repeated: each case is the scenario with
# these values written into it
cat >town.yaml <<'END_OF_FILE'
storeys: {low: {count: 2, mass: 100 t, stiffness: [300 kN/mm, 2e8]}, high: {count: 2, mass: 50 t, stiffness: 1e8}}
contacts: [{name: 'floor#', left: 'low#', right: 'high#', gap: 2 mm, model: newton, restitution: 0.6, repeat: 2}]
ground: {record: mixed/a.csv}
duration: 2
precision: 0
END_OF_FILE
cat >factors.yaml <<'END_OF_FILE'
scenario: town.yaml
vary:
  low: {scale: 'storeys.low.stiffness.*', values: [1, 0.8]}
  high: {scale: 'storeys.high.stiffness.*', from: 0.5, to: 1, count: 2}
  pga: {path: ground.scale_to.pga, values: [0.3 g]}
  one: {path: contacts.floor1.gap, values: [1 mm]}
  two: {scale: contacts.floor2.gap, values: [2]}
END_OF_FILE
succeeds sweep factors.yaml -o factors
succeeds export factors factors.csv
head -n 1 factors.csv | grep -q '^case,low,high,pga \[m/s²\],one \[m\],two,status' || fault "factors.csv begins with $(head -n 1 factors.csv | cut -c1-80)"
[ "$(sed -n 4p factors.csv | cut -d, -f1-6)" = '2,0.8,0.5,2.941995,0.001,2' ] || fault "factors.csv: $(sed -n 4p factors.csv | cut -c1-80)"
sed "s/300 kN.mm, 2e8/2.4e8, 1.6e8/; s/stiffness: 1e8/stiffness: 5e7/; s/a.csv/a.csv, scale_to: {pga: 0.3 g}/" town.yaml |
    awk '/^contacts/ { print "contacts:"; for (i = 1; i <= 2; i++) print "  - {name: floor" i ", left: low" i ", right: high" i ", gap: " (i == 1 ? 1 : 4) " mm, model: newton, restitution: 0.6}"; next } { print }' >written.yaml
json run written.yaml
moved=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^bodies.high2.max_displacement/) c = i } NR == 4 { print $c }' factors.csv)
near .bodies.high2.max_displacement "$moved" 1e-12
[ "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "impacts") c = i } NR == 4 { print $c }' factors.csv)" = "$(leaf .impacts)" ] ||
    fault 'factors.csv has other impacts than the scenario with the values in it'
axis() { printf '%s\n' 'scenario: town.yaml' "vary: {a: {$1}}" >axis.yaml; run sweep axis.yaml -o axis; }
axis 'path: contacts.*.gap, from: 10, to: 30 mm, count: 3'
says 'from has no unit and to has one: give both a unit, as in 30 mm'
axis 'path: contacts.*.gap, from: 0, to: 30 mm, count: 3'
[ "$status" -eq 0 ] || fault "$ran: exit $status"
axis 'scale: storeys.low.period, values: [1]'
says "scale: the scenario has no number at 'storeys.low.period' to multiply"
axis 'scale: storeys.low.mass, path: gravity, values: [1]'
says 'path and scale exclude each other'
axis 'scale: storeys.low.mass, values: [1 kg]'
says 'expected a plain number'
axis 'path: contacts.floor3.gap, values: [1]'
says "nothing in contacts is called 'floor3'"
axis 'path: contacts.floor1.left, values: [low2]'
says "only plain values can vary, and 'left' is not one"
