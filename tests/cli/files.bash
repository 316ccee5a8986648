# Files that are written: their contents, and what is left when writing fails.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

succeeds impact flores --e 0.5 --curve curve.csv
[ "$(head -n 1 curve.csv)" = 't [s],penetration [m],velocity [m/s],force [N]' ] ||
    fault "curve.csv begins with $(head -n 1 curve.csv)"
[ "$(wc -l <curve.csv)" -eq 502 ] || fault "curve.csv has $(wc -l <curve.csv) lines, not 502"
sed -n 2p curve.csv | grep -qxE '0,0,1,-?0' || fault "curve.csv starts at $(sed -n 2p curve.csv)"
awk -F, 'NR > 2 && $1 <= last { exit 1 } { last = $1 } NF != 4 { exit 1 }' curve.csv || fault "curve.csv goes backwards"
absent ./*.part

# the curve tells the same story as the numbers: it ends at the contact time, with −e_out
json impact flores --e 0.5 --points 11 --curve curve.csv
[ "$(wc -l <curve.csv)" -eq 12 ] || fault "curve.csv has $(wc -l <curve.csv) lines, not 12"
near .contact_time "$(tail -n 1 curve.csv | cut -d, -f1)" 1e-12
near .e_out "$(tail -n 1 curve.csv | cut -d, -f3 | tr -d -)" 1e-9
for points in 0 1 -5 2.5 x 1e3 99999999999999999999; do
    fails 2 impact flores --e 0.5 --curve curve.csv --points $points
done

# a name of any kind
succeeds impact flores --e 0.5 --curve "it's a \"curve\" | x; y.csv"
present "it's a \"curve\" | x; y.csv"
ln -s target.csv link.csv
: >target.csv
succeeds impact flores --e 0.5 --curve link.csv
[ -L link.csv ] || fault "$ran: replaced a symbolic link"
present target.csv

# to a pipe it goes directly
run impact flores --e 0.5 --points 3 --json --curve /dev/stderr
[ "$(wc -l <stderr)" -eq 4 ] || fault "$ran: $(wc -l <stderr) lines, not 4"

# standard output is taken: a file there, by whatever name, would mix with it or take its place
for words in "--json" ""; do
    for path in /dev/stdout /dev/fd/1 stdout -; do
        # shellcheck disable=SC2086  # a word or none
        fails 1 impact flores --e 0.5 $words --curve $path
        says 'standard output'
    done
done
absent -
"$thud" impact flores --e 0.5 --json --curve /dev/stdout 2>stderr | cat >stdout || true # exit 1, as pipefail has it
ran='thud impact … --curve /dev/stdout | cat'
says 'standard output'
fails 1 compare flores --json --csv /dev/stdout
fails 1 motion generate sine /dev/stdout --amplitude 1 --frequency 1
fails 1 motion generate sine - --amplitude 1 --frequency 1
status=0
# shellcheck disable=SC2094  # that it is the same file is the point
"$thud" impact flores --e 0.5 --plot same.svg >same.svg 2>stderr || status=$?
[ $status -eq 1 ] || fault "--plot onto standard output: exit $status, not 1"
absent same.gp same.dat ./*.part
rm same.svg
"$thud" impact flores --e 0.5 --curve /dev/null >/dev/null || fault "two times /dev/null fails"
succeeds impact flores --e 0.5 --curve ./-
present ./-

# failures leave the old file, and nothing else
fails 1 impact flores --e 0.5 --curve missing/curve.csv
absent missing
fails 1 impact flores --e 0.5 --curve .
fails 1 impact flores --e 0.5 --curve ''$'\001'/x.csv
if [ -e /dev/full ]; then
    fails 1 impact flores --e 0.5 --curve /dev/full
    fails 1 compare flores --csv /dev/full
fi
echo precious >old.csv
cp old.csv copy.csv
# a limit on the size of files stands in for a full disk; the signal that goes with it is off
(
    trap '' XFSZ
    spare_counts
    ulimit -f 4
    status=0
    "$thud" impact flores --e 0.5 --curve old.csv >stdout 2>stderr || status=$?
    echo $status >status
)
[ "$(cat status)" -eq 1 ] || fault "a file that cannot grow: exit $(cat status), not 1"
grep -q '^thud: error: .*old.csv' stderr || fault "a file that cannot grow: $(cat stderr)"
same old.csv copy.csv
absent ./*.part
# bad input is found before anything is written
fails 2 impact flores --e 1.5 --curve old.csv
same old.csv copy.csv
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod a-w locked
    fails 1 impact flores --e 0.5 --curve locked/curve.csv
    absent locked/*
    chmod a-w old.csv
    fails 1 impact flores --e 0.5 --curve old.csv
    same old.csv copy.csv
fi
