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
for seed in {1..30}; do
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
        timeout "$hang" "$thud" $command >stdout 2>stderr || status=$?
        ran="thud $command"
        [ $status -eq 2 ] || fault "$ran: exit $status with a view"
        says 'its tables are not those of a store'
    done
done

# the same study in chunks: the same tables, page and curves, and damage is named and mended
succeeds sweep study.yaml -o chunks --layout columns:7
succeeds export chunks chunks.csv
same good.csv chunks.csv
succeeds report chunks
json status chunks
is .done 36
for change in 'UPDATE blobs SET data = zeroblob(9) WHERE place = 14 * 2048 + 7' 'DELETE FROM blobs WHERE place = 14 * 2048'; do
    rm -rf bad && cp -r chunks bad
    "$alter" bad/results.db "$change"
    for command in 'status bad' 'export bad x.csv' 'report bad'; do
        # shellcheck disable=SC2086  # words
        fails 2 $command
        says "'bad/results.db' is damaged: the row of case 14, and 6 others, are not what was written"
    done
    absent x.csv
    recovers "$change"
done
# longer than anything that is written
rm -rf bad && cp -r chunks bad
"$alter" bad/results.db 'UPDATE blobs SET data = zeroblob(9000000) WHERE place = 14 * 2048 + 7'
for command in 'status bad' 'export bad x.csv' 'report bad' 'sweep study.yaml -o bad'; do
    # shellcheck disable=SC2086  # words
    fails 2 $command
    says "'bad/results.db' is damaged: string or blob too big"
done
fails 2 sweep study.yaml -o new --layout columns:0
says "--layout is rows, columns, columns:N with N up to 16384, or auto, not 'columns:0'"

# the same study in two shards: one of them, then both, are read as one store; a third of another number is refused
for part in 2 1; do
    succeeds sweep study.yaml -o shards --shard $part/2 --layout columns:7
    # what is not there yet is of the other shard, which another sweep has
    says 'all shards: thud status shards'
    succeeds status shards
    [ $part -eq 1 ] || says 'the missing cases: thud sweep STUDY -o shards --shard I/2'
    [ $part -eq 1 ] || json status shards
    [ $part -eq 1 ] || is .done 18
    [ $part -eq 1 ] || is .cases 36
done
json status shards
is .done 36
succeeds status shards
! grep -q 'the missing ones' stdout || fault "$ran: $(cat stdout)"
succeeds export shards shards.csv
same good.csv shards.csv
succeeds report shards
succeeds export shards/shard-1 first.csv
[ "$(wc -l <first.csv)" -eq 19 ] || fault "shard 1 has $(wc -l <first.csv) lines"
# gone on with as it was begun, with and without the option
json sweep study.yaml -o shards --shard 1/2 --layout columns:7
is .before 18
json sweep study.yaml -o shards --shard 1/2
is .before 18
# of a study that is smaller than a chunk each shard has its part, in the layout of the first
succeeds sweep study.yaml -o small --shard 3/5 --layout columns
for part in 1 2 4 5; do succeeds sweep study.yaml -o small --shard $part/5; done
for part in 1 2 3 4 5; do
    json status small/shard-$part
    is .done "$((36 * part / 5 - 36 * (part - 1) / 5))"
done
grep -q '^layout columns 0$' small/shards || fault "shards: $(cat small/shards)"
succeeds export small small.csv
same good.csv small.csv
fails 2 sweep study.yaml -o shards --shard 1/3 --layout columns:7
says "'shards/shards' belongs to another study, or to another number of shards; use another directory"
fails 2 sweep study.yaml -o shards --shard 3/2
says "--shard: expected I/N, as in 2/8, not '3/2'"
# a shard in the place of another, a list that somebody has changed, and one that is of another study
cp -r shards bad-shards && rm -r bad-shards/shard-2 && cp -r shards/shard-1 bad-shards/shard-2
fails 2 export bad-shards x.csv
says 'case 0 belongs to another shard'
cp shards/shards bad-shards/shards && sed -i 's/^cases 36/cases 37/' bad-shards/shards
fails 2 status bad-shards
says "'bad-shards/shards' is damaged, or not a list of shards"
# a list that is none: nobody waits for a pipe or reads a device for ever, and what another file has is not shown
printf 'password=hunter2\n' >settings
{ cat shards/shards && head -c 1000000 /dev/zero; } >long
{ cat shards/shards && printf '\0more'; } >zero
for kind in 'mkfifo' 'ln -s /dev/zero' 'ln -s ../settings' 'ln -s ../long' 'ln -s ../zero' 'mkdir'; do
    rm -rf bad-shards && cp -r shards bad-shards && rm bad-shards/shards
    $kind bad-shards/shards
    for command in 'status bad-shards' 'export bad-shards x.csv' 'sweep study.yaml -o bad-shards --shard 1/2 --layout columns:7'; do
        status=0
        # shellcheck disable=SC2086  # words
        timeout "$hang" "$thud" $command >stdout 2>stderr </dev/null || status=$?
        ran="thud $command, $kind"
        [ $status -eq 1 ] || [ $status -eq 2 ] || fault "$ran: exit $status"
        grep -qE "^thud: error: (cannot read 'bad-shards/shards': it is a|'bad-shards/shards' is damaged, or not a list)" stderr ||
            fault "$ran: $(cat stderr)"
        ! grep -q hunter2 stderr || fault "$ran: shows what is in the file"
    done
done
mkdir empty-shards && cp shards/shards empty-shards/
fails 2 status empty-shards
says "no shard of 'empty-shards' has been begun"

# cases that fail are counted by reason over all shards, and labels that are others now are written into chunks
cat >over.yaml <<'EOF'
scenario: ball.yaml
vary:
  gap: {path: contacts.0.gap, values: [1, 0.4, 0.3, 0.2], labels: [a, b, c, d]}
  x: {path: bodies.ball.displacement, values: [0, 0.15, 0.25, 0.35]}
EOF
for shard in 1 2; do succeeds sweep over.yaml -o over --shard $shard/2 --layout columns:4; done
json status over
is .failed 3
is '.failures[0].cases' 2
is '.failures[0].first' 11
is '.failures[1].reason' '"contact '"'floor'"': the bodies overlap by 0.15 m at the start"'
succeeds sweep over.yaml -o labels --layout columns:4
succeeds export labels before.csv
sed -i 's/\[a, b, c, d\]/[w, "x y", z, a]/' over.yaml
json sweep over.yaml -o labels --extend
is .before 16
succeeds export labels after.csv
sed 's/^\([0-9]*,[0-9.]*\),a,/\1,w,/; s/,b,/,x y,/; s/,c,/,z,/; s/^\([0-9]*,0.2\),d,/\1,a,/' before.csv | diff - after.csv >/dev/null ||
    fault "$ran: $(diff before.csv after.csv | head -n 3)"

# formats of other versions: one sentence and one status everywhere
for format in 1 4; do
    altered "PRAGMA user_version = $format"
    for command in 'status bad' 'export bad x.csv' 'export bad x.h5 --hdf5' 'report bad' 'report bad --case 1' \
        'sweep study.yaml -o bad'; do
        # shellcheck disable=SC2086  # words
        fails 2 $command
        says "thud; its format is $format, this one uses 3"
    done
done

# the file that a store names as its study is not shown, whatever it is
echo 'secret: "hunter2' >secret
altered "UPDATE meta SET value = '$PWD/secret' WHERE key = 'study'" seal
fails 2 report bad --case 1
says 'cannot be read as a study'
! grep -q hunter2 stdout stderr || fault "$ran: shows what is in the file"

# titles and names with apostrophes are drawn as they are
cat >quoted.yaml <<'EOF'
title: "It's 'quoted', ''twice'', \"`date`\" @x $y \\"
scenario: quoted_ball.yaml
vary:
  "gap's": {path: contacts.0.gap, from: 0.1, to: 2, count: 3}
  g: {path: gravity, values: [9, 10], labels: ["it's", "''"]}
EOF
cat >quoted_ball.yaml <<'EOF'
title: "It's ''quoted''"
bodies: {"b'all": {mass: 1}}
gravity: 9.81
duration: 1
contacts: [{name: "flo'or", left: "b'all", right: ground, gap: 1, model: hertz, stiffness: 1e8}]
EOF
if needs gnuplot 'titles with apostrophes'; then
    succeeds sweep quoted.yaml -o quoted
    succeeds export quoted quoted.csv --plot quoted.svg
    grep -qF "It's 'quoted', ''twice''" quoted.svg || fault "$ran: another title: $(grep -o "It.*<" quoted.svg | head -n 1)"
    # shellcheck disable=SC2016  # not to be run here either
    grep -qF '`date`' quoted.svg || fault "$ran: what stands in backquotes was run"
    succeeds run quoted_ball.yaml -o quoted_run --plot
    present quoted_run/motion.svg
fi

# what a spreadsheet would compute is marked, and numbers are not
cat >formula.yaml <<'EOF'
scenario: ball.yaml
vary:
  "=axis": {path: contacts.0.gap, values: [1, 2, 3, 4, 5, 6], labels: ['=HYPERLINK("x")', '+cmd', '-1.5', '@sum', "'own", 'a=b']}
EOF
succeeds sweep formula.yaml -o formula
succeeds export formula formula.csv
cut -d, -f2-3 formula.csv | diff - <(printf '%s\n' "'=axis [m],'=axis label" "1,\"'=HYPERLINK(\"\"x\"\")\"" "2,'+cmd" '3,-1.5' \
    "4,'@sum" "5,''own" '6,a=b') || fault "$ran: formulas"

# control characters of a stranger's store do not reach the terminal
altered "UPDATE meta SET value = char(27) || '[31mX' || char(7) || char(155) || 'y' WHERE key IN ('title', 'thud_version')" seal
for command in 'status bad' 'status bad --json'; do
    # shellcheck disable=SC2086  # words
    run $command
    [ "$status" -eq 0 ] || fault "$ran: exit $status: $(cat stderr)"
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]\\|\302[\200-\237]')" stdout stderr || fault "$ran: control characters"
done
altered "UPDATE cases SET status = 'accuracy', reason = char(27) || '[2J' WHERE \"case\" = 3" seal
run status bad
! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" stdout stderr || fault "$ran: control characters"
says '1 × ?[2J'

# a result that was written as NaN, and what a column is for in words that no store has
altered "UPDATE cases SET \"energy.input\" = NULL WHERE \"case\" IN (3, 5)" seal
for command in 'status bad' 'status bad --json' 'export bad x.csv'; do
    # shellcheck disable=SC2086  # words
    run $command
    [ "$status" -eq 1 ] || fault "$ran: exit $status"
    says "2 cases with a result that is not finite: case 3 first, 'energy.input'"
done
run status bad --json
grep -q '"not_finite": *2' stdout || fault "$ran: $(cat stdout)"
for role in 'design 99999999999999999999 0 x' 'design -1 0 x' 'design 4000000000 0 x' 'result 0 0 x' 'fine 0 0 x' 'design' ''; do
    altered "UPDATE meta SET value = '$role' WHERE key = 'role of axis 0'" seal
    for command in 'status bad' 'export bad x.csv' 'report bad'; do
        # shellcheck disable=SC2086  # words
        fails 2 $command
        says "'bad/results.db' is damaged: what a column is for"
    done
    recovers "the role $role"
done

# one form and one status for what cannot be written: a limit on the size of files stands in for a full disk
for command in 'export good full.csv' 'export good full.h5 --hdf5' 'report good -o full.html' 'run ball.yaml -o full' \
    'run ball.yaml -o full --hdf5' 'sweep study.yaml -o full'; do
    failed=0
    for size in 0 4 8; do # kB of 1,024 bytes
        rm -rf full full.*
        ran="thud $command within $size kB"
        status=0
        # shellcheck disable=SC2086  # words
        (trap '' XFSZ && spare_counts && ulimit -f $size && exec "$thud" $command 2>&1 >/dev/null) | cat >said || status=${PIPESTATUS[0]}
        [ "$status" -le 1 ] || fault "$ran: exit $status: $(head -n 1 said)"
        [ "$status" -eq 0 ] || failed=$((failed + 1))
        [ "$status" -eq 0 ] || grep -qE "^thud: error: cannot write '[^']*': File too large" said || fault "$ran: $(cat said)"
        [ "$(wc -l <said)" -eq "$status" ] || fault "$ran: $(wc -l <said) lines: $(cat said)"
        absent full.*.part full/*.part
    done
    [ $failed -gt 0 ] || fault "thud $command: has room within 8 kB"
done

# axes may be called like columns of other tables
printf '%s\n' 'scenario: ball.yaml' 'vary: {first: {path: contacts.0.gap, values: [1, 2]}, rows: {path: bodies.ball.mass, values: [1]}}' >words.yaml
succeeds sweep words.yaml -o words
succeeds export words words.csv
[ "$(cut -d, -f1-3 words.csv | sed -n 3p)" = '1,2,1' ] || fault "words.csv: $(cut -d, -f1-3 words.csv)"
