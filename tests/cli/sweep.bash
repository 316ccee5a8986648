# Studies: running, resuming, what is refused, tables.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cat >ball.yaml <<'EOF'
bodies: {ball: {mass: 1}}
gravity: 9.81
duration: 2
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]
EOF
cat >study.yaml <<'EOF'
title: Balls
scenario: ball.yaml
vary:
  gap: {path: contacts.0.gap, values: [1, 2, .inf], labels: [low, "high, er", never]}
  e: {path: contacts.0.restitution, values: [0.25, 0.5, 0.75]}
EOF

# the list, without running anything; labels stand for their values
succeeds sweep study.yaml --dry-run
[ "$(wc -l <stdout)" -eq 10 ] || fault "$ran: $(wc -l <stdout) lines, not 10"
[ "$(sed -n 1p stdout)" = 'case,gap,e' ] || fault "$ran: begins with $(sed -n 1p stdout)"
[ "$(sed -n 6p stdout)" = '4,"high, er",0.5' ] || fault "$ran: case 4 is $(sed -n 6p stdout)"
json sweep study.yaml --dry-run
is .cases 9
is .list[8].gap '"never"'

# numbers without labels have their units in the head
printf 'scenario: ball.yaml\nvary: {gap: {path: contacts.0.gap, values: [10 mm]}, e: {path: contacts.0.restitution, values: [1]}}\n' >units.yaml
succeeds sweep units.yaml --dry-run
[ "$(sed -n 1p stdout)" = 'case,gap [m],e' ] || fault "$ran: begins with $(sed -n 1p stdout)"

# a drift is a signal of its building, whatever it is looked for as
printf 'storeys: {low: {count: 2, mass: 1 t, stiffness: 1e6, height: 3 m}}\nduration: 1\n' >low.yaml
printf 'scenario: low.yaml\nvary: {t: {path: duration, values: [1, 2]}}\ncollect: {d: {quantity: links.low-2.max_drift, above: 1 %%}}\n' >drifts.yaml
run sweep drifts.yaml -o drifts
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says "drifts.yaml:3:25: error: no result is called 'links.low-2.max_drift'; did you mean 'watch.low-2-drift.max'?"

# a long list is not kept in memory: the most that it had, in kB, while it was written
cat >long.yaml <<'EOF'
scenario: ball.yaml
vary:
  gap: {path: contacts.0.gap, from: 1, to: 2, count: 500}
  e: {path: contacts.0.restitution, from: 0.25, to: 0.75, count: 400}
EOF
"$thud" sweep long.yaml --dry-run >list &
most=0
while kill -0 $! 2>/dev/null; do
    used=$(awk '/^VmHWM:/ { print $2 }' /proc/$!/status 2>/dev/null || true)
    [ "${used:-0}" -le "$most" ] || most=$used
    sleep 0.02
done
ran='thud sweep long.yaml --dry-run'
[ "$(wc -l <list)" -eq 200001 ] || fault "$ran: $(wc -l <list) lines"
[ "$most" -lt 200000 ] || fault "$ran: $most kB of memory"

json sweep study.yaml -o out
is .title '"Balls"'
is .cases 9
is .done 9
is .failed 0
is .before 0
has .seconds .cases_per_second .wall_seconds
[ "$(ls out)" = results.db ] || fault "$ran: left $(ls out)"
succeeds sweep study.yaml -o out
says '9 of 9 cases done, 9 of them before, 0 failed'
json status out
is .done 9
is .thud_version "\"$("$thud" --version | cut -d' ' -f2)\""
succeeds status out
says 'Balls: 9 of 9 cases done'

# the table: a ball that falls from a height h arrives with √(2 g h) after √(2 h/g)
succeeds export out table.csv
[ "$(head -n 1 table.csv | cut -d, -f1-7)" = 'case,gap [m],gap label,e,status,reason,duration [s]' ] ||
    fault "table.csv begins with $(head -n 1 table.csv)"
[ "$(wc -l <table.csv)" -eq 10 ] || fault "table.csv has $(wc -l <table.csv) lines"
[ "$(sed -n 10p table.csv | cut -d, -f1-5)" = '8,inf,never,0.75,ok' ] || fault "case 8 is $(sed -n 10p table.csv)"
column=$(head -n 1 table.csv | tr , '\n' | grep -nxF 'bodies.ball.max_velocity [m/s]' | cut -d: -f1)
# within 1e-12: rounding of a handful of operations; the cells with commas come first
sed -n 2p table.csv | cut -d, -f"$column" |
    awk '{ d = $1 / sqrt(2 * 9.81) - 1; exit !(d * d < 1e-24) }' || fault "case 0 does not arrive with √(2 g h)"
grep -q wall_seconds table.csv && fault "wall times in the table, which nobody asked for"
succeeds export out times.csv --times
grep -q 'wall_seconds \[s\]' times.csv || fault "--times: no wall times"
json export out again.csv
is .rows 9
same table.csv again.csv
succeeds export out table.h5 --hdf5
[ "$(head -c 8 table.h5 | od -An -c | tr -d ' ')" = '211HDF\r\n032\n' ] || fault "$ran: no HDF5 file"
absent ./*.part

# the same to the bit by one, two, four threads and on one, two, four ranks
ranks=()
if "$thud" sweep --help | grep -q mpirun && command -v mpirun >/dev/null; then ranks=(1 2 4); fi
for jobs in 1 2 4; do
    succeeds sweep study.yaml -o "jobs$jobs" --jobs "$jobs"
    succeeds export "jobs$jobs" "jobs$jobs.csv"
    same table.csv "jobs$jobs.csv"
done
for count in "${ranks[@]}"; do
    if OMPI_COMM_WORLD_SIZE=2 "$thud" sweep study.yaml -o none --jobs 2 2>&1 | grep -q 'without MPI'; then break; fi
    ran="mpirun -n $count thud sweep"
    "$here/../study/run-ranks" "$count" "$thud" sweep study.yaml -o "ranks$count" >stdout 2>stderr ||
        fault "$ran: $(cat stderr)"
    succeeds export "ranks$count" "ranks$count.csv"
    same table.csv "ranks$count.csv"
done
[ "${#ranks[@]}" -gt 0 ] || leaves_out ranks "there is no mpirun, or thud was built without MPI"

# a case that fails is a row with its reason, and the rest is run: each value is right by itself, the two are not
cat >spring.yaml <<'EOF'
bodies: {ball: {mass: 1}}
gravity: 9.81
duration: 2
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: kelvin-voigt, stiffness: 1e6, restitution: 1}]
EOF
cat >wrong.yaml <<'EOF'
scenario: spring.yaml
vary:
  model: {path: contacts.0.model, values: [linear, kelvin-voigt]}
  e: {path: contacts.0.restitution, values: [0.5, 1]}
EOF
json sweep wrong.yaml -o wrong
is .done 4
is .failed 1
is .failures[0].status '"argument"'
is .failures[0].first 0
is .failures[0].cases 1
succeeds sweep wrong.yaml -o wrong
says '1 × '
succeeds export wrong wrong.csv
[ "$(cut -d, -f4 wrong.csv | tr '\n' ' ')" = 'status argument ok ok ok ' ] || fault "$(cat wrong.csv)"

# histories of chosen cases are what thud run gives for them
sed 's/^duration: 2/&\noutput: {interval: 0.5}/' ball.yaml >told.yaml
cat >told_study.yaml <<'EOF'
scenario: told.yaml
vary: {e: {path: contacts.0.restitution, values: [0.25, 0.5, 0.75]}}
histories: [1]
EOF
succeeds sweep told_study.yaml -o told
succeeds run told.yaml -o once
same told/case-1/history.csv once/history.csv
same told/case-1/impacts.csv once/impacts.csv
[ "$(wc -l <told/case-1/history.csv)" -eq 6 ] || fault "$ran: rows: $(cat told/case-1/history.csv)"
absent told/case-0 told/case-2 told/case-1/*.part

# another study is refused, and the store left as it was
cp out/results.db copy.db
sed 's/duration: 2/duration: 3/' ball.yaml >ball3.yaml
sed 's/ball.yaml/ball3.yaml/' study.yaml >longer.yaml
fails 2 sweep longer.yaml -o out
says '--restart'
fails 2 sweep longer.yaml -o out --extend
same copy.db out/results.db
cp ball.yaml kept.yaml && cp ball3.yaml ball.yaml
fails 2 sweep study.yaml -o out # the scenario has changed under it
cp kept.yaml ball.yaml
succeeds sweep study.yaml -o out
# more values: what is in both is kept, and what comes of it is as if run at once
sed 's/values: \[0.25, 0.5, 0.75\]/values: [0.5, 0.6, 0.75]/' study.yaml >wider.yaml
fails 2 sweep wider.yaml -o out
says '--extend'
json sweep wider.yaml -o out --extend
is .before 6
is .done 9
succeeds sweep wider.yaml -o fresh
succeeds export out extended.csv
succeeds export fresh fresh.csv
same extended.csv fresh.csv
# and back: nothing was thrown away
json sweep study.yaml -o out --extend
is .before 9
succeeds export out back.csv
same table.csv back.csv
# anew: what was there is moved, not deleted
run sweep wider.yaml -o out --restart
says 'out/results-1.db'
mkdir old && mv out/results-1.db old/results.db
succeeds export old old.csv
same table.csv old.csv

# places and stores that are none
fails 2 sweep study.yaml
fails 2 sweep -o out
fails 2 sweep study.yaml -o out --extend --restart
for jobs in 0 -1 x 99999; do fails 2 sweep study.yaml -o out --jobs $jobs; done
fails 2 status
fails 2 status nowhere
says 'thud sweep'
fails 2 export out
# values drawn from a list, whole numbers too; all histories
cat >drawn.yaml <<'END'
scenario: trusted.yaml
vary:
  e: {path: contacts.0.restitution, samples: {distribution: discrete, values: [0.4, 60 %], weights: [3, 1]}, count: 8, sampling: lhs}
histories: all
END
printf 'bodies: {ball: {mass: 2}}\ncontacts:\n  - {name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}\n%s\n%s\n' \
    'gravity: 10' 'duration: 1' >trusted.yaml
succeeds sweep drawn.yaml -o drawn
succeeds export drawn drawn.csv
# a Latin hypercube of eight has six of three quarters
[ "$(cut -d , -f 2 drawn.csv | grep -cx 0.4)" -eq 6 ] || fault "$ran: not six of 0.4 but $(cut -d , -f 2 drawn.csv | tr '\n' ' ')"
[ "$(cut -d , -f 2 drawn.csv | grep -cx 0.6)" -eq 2 ] || fault "$ran: not two of 0.6"
[ "$(find drawn -name '*.csv' -path '*7*' | wc -l)" -gt 0 ] || fault "$ran: no history of case 7: $(find drawn)"
wrong_draw() {
    sed "s/values: .*weights: .3, 1./$1/" drawn.yaml >wrong-draw.yaml
    run sweep wrong-draw.yaml -o wrong-draw
    [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
    says "$2"
}
wrong_draw 'values: [0.4, 0.6], weights: [1]' 'wrong-draw.yaml:3:100: error: 1 weights for 2 values'
wrong_draw 'values: [0.4, 0.6], weights: [1, 0]' "'0' must be positive and finite"
wrong_draw 'weights: [1, 1]' 'values is missing'
wrong_draw 'values: [0.4, 0.6], low: 0' 'a discrete distribution has no low'
wrong_draw 'values: [0.4], mean: 0.4' 'a discrete distribution has no mean'
# more than a million cases are asked about
cat >much.yaml <<'END'
scenario: trusted.yaml
vary:
  e: {path: contacts.0.restitution, samples: {distribution: uniform, low: 0.2, high: 0.8}, count: 1001}
  gap: {path: contacts.0.gap, samples: {distribution: uniform, low: 0.5, high: 1}, count: 1000}
END
fails 2 sweep much.yaml -o much
says "1001000 cases: the samples of 'e' and 'gap' are crossed; 'zip: [e, gap]' pairs them, and --yes runs them all"
absent much/results.db
succeeds sweep much.yaml --dry-run

# how far the numbers of each case can be trusted: the same as thud run says
printf 'scenario: trusted.yaml\nvary: {gap: {path: contacts.0.gap, values: [1, 1.2]}}\n' >trust.yaml
succeeds sweep trust.yaml -o trust --spread
succeeds export trust trust.csv
json run trusted.yaml
awk -F , -v deviation="$(leaf .spread.bodies.ball.max_velocity.deviation)" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR == 2 { spread = $column["spread.bodies.ball.max_velocity [m/s]"]
        exit !($column["spread.impacts_lowest"] == 2 && $column["spread.impacts_highest"] == 2 &&
            $column["spread.agreed_until [s]"] == 1 && !("spread.contacts.floor.max_force [N]" in column) &&
            spread > 2.999999 * deviation && spread < 3.000001 * deviation) }' trust.csv ||
    fault "$ran: the spread of the table is not that of the run: $(head -n 2 trust.csv)"
succeeds report trust --case 1 -o trust.html
# without it the columns are others: a store is not gone on with as something else
fails 2 sweep trust.yaml -o trust

fails 2 export nowhere x.csv
fails 2 export out x.xlsx
says "'x.xlsx': a table is written as .csv"
fails 2 export out x.h5
says '--hdf5 writes HDF5'
fails 2 export out x.csv --hdf5
absent x.xlsx x.h5
absent x.csv nowhere
echo precious >file
fails 1 sweep study.yaml -o file
says 'not a directory'
fails 1 sweep study.yaml -o missing/out
fails 1 export out missing/x.csv
mkdir noise
head -c 20000 /dev/urandom >noise/results.db
cp noise/results.db noise.copy
fails 2 sweep study.yaml -o noise
fails 2 status noise
fails 2 export noise x.csv
same noise/results.db noise.copy
absent x.csv
mkdir cut
head -c 5000 copy.db >cut/results.db
cp cut/results.db cut.copy
fails 2 sweep study.yaml -o cut
same cut/results.db cut.copy
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod a-w locked
    fails 1 sweep study.yaml -o locked
    fails 1 sweep study.yaml -o locked/out
fi
fails 2 status study.yaml
says "there is no 'study.yaml/results.db'"

# a table does not take the place of the store that it is made from, by whatever name
cp out/results.db store.copy
fails 2 export out out/results.db
says "is part of 'out'"
fails 2 export out ./out/../out/results.db --hdf5
same out/results.db store.copy

# somebody else's study, of which nothing can be written: it is read all the same, and nothing appears beside it
mkdir foreign
cp copy.db foreign/results.db
chmod a-w foreign/results.db
chmod a-w,a+rx foreign
succeeds export foreign ours.csv
if [ "$(id -u)" -eq 0 ]; then # whom permissions do not stop
    chmod a+rx "$scratch" . && as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    if "${as_nobody[@]}" test -x "$thud" 2>/dev/null && "${as_nobody[@]}" test -r foreign/results.db; then
        "${as_nobody[@]}" "$thud" status foreign >stdout 2>stderr || fault "a study of another: $(cat stderr)"
    else
        leaves_out "a study of another user" "nobody (65534) cannot reach the command from here"
    fi
fi
[ "$(ls foreign)" = results.db ] || fault "foreign has $(ls foreign)"
chmod u+w foreign

# not by mpirun, but told so: it does not run several times over the same store
# (with MPI it starts as one rank; without, it says so)
OMPI_COMM_WORLD_SIZE=2 "$thud" sweep study.yaml -o two --jobs 2 >stdout 2>stderr && fault "--jobs under mpirun is taken"
absent two

# a limit on the size of files stands in for a full disk: what was committed is kept, and the same command goes on
cat >many.yaml <<'EOF'
title: Many
scenario: ball.yaml
vary:
  gap: {path: contacts.0.gap, from: 0.1, to: 2, count: 100}
  e: {path: contacts.0.restitution, from: 0.2, to: 0.6, count: 100}
EOF
succeeds sweep many.yaml -o all
succeeds export all all.csv
# full NAME…: the last sweep ran out of room
full() {
    [ "$(cat status)" -eq 1 ] || fault "$1: exit $(cat status), not 1"
    grep -q '^thud: error: cannot write .*results.db' stderr || fault "$1: $(cat stderr)"
}
(
    trap '' XFSZ
    spare_counts
    ulimit -f 1500 # kB of 1,024 bytes
    status=0
    "$thud" sweep many.yaml -o little --jobs 2 >stdout 2>stderr || status=$?
    echo $status >status
)
full 'a store that cannot grow'
json status little
awk -v done="$(leaf .done)" 'BEGIN { exit !(done < 10000) }' || fault "$ran: all cases fit"
succeeds sweep many.yaml -o little
succeeds export little little.csv
same all.csv little.csv

# and a disk that is full, where one can be had
mkdir small
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=1500k none small 2>/dev/null; then
    status=0
    "$thud" sweep many.yaml -o small/out --jobs 2 >stdout 2>stderr || status=$?
    echo $status >status
    full 'a full disk'
    json status small/out
    [ "$(leaf .done)" -lt 10000 ] || fault "$ran: all cases fit"
    mkdir room && cp small/out/* room
    umount small
    succeeds sweep many.yaml -o room
    succeeds export room room.csv
    same all.csv room.csv
else
    leaves_out "a full disk" "a small one cannot be mounted, which takes root"
fi

# Ctrl-C: what is finished is kept, it says how to go on, and the same command does
cat >slow.yaml <<'EOF'
title: Slow
scenario: deck.yaml
vary: {e: {path: contacts.0.restitution, from: 0.3, to: 0.8, count: 100000}}
EOF
cat >deck.yaml <<'EOF'
bodies: {deck: {mass: 1.25e6}}
links: [{left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}]
contacts: [{name: east, left: deck, right: ground, gap: 0.03, model: flores, stiffness: 5e9, restitution: 0.6}]
ground: {sine: {amplitude: 3, frequency: 0.5}}
duration: 200
EOF
"$thud" sweep slow.yaml -o slow --jobs 2 >stdout 2>stderr &
job=$!
begin=$SECONDS
while ! grep -q '^thud: [0-9]' stderr && kill -0 $job; do sleep 0.05; done
kill -TERM $job
status=0
wait $job || status=$?
ran='thud sweep, terminated'
[ $status -eq 1 ] || fault "$ran: exit $status, not 1"
says 'continues from there'
grep -q '^thud: [0-9]* of 100000 cases ([0-9]* %), ' stderr || fault "$ran: no line of progress: $(cat stderr)"
[ "$(grep -c '^thud: [0-9]' stderr)" -le $((SECONDS - begin + 1)) ] || fault "$ran: more than a line a second"
json status slow
[ "$(leaf .done)" -gt 0 ] || fault "$ran: nothing was kept"

# a case with an infinity is not ok: ½ 1e100 (1e120)² is one, ½ 1 (1e120)² is not
printf 'bodies: {ball: {mass: 1}}\ngravity: 1e60\nduration: 1e60\n' >endless.yaml
printf 'scenario: endless.yaml\nvary: {m: {path: bodies.ball.mass, values: [1, 1e100]}}\n' >masses.yaml
json sweep masses.yaml -o masses
is .failed 1
is .failures[0].status '"finite"'
is .failures[0].reason '"at 1e+60 s: energy.input is inf"'
succeeds export masses masses.csv
[ "$(sed -n 3p masses.csv | cut -d , -f 1-4)" = '1,1e+100,finite,at 1e+60 s: energy.input is inf' ] ||
    fault "$ran: case 1 is $(sed -n 3p masses.csv)"

# restitution against speed: its numbers vary by their paths, and one number takes the place of all of it
cat >curve.yaml <<'END'
bodies: {ball: {mass: 1 kg, displacement: -1 m}}
gravity: 9.81
contacts: [{name: floor, left: ball, right: ground, model: newton, restitution: {a: 0.2, b: 0.25}}]
duration: 3
END
printf 'scenario: curve.yaml\nvary: {a: {path: contacts.floor.restitution.a, values: [0.1, 0.3]}}\n' >curve_study.yaml
succeeds sweep curve_study.yaml -o curve
succeeds export curve curve.csv
# v⁺ = (1 − 0.3 v^0.25) v from √(2 g) m/s on: 61 impacts are faster than 1 mm/s; with 0.1 the third second ends before
awk 'BEGIN { for (v = sqrt(19.62); v > 1e-3; n++) v *= 1 - 0.3 * v ^ 0.25; print n }' >expected
[ "$(sed -n 3p curve.csv | cut -d, -f6)" = "$(cat expected)" ] || fault "impacts: $(sed -n 3p curve.csv), not $(cat expected)"
printf 'scenario: curve.yaml\nvary: {e: {path: contacts.floor.restitution, values: [0.5]}}\n' >number_study.yaml
succeeds sweep number_study.yaml -o number
succeeds export number number.csv
[ "$(sed -n 2p number.csv | cut -d, -f6)" = 13 ] || fault "impacts: $(sed -n 2p number.csv)"
printf 'scenario: curve.yaml\nvary: {e: {path: contacts.floor.restitution.at, values: [1]}}\n' >points.yaml
run sweep points.yaml -o points
grep -q '^points.yaml:2:45: error: .*cannot vary one by one' stderr || fault "$ran: $(cat stderr)"

# the notes of the cases are counted over the study: a duration that cuts the record off, before its peak at 3.5 s or after it,
# and a link that yields on its way out in some of them, by other lengths each time
awk 'BEGIN { print "t [s],a [m/s^2]"; for (i = 0; i <= 400; i++) print i / 100 "," (i <= 350 ? i : 700 - i) / 350 }' >ramp.csv
cat >cut.yaml <<'END'
bodies: {a: {mass: 1}}
links: [{name: pier 1, left: ground, right: a, stiffness: 100, hysteresis: {model: bilinear, yield: 0.01}}]
ground: {record: ramp.csv, scale_to: {pga: 0.2 g}}
END
printf 'scenario: cut.yaml\nvary: {d: {path: duration, values: [0.03, 1, 2, 3, 3.8, 9]}}\ncollect: {far: {quantity: bodies.a.max_displacement, above: 1 mm}}\n' >cut_study.yaml
sed -i '$aduration: 9' cut.yaml
noted() {
    is '.notes[0].note' '"the ground motion goes on until 4 s, its peak at 3.5 s included, and the run does not"'
    near '.notes[0].cases' 4 0
    near '.notes[0].first' 0 0
    leaf '.notes[1].note' | grep -q "^\"a mechanism: link 'pier 1' yielded by" || fault "$ran: $(leaf '.notes[1].note') is no mechanism"
    near '.notes[1].cases' 5 0
    near '.notes[1].first' 1 0
    is '.notes[2].note' '"the ground motion goes on until 4 s, and the run does not"'
    near '.notes[2].cases' 1 0
    near '.notes[2].first' 4 0
    [ -z "$(leaf '.notes[3].note')" ] || fault "$ran: another note: $(leaf '.notes[3].note')"
}
for layout in rows columns:4; do
    json sweep cut_study.yaml -o "cut-$layout" --layout "$layout"
    noted
    near .failed 0 0
    json sweep cut_study.yaml -o "cut-$layout" # what is there is read again
    near .before 6 0
    noted
    json status "cut-$layout"
    noted
    json export "cut-$layout" cut.csv
    noted
    json export "cut-$layout" curves.csv --fragility --level d
    noted
    [ "$(cut -d, -f3,4 cut.csv | sort -u | tr '\n' ' ')" = 'ok, status,reason ' ] || fault "cut.csv: a case failed"
    succeeds report "cut-$layout"
    grep -q 'its peak at 3.5 s included' "cut-$layout/report.html" || fault "$ran: the page has no notes"
done
succeeds status cut-rows
says '  note: 4 of 6 cases: the ground motion goes on until 4 s, its peak at 3.5 s included, and the run does not (case 0 first)'
says '(case 4)'

# without a duration each record has its own: 4 s and 1 s, and five periods of 2 pi sqrt(m/k) = pi/5 s
awk 'BEGIN { print "t [s],a [m/s^2]"; for (i = 0; i <= 100; i++) print i / 100 ",0.1" }' >ramp_short.csv
printf 'scenario: own.yaml\nvary: {r: {path: ground.record, files: ramp*.csv}}\n' >own_study.yaml
printf 'bodies: {a: {mass: 1}}\nlinks: [{left: ground, right: a, stiffness: 100}]\nground: {record: ramp.csv}\n' >own.yaml
json run own.yaml
near .duration 7.1415926535897931 1e-14
succeeds sweep own_study.yaml -o own
says 'note: 2 of 2 cases: no duration is given: it is'
succeeds export own own.csv
[ "$(awk -F, 'NR > 1 { printf "%s %.12g;", $2, $5 }' own.csv)" = 'ramp.csv 7.14159265359;ramp_short.csv 4.14159265359;' ] ||
    fault "own.csv has other durations: $(cut -d, -f2,5 own.csv)"
sed -i '/ground/d' own.yaml
run run own.yaml
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'own.yaml:1:1: error: duration is missing; without a record it has no default'

# laws that are run in different ways, one after the other on one worker: the first and the last are the same
printf '%s\n' 'bodies: {ball: {mass: 0.5, velocity: 2}}' 'laws: {mine: {force: "k*depth^n*(1 + c*tanh(rate))"}}' 'contacts:' \
    '  - {left: ball, right: ground, gap: 0.01, model: flores, stiffness: 1e6, restitution: 0.6}' 'duration: 0.02' >ball.yaml
printf 'scenario: ball.yaml\nvary: {law: {path: contacts.0.model, values: [flores, adams-impact, mine, walton-braun, flores]}}\n' >laws.yaml
sed -i 's/stiffness: 1e6/stiffness: 1e6, exponent: 1/; s/flores, stiffness/kelvin-voigt, stiffness/' ball.yaml
sed -i 's/flores/kelvin-voigt/g; s/, mine//' laws.yaml
succeeds sweep laws.yaml -o laws --jobs 1
succeeds export laws laws.csv
[ "$(awk -F, 'NR > 1 && $3 == "ok"' laws.csv | wc -l)" -eq 4 ] || fault "laws.csv has not four good rows"
[ "$(sed -n 2p laws.csv | cut -d, -f3-9)" = "$(sed -n 5p laws.csv | cut -d, -f3-9)" ] || fault 'a law leaves something behind for the next'
