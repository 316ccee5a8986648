# Scenarios: what thud run prints and writes, and what it says when something is wrong.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# a ball that falls 1 m on a floor; Newton, e = 0.5: impacts at t1 = √(2/g), then 2 e^k t1 later each
cat >ball.yaml <<'END'
title: Ball
bodies:
  ball: {mass: 2}
contacts:
  - {name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}
gravity: 10
duration: 1
output: {interval: 0.25}
END

json run ball.yaml
is .title '"Ball"'
is .duration 1
is .impacts 2
has .bodies.ball.max_displacement .bodies.ball.max_velocity .bodies.ball.max_acceleration
has .bodies.ball.final_displacement .bodies.ball.final_velocity
has .contacts.floor.impacts .contacts.floor.max_force .contacts.floor.max_penetration .contacts.floor.impulse
has .contacts.floor.energy_lost .contacts.floor.stick_time .contacts.floor.resting_force
# an impulse has no finite force
is .contacts.floor.max_force null
is .bodies.ball.impulsive true
has .energy.input .energy.dissipated .energy.impact .energy.stored .energy.residual
has .solver.steps .solver.events .solver.rhs_evaluations .solver.wall_seconds
# v = √20, J = m v (1 + e) + m v e (1 + e), E = ½ m v² (1 − e²)(1 + e²); impacts at 0.4472 s and 0.8944 s
near .bodies.ball.max_velocity 4.4721359549995794 1e-14
near .contacts.floor.impulse 20.124611797498108 1e-13
near .contacts.floor.energy_lost 18.75 1e-12
near .energy.residual 0 1e-13
# 1 − 0.8944 s after the second impact with v/4
near .bodies.ball.final_displacement 0.93769410125094636 1e-13
[ -z "$(leaf .stop)" ] || fault "$ran: stop is there although nothing stopped"
absent ball

# the table for people
succeeds run ball.yaml --all
says 'Ball: 1 s, 2 impacts'
says 'floor'
says '4.4721 m/s'
says 'the energy balance closes to'

# the answer comes first, with digits to its uncertainty, and the same sentences are in the summary
succeeds run ball.yaml
[ "$(sed -n 1p stdout)" = 'Ball: 1 s' ] || fault "$ran: begins with $(sed -n 1p stdout)"
[ "$(sed -n 2p stdout)" = 'Strikes at floor: 2 impacts; they lose 18.8 J.' ] || fault "$ran: $(sed -n 2p stdout)"
[ "$(sed -n 3p stdout)" = 'Largest displacement 1.00 m (ball); acceleration between impacts 10.0 m/s² (ball).' ] ||
    fault "$ran: $(sed -n 3p stdout)"
[ "$(wc -l <stdout)" -le 14 ] || fault "$ran: $(wc -l <stdout) lines"
json run ball.yaml
is '.answer[0]' '"Strikes at floor: 2 impacts; they lose 18.8 J."'

# a gap that is not reached: what is left of it. 0.1 cos 2t against 0.15 m
cat >short.yaml <<'END'
bodies: {a: {mass: 1, displacement: 0.1}}
links: [{left: ground, right: a, stiffness: 4}]
contacts: [{name: wall, left: a, right: ground, gap: 0.15, model: newton, restitution: 0.5}]
duration: 3
precision: 0
END
succeeds run short.yaml
says 'No contact is struck: at wall, 50.0 mm is left of the gap of 150 mm.'
sed 's/0.15/.inf/' short.yaml >never.yaml
succeeds run never.yaml
says 'No contact is struck: the gaps never close. At wall, a gap of 100 mm would just have been reached.'

# drifts in percent; accelerations in g too where the input was: 0.2 g in resonance, c = 2 zeta omega, k = 1, m = 1
cat >drift.yaml <<'END'
storeys: {low: {count: 2, mass: 100 t, stiffness: 1e8, height: 3, damping_ratio: 5 %}}
ground: {sine: {amplitude: 0.2 g, frequency: 3}}
duration: 4
precision: 0
END
json run drift.yaml
drift=$(leaf '.watch.low-1-drift.max') shear=$(leaf '.watch.low-base-shear.max') most=$(leaf .bodies.low2.max_acceleration)
succeeds run drift.yaml
awk -v d="$drift" -v s="$shear" -v a="$most" 'BEGIN {
    printf "Largest drift %.3g %% (low-1); base shear %.3g MN (low).\n", 100 * d, s / 1e6
    printf "%.4g m/s², %.3g g (low2)\n", a, a / 9.80665 }' >expected
while read -r line; do says "$line"; done <expected
sed 's/0.2 g/1.96133/' drift.yaml >metres.yaml
succeeds run metres.yaml
! grep -q ' g (' stdout || fault "$ran: speaks of g"

# which damping was used, and what it returns for a free pair: 0.725 is the rule's, as in impact.bash
contact() {
    printf '%s\n' "bodies: {a: {mass: 1, velocity: 1}}" "duration: 1" "contacts:" \
        "  - {name: wall, left: a, right: ground, gap: 0.1, stiffness: 1e6, $1}"
}
contact 'model: lankarani-nikravesh, restitution: 0.5' >exact.yaml
json run exact.yaml
is .contacts.wall.damping_kind '"exact"'
near .contacts.wall.e_free 0.5 1e-12
near .bodies.a.final_velocity -0.5 1e-9 # the tolerance of contact phases
succeeds run exact.yaml
says 'wall: lankarani-nikravesh, exact damping, returns e = 0.5000'
contact 'model: lankarani-nikravesh, restitution: 0.5, damping: published' >rule.yaml
json run rule.yaml
is .contacts.wall.damping_kind '"published"'
near .contacts.wall.e_free 0.7252411140 1e-9
near .bodies.a.final_velocity -0.7252411140 2e-9
succeeds run rule.yaml
says 'published damping, returns e = 0.7252 in a free impact, 45 % too high for the 0.5000 asked for'
contact 'model: kelvin-voigt, damping: 100' >number.yaml
json run number.yaml
is .contacts.wall.damping_kind '"given"'
is .contacts.wall.e_free null
succeeds run number.yaml
says 'wall: kelvin-voigt, damping given: e depends on masses and speed'
json run ball.yaml
is .contacts.floor.damping_kind '"none"'
near .contacts.floor.e_free 0.5 0

# slips that are common, and what to do about them
refused() {
    run "$@"
    [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
}
printf 'scenario: ball.yaml\nvary: {e: {path: contacts.0.restitution, values: [0.5]}}\n' >study.yaml
refused run study.yaml
says 'study.yaml:1:1: error: this is a study: thud sweep runs it'
refused sweep ball.yaml -o swept
says 'ball.yaml:1:1: error: this is a scenario: run it with thud run'
printf 'storeys: {a: {count: 2, mass: 1 t, stiffness: 1e6}, b: {count: 2, mass: 1 t, stiffness: 1e6}}\nduration: 1\n' >two.yaml
refused sweep two.yaml -o swept
says 'two.yaml:1:1: error: this is a scenario: run it with thud run'
printf 'damping: {rayleigh: {ratio: 5 %%, modes: [1, 2]}}\n' >>two.yaml
refused run two.yaml
says 'two.yaml:3:41: error: damping.rayleigh.modes need exactly one structure: give periods instead'
# a word too many in a key, many bodies by a star, what is repeated without numbers: each is one error
while IFS='|' read -r line words; do
    printf 'bodies: {a: {mass: 1}, b: {mass: 1}}\nduration: 1\n%s\n' "$line" >slip.yaml
    refused run slip.yaml
    says "slip.yaml:$words"
    [ "$(grep -c error stderr)" -eq 1 ] || fault "$ran: $(cat stderr)"
done <<'END'
links: [{left: ground, right: a, stiffness: 1, hysteresis: {model: bilinear, yield_force: 1}}]|3:78: error: unknown key 'yield_force' in hysteresis; did you mean 'yield'?
contacts: [{left: a*, right: b, model: newton, restitution: 1}]|3:19: error: no body is called 'a*': for many of them, write # for the number, and 'repeat: 5'
contacts: [{name: c, left: a*, right: b, model: newton, restitution: 1, repeat: 2}]|3:19: error: a repeated item needs a # in its name, for its number: 'c#'
END
# what a study puts into a scenario excludes what stands there
printf 'bodies: {a: {mass: 1}}\nduration: 1\nground: {sine: {amplitude: 1, frequency: 1}}\n' >shaken.yaml
printf '0 0\n0.1 1\n0.2 0\n' >record.txt
printf 'scenario: shaken.yaml\nvary:\n  r: {path: ground.record, files: record.*}\n' >records.yaml
refused sweep records.yaml -o swept
says "records.yaml:3:35: error: r: 'record.txt': record and sine exclude each other"
refused run nofile.yaml
says 'nofile.yaml: error: No such file or directory'
slip() {
    printf 'bodies: {a: {mass: %s}}\nlinks: [{left: ground, right: a, stiffness: 1e6, damping_ratio: %s}]\nduration: %s\n' \
        "$@" >slip.yaml
}
slip '1250 tons' 0 1
refused run slip.yaml
says "slip.yaml:1:20: error: mass '1250 tons': expected t for tonnes of 1000 kg"
slip 1 5 1
refused run slip.yaml
says 'slip.yaml:2:65: error: damping_ratio 5 is 500 % of critical damping: write 5%'
slip 1 5% 1
succeeds run slip.yaml
slip 1 500% 1
succeeds run slip.yaml
slip 1 '5, overdamped: true' 1
succeeds run slip.yaml
slip 1 0 "'0,6'"
refused run slip.yaml
says 'a decimal point, as in 0.6, and no comma'

# a record scaled to a strength: a free mass follows the ground with its acceleration
printf 't [s],a [m/s²]\n0,0\n0.1,2\n0.2,0\n' >triangle.csv
scaled() {
    printf 'bodies: {a: {mass: 1}}\nlinks: [{left: ground, right: a, stiffness: 1e8}]\nduration: 0.2\nground: {record: triangle.csv, %s}\n' \
        "$1" >scaled.yaml
}
scaled 'scale_to: {pga: 0.5 g}'
json run scaled.yaml --no-spread
near .bodies.a.max_acceleration 4.903325 1e-2 # at 1e4 rad/s it overshoots by up to 49 m/s³ per rad/s
! grep -q 'note ' stdout || fault "$ran: a note on a record that is followed to its end"
printf 't [s],a [m/s²]\n0,0\n0.1,2\n0.3,1\n' >longer.csv
sed 's/triangle/longer/; s/scale_to.*}/scale: 1}/' scaled.yaml >longer.yaml
succeeds run longer.yaml --no-spread
says 'note     the ground motion goes on until 0.3 s, and the run does not'
# at rest, and shown as that
printf 'bodies: {a: {mass: 0.044}}\nlinks: [{left: ground, right: a, stiffness: 5.5}]\nduration: 0.3\ngravity: 9.81\n%s\n%s\n' \
    'contacts: [{name: floor, left: a, right: ground, model: newton, restitution: 0.7}]' \
    'ground: {sine: {amplitude: 0.156, frequency: 6.33, phase: 3.6}}' >rest.yaml
succeeds run rest.yaml --no-spread
! grep -q 'e-[0-9]* p' stdout || fault "$ran: shows rounding: $(grep 'e-[0-9]* p' stdout)"
scaled 'scale_to: {pgv: 0.4 m/s}'
json run scaled.yaml --no-spread
near .bodies.a.max_acceleration 4 1e-2
scaled 'scale_to: {sa: 0.5 g, period: 0}'
json run scaled.yaml --no-spread
near .bodies.a.max_acceleration 4.903325 1e-2
scaled 'scale_to: {sa: 0.5 g}'
refused run scaled.yaml
says 'period is missing'
scaled 'scale_to: {pga: 1 g}, scale: 2'
refused run scaled.yaml
says 'give either scale or scale_to'
scaled 'scale_to: {pga: 1 g, period: 1}'
refused run scaled.yaml
says 'period is for a sa'
scaled 'scale_to: {pga: -1 g}'
refused run scaled.yaml
says 'pga must be positive'

# how far the numbers can be trusted: Newton's e = 0.5 is known to 0.1 %, and so is the gap
json run ball.yaml
is .spread.copies 32
near .spread.precision 1e-3 0
near .spread.agreed_until 1 0
# max velocity √(2 g gap): the gap deviates by 1e-3/√3 of itself, its root by half of that; 32 copies tell it to 1/8
near .spread.bodies.ball.max_velocity.deviation 1.29e-3 5e-4
succeeds run ball.yaml
says 'inputs varied by 0.1 %; 2 impacts in all'
json run ball.yaml --no-spread
[ -z "$(leaf .spread.copies)" ] || fault "$ran: has a spread"
sed 's/gravity: 10/gravity: 10\nprecision: 0/' ball.yaml >sure.yaml
json run sure.yaml
[ -z "$(leaf .spread.copies)" ] || fault "$ran: has a spread"
fails 2 run sure.yaml --spread
says "so nothing varies"
fails 2 run ball.yaml --spread --no-spread
# copies that are much work are left out, by what is counted and not by the clock; what there is says so and how to get them
cat >tower.yaml <<'END_OF_FILE'
storeys: {a: {count: 60, mass: 100 t, stiffness: 1e8, yield: 1 MN, hardening: 0.05, damping_ratio: 3 %}}
ground: {noise: {rms: 0.2 g}}
duration: 10
END_OF_FILE
json run tower.yaml -o tower
[ -z "$(leaf .spread.copies)" ] || fault "$ran: has a spread"
is '.notes[0]' '"the runs with varied inputs that give ± are left out: they would take long; thud run --spread makes them"'
grep -q 'thud run --spread makes them' tower/summary.json || fault "$ran: nothing for the page"
succeeds run tower.yaml
says 'thud run --spread makes them'
if ! is_sanitized; then
    succeeds run tower.yaml --spread
    says '±: three deviations of 32 runs'
    ! grep -q 'thud run --spread' stdout || fault "$ran: says that they are left out"
fi
sed 's/gravity: 10/gravity: 10\nprecision: 0.2/' ball.yaml >unsure.yaml
refused run unsure.yaml
says 'precision'

# the files
succeeds run ball.yaml -o out
present out/history.csv out/impacts.csv out/summary.json
absent out/history.h5 out/motion.svg out/*.part
[ "$(head -n 1 out/history.csv)" = 't [s],ball displacement [m],ball velocity [m/s],ball acceleration [m/s²],floor force [N]' ] ||
    fault "$ran: history.csv begins with $(head -n 1 out/history.csv)"
[ "$(cut -d , -f 1 out/history.csv | tail -n +2 | tr '\n' ' ')" = '0 0.25 0.5 0.75 1 ' ] ||
    fault "$ran: history.csv is at $(cut -d , -f 1 out/history.csv | tail -n +2 | tr '\n' ' ')"
# ½ 10 0.25² and 10·0.25: short numbers stay short
[ "$(sed -n 3p out/history.csv)" = 0.25,0.3125,2.5,10,0 ] || fault "$ran: second row $(sed -n 3p out/history.csv)"
[ "$(wc -l <out/impacts.csv)" -eq 3 ] || fault "$ran: $(wc -l <out/impacts.csv) lines in impacts.csv, not 3"
awk -F , 'NR == 2 { exit !($1 == 1 && $2 - 0.4472135954999579 < 1e-15 && $2 - 0.4472135954999579 > -1e-15 &&
    $3 == "floor" && $6 - 0.5 < 1e-15 && $6 - 0.5 > -1e-15 && $7 == 0 && $8 == "") }' out/impacts.csv || fault "$ran: $(sed -n 2p out/impacts.csv)"
awk -f "$here/json.awk" out/summary.json >leaves || fault "$ran: summary.json is not JSON"
is .impacts 2

# again into the same folder, and with other rows
succeeds run ball.yaml -o out --interval 100ms
[ "$(wc -l <out/history.csv)" -eq 12 ] || fault "$ran: $(wc -l <out/history.csv) lines, not 12"
# events: both impacts, each before and after
succeeds run ball.yaml -o out --events
[ "$(grep -c '^0\.44721359549995' out/history.csv)" -ge 1 ] || fault "$ran: no row at the first impact"
# a scenario that does not say how often gives a thousand rows
grep -v output ball.yaml >plain.yaml
succeeds run plain.yaml -o plain
[ "$(wc -l <plain/history.csv)" -eq 1002 ] || fault "$ran: $(wc -l <plain/history.csv) lines, not 1002"

# HDF5: the signature of such a file
succeeds run ball.yaml -o hdf5 --hdf5
[ "$(head -c 4 hdf5/history.h5 | tail -c 3)" = HDF ] || fault "$ran: history.h5 is no HDF5 file"

# figures, with script and data beside
if needs gnuplot 'figures of runs'; then
    succeeds run ball.yaml -o figures --plot
    for figure in motion impacts; do
        present figures/$figure.svg figures/$figure.gp figures/$figure.dat
        grep -q '</svg>' figures/$figure.svg || fault "$ran: $figure.svg is not whole"
    done
    grep -q 'impulse of each impact' figures/motion.svg || fault "$ran: no impulses in motion.svg"
    # the bars of energy are all that the balance books: what came in is the sum of the others, here with links that
    # yield (1.27 of 3.06 MJ) and contacts. Within 1e-8 of it: nine digits of five numbers, and a balance within 1e-9
    succeeds run "$here/../../examples/unlike_buildings.yaml" -o bars --plot --no-spread
    awk 'NF == 3 && $3 ~ /^[a-z]+$/ { bars++; if ($3 == "input") input = $2; else sum += $2; if ($3 == "hysteresis") hysteresis = $2 }
        END { d = input - sum; exit !(bars == 5 && hysteresis > 1e6 && d <= 1e-8 * input && -d <= 1e-8 * input) }' bars/impacts.dat ||
        fault "$ran: the bars of energy do not add up: $(sed -n 2,6p bars/impacts.dat | tr '\n' ';')"
    grep -q 'xrange \[0.4:5.6\]' bars/impacts.gp || fault "$ran: the panel does not show all bars of energy"
    # nothing strikes anything: no axis without data
    sed 's/gap: 1,/gap: 100,/' ball.yaml >free.yaml
    succeeds run free.yaml -o free --plot
    present free/motion.svg free/impacts.svg
    # every line of a panel has a name beside it; of very many, seven have one, and the others one together
    for count in 12 20; do
        {
            echo 'gravity: 10'
            echo 'duration: 1'
            echo 'bodies:'
            for i in $(seq $count); do echo "  ball $i: {mass: 1}"; done
            echo 'contacts:'
            for i in $(seq $count); do
                echo "  - {name: floor $i, left: ball $i, right: ground, gap: 0.$((i + 10)), model: newton, restitution: 0.5}"
            done
        } >row.yaml
        succeeds run row.yaml -o row --plot
        for name in ball floor; do
            named=$(grep -cE "<text>$name [0-9]+<" row/motion.svg || true)
            [ "$named" -eq $((count == 12 ? 12 : 7)) ] || fault "$ran: $named of $count lines called $name are named in motion.svg"
        done
        [ "$(grep -c "13 others</tspan>" row/motion.svg || true)" -eq $((count == 12 ? 0 : 2)) ] || fault "$ran: the others of $count have no name"
    done
fi

# names with commas, quotes and letters beyond ASCII
sed 's/ball:/"a, \\"b\\" é":/; s/left: ball/left: "a, \\"b\\" é"/' ball.yaml >names.yaml
succeeds run names.yaml -o names --hdf5
head -n 1 names/history.csv | grep -qF '"a, ""b"" é displacement [m]"' || fault "$ran: $(head -n 1 names/history.csv)"

# a tolerance from the command line outranks the scenario; a loose one leaves more of a residual
cat >hertz.yaml <<'END'
bodies: {ball: {mass: 2}}
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: flores, stiffness: 1e6, restitution: 0.7}]
gravity: 10
duration: 1
END
json run hertz.yaml --tolerance 1e-13
tight=$(leaf .contacts.floor.max_force)
json run hertz.yaml --tolerance 1e-3
near .contacts.floor.max_force "$tight" "$(awk -v f="$tight" 'BEGIN { print 0.02 * f }')"

# wrong words
fails 2 run
says 'thud run SCENARIO.yaml'
fails 2 run ball.yaml more.yaml
fails 2 run ball.yaml -o
says 'needs a value: -o DIR'
fails 2 run ball.yaml -o a -o b
says 'twice'
fails 2 run ball.yaml --output a
fails 2 run ball.yaml ---o a
fails 2 run ball.yaml --o a
for option in --plot --hdf5 --events '--interval=1'; do
    fails 2 run ball.yaml $option
    says '-o DIR'
done
for interval in 0 -1 nan inf x 3kg 1e-12; do fails 2 run ball.yaml -o bad --interval $interval; done
for tolerance in 0 -1 nan 1e-16 0.01 x; do fails 2 run ball.yaml --tolerance $tolerance; done
absent bad

# time stepping runs, and is not what CVODE could confirm
sed 's/^duration: 1/solver: moreau\nstep: 1e-3\n&/' ball.yaml >moreau.yaml
succeeds run moreau.yaml
fails 2 run moreau.yaml --verify
says 'Moreau'

# messages of a scenario: file, line and column, then the line and a caret; every one of them, exit 2
sed 's/mass: 2/mas: 2/; s/gravity: 10/gravty: 10/' ball.yaml >wrong.yaml
run run wrong.yaml -o bad
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
[ ! -s stdout ] || fault "$ran: wrote to stdout although it failed"
[ "$(grep -c '^wrong\.yaml:[0-9]*:[0-9]*: error: ' stderr)" -ge 2 ] || fault "$ran: $(cat stderr)"
grep -q '^wrong\.yaml:3:10: error: .*mass' stderr || fault "$ran: no 3:10 in $(cat stderr)"
# the caret is under the word
awk '/^wrong\.yaml:3:10:/ { getline source; getline caret; exit !(index(source, "mas: 2") == index(caret, "^")) }' stderr ||
    fault "$ran: the caret is elsewhere: $(cat stderr)"
absent bad
run run missing.yaml
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'missing.yaml'
[ "$(wc -l <stderr)" -eq 1 ] || fault "$ran: $(wc -l <stderr) lines on stderr, not 1"

# files that cannot be
fails 1 run ball.yaml -o missing/out
absent missing
echo precious >taken
fails 1 run ball.yaml -o taken
[ "$(cat taken)" = precious ] || fault "$ran: replaced a file"
mkdir -p blocked/history.csv
fails 1 run ball.yaml -o blocked
absent blocked/impacts.csv blocked/*.part
# a limit on the size of files stands in for a full disk: the old file stays, and nothing half written
succeeds run ball.yaml -o small
cp small/history.csv old.csv
(
    trap '' XFSZ
    spare_counts
    ulimit -f 4
    status=0
    "$thud" run ball.yaml -o small --interval 1e-4 >stdout 2>stderr || status=$?
    echo $status >status
)
[ "$(cat status)" -eq 1 ] || fault "a history that cannot grow: exit $(cat status), not 1"
[ "$(wc -l <stderr)" -eq 1 ] || fault "a history that cannot grow: $(cat stderr)"
same small/history.csv old.csv
absent small/*.part

# Ctrl-C, and TERM likewise: stops, keeps what it had, exit 1. SIGINT may be ignored where tests run; the files are there afterwards, and say where it stopped
sed 's/duration: 1/duration: 1e9/; s/restitution: 0.5/restitution: 1/; s/gap: 1,/gap: 0.001,/' ball.yaml >long.yaml
"$thud" run long.yaml -o long --interval 1000 --json >stdout 2>stderr &
job=$!
while [ -z "$(find long -name 'impacts.csv.*.part' -size +0 2>/dev/null)" ] && kill -0 $job; do sleep 0.05; done
kill -TERM $job
status=0
wait $job || status=$?
[ $status -eq 1 ] || fault "a run that is interrupted: exit $status, not 1: $(cat stderr)"
grep -q '^thud: error: interrupted at t = ' stderr || fault "a run that is interrupted says $(cat stderr)"
present long/history.csv long/impacts.csv long/summary.json
absent long/*.part
awk -f "$here/json.awk" stdout >leaves || fault "a run that is interrupted: not JSON"
has .stop
awk -v t="$(leaf .duration)" 'BEGIN { exit !(t > 0 && t < 1e9) }' || fault "a run that is interrupted: duration $(leaf .duration)"

# help, and examples that work when pasted
succeeds run --help
says 'Usage: thud run'
says '-o DIR'
sed -n '/^Examples:/,$ s/^  //p' stdout >examples
[ -s examples ] || fault "thud run --help shows no example"
while read -r example; do
    PATH=$(dirname "$thud"):$PATH bash -c "$example" >output 2>&1 </dev/null || fault "$example: $(head -n 1 output)"
done <examples

# a stream that takes nothing
if [ -e /dev/full ]; then
    status=0
    "$thud" run ball.yaml --json >/dev/full 2>stderr || status=$?
    [ $status -eq 1 ] || fault "thud run >/dev/full: exit $status, not 1"
fi

# no run with an infinity ends well: ½ m v² = ½ 1e100 (1e120)² is one. The files are there and say why
printf 'bodies: {ball: {mass: 1e100}}\ngravity: 1e60\nduration: 1e60\n' >endless.yaml
run run endless.yaml --verify -o endless
[ "$status" -eq 1 ] || fault "$ran: exit $status, not 1"
says 'thud: error: at 1e+60 s: energy.input is inf'
present endless/history.csv endless/summary.json
awk -f "$here/json.awk" endless/summary.json >leaves || fault "$ran: summary.json is not JSON"
is .energy.input null
is .stop '"at 1e+60 s: energy.input is inf"'
# and the page of such a directory says so
run report endless
[ "$status" -eq 1 ] || fault "$ran: exit $status, not 1"
says 'thud: error: summary.json: energy.input is not a finite number'
grep -q 'data-nonfinite.*summary.json: energy.input is not a finite number' endless/report.html || fault "$ran: the page does not say so"
(cat endless.yaml; printf 'solver: moreau\nstep: 1e59\n') >stepped.yaml
run run stepped.yaml
[ "$status" -eq 1 ] || fault "$ran: exit $status, not 1"
says 'energy.input is inf'

# a law that pulls at the end of an impact: of a linear spring and damper with F = k d + c v, the largest pull is c v' where it
# parts, to less than the digits that are printed
cat >pull.yaml <<'END'
bodies: {a: {mass: 2, velocity: 1}}
contacts: [{name: wall, left: a, right: ground, gap: 0.1, model: kelvin-voigt, stiffness: 1e6, restitution: 0.5}]
duration: 0.2
precision: 0
END
json run pull.yaml
c=$(awk 'BEGIN { l = log(0.5); print 2 * -l / sqrt(l * l + 3.14159265358979 ^ 2) * sqrt(1e6 * 2) }')
succeeds run pull.yaml
says "$(awk -v c="$c" 'BEGIN { printf "note     kelvin-voigt pulls the bodies together at the end of an impact, by about %.0f N at '"'wall'"'; separation: zero-force leaves that out", c / 2 }')"
sed 's/restitution: 0.5/restitution: 0.5, separation: zero-force/' pull.yaml >parts.yaml
succeeds run parts.yaml
! grep -q pulls stdout || fault "$ran: $(grep pulls stdout)"

# with and without contacts: cos 2t against a rigid wall at 0.05 loses its motion; without the wall it goes on to 0.1
cat >walled.yaml <<'END'
bodies: {a: {mass: 1, displacement: -0.1}}
links: [{left: ground, right: a, stiffness: 4}]
contacts: [{name: wall, left: a, right: ground, gap: 0.05, model: newton, restitution: 0.5}]
duration: 6
precision: 0
END
json run walled.yaml --compare open
near .contacts.wall.closest_approach 0.05 1e-15
near .open.contacts.wall.closest_approach 0.1 1e-14
is .open.contacts.wall.impacts 0
near .open.bodies.a.final_velocity "$(awk 'BEGIN { printf "%.17g", 0.2 * sin(12) }')" 1e-12
near .open.energy.residual 0 1e-12
succeeds run walled.yaml --compare open
says 'compared  max'
says 'acceleration between impacts'
succeeds run walled.yaml
! grep -q 'all open' stdout || fault "$ran: compares"
# its history, for the page: that of the motion that goes on
succeeds run walled.yaml --compare open -o walled --interval 0.5
awk -F, 'NR == 1 { if ($2 != "a displacement [m]") exit 1; next } { d = $2 + 0.1 * cos(2 * $1); if (d * d > 1e-24) exit 1 } END { exit NR == 14 ? 0 : 1 }' \
    walled/open/history.csv || fault "$ran: the history with all contacts open"
fails 2 run walled.yaml --compare closed
says "--compare 'closed': expected open"
