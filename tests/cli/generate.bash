# Ground motions that are made: files, checks, figures, and what is said of bad options.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

kinds=(ec8-1 ec8-2 target kanai-tajimi clough-penzien noise sine sweep ricker)
quake=(--soil B --ag "0.3 g")

# help, and examples that work when pasted
succeeds motion generate --help
for kind in "${kinds[@]}"; do
    succeeds motion generate --help
    says "$kind"
    succeeds motion generate "$kind" --help
    says "Usage: thud motion generate $kind"
done
for kind in "" "${kinds[@]}"; do
    # shellcheck disable=SC2086  # no word at all for the first
    run motion generate $kind --help
    sed -n '/^Examples:/,$ s/^  //p' stdout >examples
    [ -s examples ] || fault "thud motion generate $kind --help shows no example"
    while read -r example; do
        PATH=$(dirname "$thud"):$PATH bash -c "$example" >output 2>&1 </dev/null || fault "$example: $(head -n 1 output)"
    done <examples
done
present quake.at2 quake-1.csv quake-2.csv quake-3.csv
rm -f ./*.at2 ./*.csv

# Eurocode 8, as promised: 20 s at 0.01 s, at rest at the end, judged by the code
json motion generate ec8-1 quake.at2 "${quake[@]}" --duration 20 --dt 0.01 --seed 4 --t1 0.5
has .generator .soil .ag .S .TB .TC .TD .damping .npts .dt .duration .stationary_part .mean.lowest .mean.highest
is .generator '"ec8-1"'
is .npts 2001
near .ag 2.941995 1e-12
near .stationary_part 11 1e-12
near '.motions[0].final_velocity' 0 1e-9
near '.motions[0].final_displacement' 0 1e-9
near .mean.lowest 1 0.1
near .mean.highest 1 0.15
near .mean.zero_period 1.05 0.05
is .checks.stationary_part true
is .checks.zero_period true
is .checks.lowest_near_t1 true
is .checks.motions false
pga=$(leaf '.motions[0].pga')

# the file is that motion: read back, it has the same peak, and ends at rest
json motion info quake.at2
is .format '"at2"'
is .npts 2001
near .pga "$pga" 1e-14 # the rounding that g brings
succeeds motion convert quake.at2 again.csv --to two-column
[ "$(wc -l <again.csv)" -ge 2002 ] || fault "again.csv has $(wc -l <again.csv) lines"
tail -n 2001 again.csv | awk -F, 'NR > 1 { d += v * 0.01 + 1e-4 * (2 * a + $2) / 6; v += 0.005 * (a + $2) } { a = $2 }
    END { exit !(v < 1e-9 && -v < 1e-9 && d < 1e-9 && -d < 1e-9) }' || fault "quake.at2 does not end at rest"

# same seed, same file; another seed, another. A short motion does where the length is of no account
short=("${quake[@]}" --duration 6)
for name in a b; do succeeds motion generate ec8-1 $name.at2 "${short[@]}" --seed 4; done
same a.at2 b.at2
succeeds motion generate ec8-1 other.at2 "${short[@]}" --seed 5
! cmp -s <(tail -n +2 a.at2) <(tail -n +2 other.at2) || fault "two seeds give one motion"
json motion generate ec8-1 a.at2 "${short[@]}"
is .checks.stationary_part false
near .stationary_part 4.8 1e-12

# several at a time, judged by their mean
if ! is_sanitized; then
    json motion generate ec8-2 set-%d.csv --soil D --ag 1.5 --count 3 --seed 11 --to two-column
    present set-11.csv set-12.csv set-13.csv
    is .checks.motions true
    is '.motions[2].output' '"set-13.csv"'
    is '.motions[2].seed' 13
    near .mean.lowest 1 0.05
    near .mean.highest 1.02 0.08
fi
succeeds motion generate ec8-2 one.csv --soil D --ag 1.5 --duration 6
says 'EN 1998-1:2004'
says 'at least 10 s'
fails 2 motion generate ec8-1 set.csv "${quake[@]}" --count 3
says '%d'
fails 2 motion generate ec8-1 set-%d.csv "${quake[@]}" --count 3 --plot set.svg
absent set.csv

# parameters of a national annex
json motion generate ec8-1 na.csv "${short[@]}" --S 1.4 --TB 0.1 --TC 0.45 --TD 1.8 --damping 3%
near .S 1.4 0
near .TC 0.45 0
near .damping 0.03 0

# type 2 ends at 4 s, type 1 does not
fails 2 motion generate ec8-2 long.csv --soil B --ag 1 --period-max 5
says 'must be at most 4 s'
if ! is_sanitized; then
    json motion generate ec8-1 long.csv --soil B --ag 1 --period-max 8
    near .TE 5 0
    near .TF 10 0
    near .mean.lowest 1 0.1
fi

# a table of one's own, with its unit or without one
printf 'T [s],Sa [g]\n0.02,0.2\n0.1,0.5\n0.5,0.5\n1,0.25\n4,0.03\n' >target.csv
json motion generate target t.csv --target target.csv
is .soil null
is .mean.zero_period null
is .checks.zero_period null
near .mean.lowest 1 0.1
near .mean.highest 1 0.15
printf '0.02 2\n0.1 5\n0.5 5\n4 0.3\n' >bare.txt
fails_at() {
    run "${@:2}"
    [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
    grep -q "^$1.*error: " stderr || fault "$ran: $(cat stderr)"
    [ ! -s stdout ] || fault "$ran: wrote to stdout although it failed"
}
fails_at bare.txt: motion generate target t.csv --target bare.txt
succeeds motion generate target t.csv --target bare.txt --unit m/s^2 --duration 6
printf 'T [s],Sa [g]\n0.1,0.5\n0.05,0.5\n1,0.25\n' >backwards.csv
fails_at backwards.csv:3: motion generate target t.csv --target backwards.csv
printf 'T [s],Sa [g]\n0.1,0.5\n0.2,-0.5\n4,0.25\n' >negative.csv
fails 2 motion generate target t.csv --target negative.csv
says 'acceleration of the target'
fails 2 motion generate target t.csv
says '--target'
fails 2 motion generate target t.csv --target missing.csv
fails 2 motion generate target t.csv --target target.csv --period-max 5
says 'longest period'
fails 2 motion generate target t.csv --target target.csv --t1 30
says '--t1'

# the others
json motion generate noise noise.csv --rms "0.1 g" --low 1Hz --high 12Hz --duration 30 --dt 5ms --seed 3
is .generator '"noise"'
is .npts 6001
tail -n 6001 noise.csv | awk -F, '{ s += $2 * $2 } END { d = sqrt(s / 6001) / 0.980665 - 1; exit !(d < 1e-9 && -d < 1e-9) }' ||
    fault "noise.csv has another rms"
json motion generate kanai-tajimi kt.at2 --pga "0.3 g"
near .pga 2.941995 1e-12
near .final_velocity 0 1e-9
near .final_displacement 0 1e-9
json motion generate clough-penzien cp.csv --rms 1 --wg 10rad/s --zg 40% --wf 1 --zf 0.7 --seed 2
near .final_displacement 0 1e-9
json motion generate clough-penzien cp.csv --density "0.02 m^2/s^3"
json motion generate sine sine.csv --amplitude "0.2 g" --frequency 2Hz --phase 90deg --duration 4
near .pga 1.96133 1e-12
sed -n 3p sine.csv | grep -q '^0,1.96133' || fault "sine.csv begins with $(sed -n 3p sine.csv)"
json motion generate sweep sweep.csv --amplitude 1 --first 0.5 --last 8 --log --to one-column
is .to '"one-column"'
json motion generate ricker pulse.AT2 --amplitude 2 --frequency 2 --duration 4 --centre 2
is .to '"at2"'
near .pga 2 1e-12
near .final_displacement 0 1e-9

# words and numbers that are wrong, and nothing written for them
rm -f ./*.csv ./*.at2
fails 2 motion generate
fails 2 motion generate ec8-3 x.csv
says "'ec8-1'"
fails 2 motion generate kanai x.csv
says "'kanai-tajimi'"
fails 2 motion generate ec8-1
fails 2 motion generate ec8-1 a.csv b.csv "${quake[@]}"
fails 2 motion generate ec8-1 x.csv --ag 1
says '--soil'
fails 2 motion generate ec8-1 x.csv --soil B
says '--ag'
fails 2 motion generate ec8-1 x.csv --soil F --ag 1
says 'A, B, C, D or E'
fails 2 motion generate ec8-1 x.csv --soil b --ag 1
says "'B'"
for ag in 0 -1 nan inf x 3kg "1 m/s"; do
    fails 2 motion generate ec8-1 x.csv --soil B --ag "$ag"
done
for option in duration dt; do
    for number in 0 -1 nan inf x 3m; do
        fails 2 motion generate ec8-1 x.csv "${quake[@]}" --$option $number
        fails 2 motion generate noise x.csv --$option $number
        fails 2 motion generate sine x.csv --amplitude 1 --frequency 1 --$option $number
    done
done
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --dt 0.02
says 'too coarse for the band'
fails 2 motion generate noise x.csv --high 60
says 'too coarse for the band'
fails 2 motion generate sine x.csv --amplitude 1 --frequency 11
says 'too coarse'
fails 2 motion generate kanai-tajimi x.csv --wg 100
says 'too coarse'
for number in -1 x 1.5 9007199254740993 99999999999999999999; do
    fails 2 motion generate noise x.csv --seed $number
done
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --count 0
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --t1 0
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --damping 0
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --TC 0.1
says 'TC'
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --to at3
says "'at2'"
fails 2 motion generate kanai-tajimi x.csv --pga 1 --rms 1
fails 2 motion generate clough-penzien x.csv --wf 0
fails 2 motion generate sine x.csv --frequency 1
says '--amplitude'
fails 2 motion generate sweep x.csv --amplitude 1 --first 1
says '--last'
fails 2 motion generate ricker x.csv --amplitude 1 --frequency 1 --centre 21
fails 2 motion generate ec8-1 x.csv "${quake[@]}" --plot x
fails 2 motion generate ec8-1 x.dat "${quake[@]}" --plot x.svg
absent ./*.csv ./*.dat ./*.at2
fails 1 motion generate noise missing/x.csv
absent missing
if [ -e /dev/full ]; then fails 1 motion generate noise /dev/full; fi

# figures
needs gnuplot 'figures of motions' || return 0
succeeds motion generate ec8-1 quake-%d.at2 "${short[@]}" --count 2 --plot quake-%d.svg
present quake-1.svg quake-2.svg quake-2.gp quake-2.dat
grep -q '</svg>' quake-2.svg || fault "quake-2.svg is not a whole picture"
for label in 'target' 'displacement' 'this motion'; do
    grep -q "$label" quake-2.svg || fault "quake-2.svg does not show '$label'"
done
succeeds motion generate ricker pulse.csv --amplitude 1 --frequency 2 --plot pulse.pdf
present pulse.pdf
! grep -q 'target' pulse.gp || fault "pulse.gp draws a target"

# a name that is no UTF-8 does not spoil the JSON
json motion generate sine $'\377\376.csv' --amplitude 1 --frequency 1
iconv -f utf-8 -t utf-8 stdout >converted || fault "$ran: JSON is not UTF-8"
is .output '"\ufffd\ufffd.csv"'
json motion generate sine 'é–😀.csv' --amplitude 1 --frequency 1
is .output '"é–😀.csv"'
