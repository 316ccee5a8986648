# Scenarios as FMUs: what lies in the file, what is said about it, and what is refused. tests/fmu imports them.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cat >two.yaml <<'END'
title: Two decks
bodies: {east: {mass: 2}, west: {mass: 1, displacement: -2 mm}}
links:
  - {name: bearing, left: ground, right: east, stiffness: 100, damping_ratio: 0.05}
  - {left: ground, right: west, stiffness: 100, hysteresis: {model: bilinear, yield: 10}}
contacts: [{name: joint, left: west, right: east, gap: 30 mm, model: flores, stiffness: 1e5, restitution: 0.5}]
ground: {record: quakes/one.csv}
duration: 2
END
mkdir quakes
printf 'time [s],acceleration [g]\n0,0\n1,0.1\n2,0\n' >quakes/one.csv

# ---- what it contains ----
succeeds fmu two.yaml -o two.fmu --inputs 'forces.*,ground' --parameters 'contacts.*.gap,bodies.west.displacement'
for text in 'FMI 3.0, co-simulation' 'forces.west' 'inputs.ramped' 'contacts.joint.gap' '0.03' \
    'start.bodies.west.displacement' '-0.002' 'bodies.east.velocity' 'links.bearing.force' 'records/one.csv'; do
    says "$text"
done
json fmu two.yaml -o again.fmu --inputs 'forces.*,ground' --parameters 'contacts.*.gap,bodies.west.displacement' --outputs 'contacts.joint.*'
is .file '"again.fmu"'
is .fmi '"3.0"'
is '.kinds[0]' '"co-simulation"'
is .model_identifier '"again"'
is '.variables[0].name' '"time"'
is '.variables[1].name' '"contacts.joint.gap"'
is '.variables[1].causality' '"parameter"'
is '.variables[1].unit' '"m"'
near '.variables[1].start' 0.03 0
is '.files[0]' '"records/one.csv"'
has .token
json fmu two.yaml -o 2-2.fmu --fmi 2
is .fmi '"2.0"'
is .model_identifier '"_2_2"'

if needs unzip 'what lies in an FMU'; then
    [ "$(unzip -Z1 two.fmu | grep -v licenses | tr '\n' ' ')" = 'modelDescription.xml binaries/x86_64-linux/two.so resources/scenario.yaml resources/thud-fmu.txt resources/records/one.csv ' ] ||
        fault "two.fmu holds $(unzip -Z1 two.fmu)"
    unzip -qt two.fmu >tested || fault 'two.fmu is damaged'
    unzip -Z1 2-2.fmu >listed
    grep -qx 'binaries/linux64/_2_2.so' listed || fault "2-2.fmu holds $(cat listed)"
    unzip -qo two.fmu -d two
    same two/resources/records/one.csv quakes/one.csv
    # the scenario within runs as the one outside does, from where it lies
    json run two.yaml
    grep -v wall_seconds leaves >outside
    json run two/resources/scenario.yaml
    grep -v wall_seconds leaves >inside
    same outside inside
    # the library needs nothing of others, and shows the functions of the standard alone
    if ! is_sanitized && needs readelf 'what the library needs'; then
        readelf -dW two/binaries/x86_64-linux/two.so | grep NEEDED >needed
        [ "$(grep -cE 'lib(c|m)\.so\.6' needed)" -eq "$(wc -l <needed)" ] ||
            fault "the library of an FMU needs more than libc and libm: $(cat needed)"
        readelf --dyn-syms -W two/binaries/x86_64-linux/two.so | awk '$5 == "GLOBAL" && $7 != "UND" { print $8 }' >shown
        [ "$(grep -c '^fmi[23]' shown)" -eq "$(wc -l <shown)" ] ||
            fault "the library of an FMU shows more than the functions of the standard: $(grep -v '^fmi' shown)"
    fi
fi

# shorthand is written out, and a scenario may come from standard input
printf 'storeys: {a: {count: 2, mass: 200 t, period: 0.5 s}}\nduration: 1\n' >tower.yaml
succeeds fmu tower.yaml -o tower.fmu --parameters 'links.*.stiffness'
says 'links.a-1.stiffness'
says 'watch.'
succeeds fmu - -o input.fmu <tower.yaml

# model exchange: states, their derivatives and indicators of events, of models that have no jumps
printf 'bodies: {ball: {mass: 1}}\ngravity: 9.81\nduration: 1\ncontacts: [{name: floor, left: ball, right: ground, gap: 1, model: flores, stiffness: 1e6, restitution: 0.5}]\n' >soft.yaml
json fmu soft.yaml -o soft.fmu --exchange --inputs ground
is '.kinds[0]' '"model exchange"'
is '.variables[2].name' '"bodies.ball.displacement"'
is '.variables[5].name' '"der(bodies.ball.velocity)"'
succeeds fmu soft.yaml -o soft.fmu --exchange --fmi 2
says 'FMI 2.0, model exchange'

# ---- what is refused ----
rm -f no.fmu
no() {
    fails 2 fmu "$@"
    absent no.fmu
}
no
no two.yaml
says '-o FILE.fmu'
no two.yaml more.yaml -o no.fmu
no two.yaml -o no.zip
says '.fmu'
no two.yaml -o .fmu
no two.yaml -o no.fmu --fmi 1
no two.yaml -o no.fmu --inputs ''
no two.yaml -o no.fmu --inputs forces.est
says "'forces.east'"
no two.yaml -o no.fmu --inputs forces.joint
no two.yaml -o no.fmu --inputs gravity
says "'ground'"
no two.yaml -o no.fmu --inputs 'ground,ground'
says 'twice'
no two.yaml -o no.fmu --inputs 'forces.east,forces.*'
says 'twice'
no two.yaml -o no.fmu --outputs bodies.east.velocty
says "'bodies.east.velocity'"
no two.yaml -o no.fmu --outputs 'things.*'
says "'bodies.east.displacement'"
no two.yaml -o no.fmu --parameters contacts.joynt.gap
says "'joint'"
no two.yaml -o no.fmu --parameters contacts.joint.gab
says "'gap'"
no two.yaml -o no.fmu --parameters contacts.joint.model
says 'not a quantity'
no two.yaml -o no.fmu --parameters contacts.joint.damping
says "is 'exact' in the scenario"
no two.yaml -o no.fmu --parameters 'contacts.*.gap,contacts.joint.gap'
says 'twice'
no two.yaml -o no.fmu --parameters contacts.joint.gap,contacts.0.gap
says 'are the same value'
no two.yaml -o no.fmu --parameters 'rods.*.mass'
no two.yaml -o no.fmu --parameters 'contacts.joint.*.gap'
says 'items of a section'
no two.yaml -o no.fmu --parameters links.1.hysteresis.gap
says 'bilinear takes no gap'
printf 'rods: {a: {pivot: [0, 0], length: 1, mass: 1, angle: 1}}\ngravity: 9.81\nduration: 1\n' >rod.yaml
no rod.yaml -o no.fmu
says 'rods'
sed 's/flores/adams-impact/; s/restitution/transition: 1 mm, restitution/' soft.yaml >adams.yaml
no adams.yaml -o no.fmu
says '--exchange'
succeeds fmu adams.yaml -o adams.fmu --exchange
printf 'bodies: {a: {mass: 1}}\nduration: 1\nsolver: moreau\nstep: 1 ms\n' >moreau.yaml
no moreau.yaml -o no.fmu
says 'moreau'

exchange() {
    no "$1" -o no.fmu --exchange
    says "no model exchange: $2"
}
exchange two.yaml 'links that yield'
exchange rod.yaml 'models with rods'
sed 's/flores, stiffness: 1e6/newton/' soft.yaml >hard.yaml
exchange hard.yaml 'the jumps of newton, poisson and stronge contacts'
sed 's/flores/valles-reinhorn/' soft.yaml >hard.yaml
exchange hard.yaml 'laws with two stiffnesses'
printf 'bodies: {a: {mass: 1}, b: {mass: 1}}\nduration: 1\ncontacts: [{left: {a: 0.5, b: 0.5}, right: ground, gap: 1, model: hertz, stiffness: 1e6}]\n' >point.yaml
exchange point.yaml 'contacts of points'
printf 'bodies: {a: {mass: 1}}\nsupports: {s: {sine: {amplitude: 1, frequency: 1}}}\nlinks: [{left: s, right: a, stiffness: 10}]\nduration: 1\n' >support.yaml
exchange support.yaml 'models with supports'

# files that are not there: what is wrong with a scenario has its place
run fmu nowhere.yaml -o no.fmu
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
printf 'bodies: {a: {mass: -1}}\nduration: 1\n' >bad.yaml
run fmu bad.yaml -o no.fmu
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'bad.yaml:1:'
absent no.fmu
fails 1 fmu two.yaml -o nowhere/no.fmu
