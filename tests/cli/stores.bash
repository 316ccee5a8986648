# Stores that are not as they were written, by accident or on purpose; names and titles made to do harm.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

alter=${THUD_ALTER:-$(dirname "$thud")/../tests/alter}
cat >ball.yaml <<'EOF'
bodies: {ball: {mass: 1}}
gravity: 9.81
duration: 1
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]
EOF
cat >study.yaml <<'EOF'
title: Balls
scenario: ball.yaml
vary:
  gap: {path: contacts.0.gap, from: 0.1, to: 2, count: 6}
  e: {path: contacts.0.restitution, from: 0.2, to: 0.6, count: 6}
EOF
succeeds sweep study.yaml -o good
succeeds export good good.csv

# altered STATEMENTS [seal]: the good store, then the statements; with seal its checksums are right again
altered() {
    rm -rf bad && cp -r good bad
    "$alter" bad/results.db "$@" || fault "alter $1"
}
# recovers WHAT: a sweep makes it what it was
recovers() {
    run sweep study.yaml -o bad
    [ "$status" -eq 0 ] || fault "$ran after '$1': exit $status: $(cat stderr)"
    succeeds export bad again.csv
    same good.csv again.csv
}

# one bit over: what is exported is right, or nothing is
silent=0
for seed in {1..60}; do
    altered flip "$seed"
    rm -f flipped.csv
    run export bad flipped.csv
    case $status in
        0) cmp -s good.csv flipped.csv || silent=$((silent + 1)) ;;
        2) grep -q '^thud: error: .*is damaged' stderr || fault "seed $seed: $(cat stderr)" ;;
        *) fault "seed $seed: exit $status" ;;
    esac
    run sweep study.yaml -o bad
    if [ "$status" -eq 0 ]; then
        succeeds export bad flipped.csv
        cmp -s good.csv flipped.csv || silent=$((silent + 1))
    fi
done
[ $silent -eq 0 ] || fault "one bit over: $silent tables are wrong, and nobody said so"

# a row that somebody has changed is named by all who read, and run again by a sweep, which names it too
for change in 'gap = 1' "\"energy.input\" = 'abc'" "\"energy.input\" = '12abc'" "status = 'fine'"; do
    for seal in '' seal; do
        # shellcheck disable=SC2086  # no word, or one
        altered "UPDATE cases SET $change WHERE \"case\" = 17" $seal
        # a reader cannot know the study: values of axes with a checksum that fits are for the sweep to find
        if [ "$seal$change" != 'sealgap = 1' ]; then
            for command in 'status bad' 'export bad x.csv' 'report bad' 'report bad --case 3'; do
                # shellcheck disable=SC2086  # words
                fails 2 $command
                says "'bad/results.db' is damaged: the row of case 17 is not what was written"
            done
            absent x.csv bad/report.html bad/case-3.html
        fi
        run sweep study.yaml -o bad --json
        grep -q "^thud: warning: the row of case 17 in 'bad/results.db' was damaged" stderr || fault "$change: $(cat stderr)"
        awk -f "$here/json.awk" stdout >leaves || fault "$ran: no JSON"
        is .damaged 1
        is .before 35
        recovers "$change $seal"
    done
done

# columns that no study makes, and tables that no store has: refused at once, and nothing is read out of bounds
for change in "DELETE FROM columns WHERE kind = 'result'" \
    "UPDATE columns SET number = 4000000000 WHERE kind = 'result'"; do
    altered "$change" seal
    fails 2 export bad x.csv --plot x.svg
    fails 2 report bad --case 5
    fails 2 status bad
    absent x.csv x.svg bad/case-5.html
done
endless='WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n) SELECT'
for change in "DROP TABLE cases; CREATE VIEW cases AS $endless x AS \"case\" FROM n" \
    "DROP TABLE columns; CREATE VIEW columns AS $endless x AS position, 'result' AS kind FROM n"; do
    altered "$change"
    for command in 'status bad' 'export bad x.csv' 'report bad' 'sweep study.yaml -o bad'; do
        status=0
        # shellcheck disable=SC2086  # words
        timeout 10 "$thud" $command >stdout 2>stderr || status=$?
        ran="thud $command"
        [ $status -eq 2 ] || fault "$ran: exit $status with a view"
        says 'its tables are not those of a store'
    done
done

# formats of other versions: one sentence and one status everywhere
for format in 1 3; do
    altered "PRAGMA user_version = $format"
    for command in 'status bad' 'export bad x.csv' 'export bad x.h5 --hdf5' 'report bad' 'report bad --case 1' \
        'sweep study.yaml -o bad'; do
        # shellcheck disable=SC2086  # words
        fails 2 $command
        says "thud: its format is $format, that of this one 2"
    done
done

# the file that a store names as its study is not shown, whatever it is
echo 'secret: "hunter2' >secret
altered "UPDATE meta SET value = '$PWD/secret' WHERE key = 'study'" seal
fails 2 report bad --case 1
says 'cannot be read as a study'
! grep -q hunter2 stdout stderr || fault "$ran: shows what is in the file"
