# Ground motions: info and convert; messages with a place; files as they are in the wild.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

files=$here/../ground/files

# misread FILE PLACE WORD…: exit 2, nothing on stdout, and FILE:PLACE: error: as the only line of its kind
misread() {
    local file=$1 place=$2
    shift 2
    run motion info "$file" "$@"
    [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
    [ ! -s stdout ] || fault "$ran: wrote to stdout although it failed"
    [ "$(grep -cF "$file:$place: error: " stderr)" -eq 1 ] || fault "$ran: not at $place: $(cat stderr)"
    [ "$(wc -l <stderr)" -eq 1 ] || fault "$ran: $(wc -l <stderr) lines on stderr, not 1"
}

# help, and examples that work when pasted
succeeds motion --help
says 'Usage: thud motion'
for part in info convert; do
    succeeds motion --help
    says "$part"
    succeeds motion $part --help
    says "Usage: thud motion $part"
done
for part in "" info convert; do
    run motion $part --help
    sed -n '/^Examples:/,$ s/^  //p' stdout >examples
    [ -s examples ] || fault "thud motion $part --help shows no example"
    while read -r example; do
        PATH=$(dirname "$thud"):$PATH bash -c "$example" >output 2>&1 </dev/null || fault "$example: $(head -n 1 output)"
    done <examples
done
fails 2 motion
fails 2 motion inof
says "'info'"
fails 2 motion frobnicate
fails 2 motion info
fails 2 motion info a b
fails 2 motion info a --frobnicate

# what the contract promises
json motion info "$files/west2.at2"
has .format .npts .dt .duration .pga .units_in_file .arias_intensity .pgv .pgd .d5_95 .cav
is .format '"at2"'
is .npts 12
near .dt 0.01 0
near .duration 0.11 1e-15
near .pga 2.941995 1e-15
is .units_in_file '"g"'
# for the function that is linear between samples, the integral of a² is Σ (a²ᵢ + aᵢaᵢ₊₁ + a²ᵢ₊₁) dt/3; times π/2g
near .arias_intensity "$(tail -n 3 "$files/west2.at2" | tr -s ' \n' '\n' | awk 'NF { a[n++] = $1 * 9.80665 }
    END { for (i = 1; i < n; i++) s += a[i-1]^2 + a[i-1]*a[i] + a[i]^2
          printf "%.17g", s * 0.01 / 3 * 3.14159265358979 / (2 * 9.80665) }')" 1e-12
succeeds motion info "$files/west2.at2"
says 'PEER'
says '0.3 g'
json motion info "$files/uneven.txt"
is .dt null
near .duration 0.115 1e-15
json motion info "$files/cwb.dat" --channel N
is .channel '"N"'
is '.channels[2]' '"E"'
near .pga 0.3 1e-15
succeeds motion info "$files/cwb.dat"
says 'U of 1 U, 2 N, 3 E'
json motion info "$files/knet.EW"
near .offset_removed -0.25 1e-15
near .pga_in_header 0.2 1e-15

# unit and step where the file does not say
printf '0\n10\n-20\n5\n' >plain.txt
misread plain.txt 1:1 --unit gal
says 'dt'
misread plain.txt 1:1 --dt 0.01
says 'unit'
json motion info plain.txt --unit gal --dt 10ms
near .pga 0.2 1e-15
near .dt 0.01 0
fails 2 motion info plain.txt --unit kg --dt 0.01
says "--unit 'kg'"
fails 2 motion info plain.txt --unit gal --dt 5kg
fails 2 motion info plain.txt --unit gal --dt -1
fails 2 motion info plain.txt --unit gal --dt 0
fails 2 motion info plain.txt --unit gal --dt 0.01 --format at3
says 'at2'
misread "$files/cwb.dat" 1:1 --channel X
says '1 (U), 2 (N), 3 (E)'
misread "$files/west2.at2" 1:1 --channel X
succeeds motion info "$files/west2.at2" --channel 1
misread plain.txt 1:1 --format at2

# the traps of files, each with its place
printf 'Title\nNPTS= 4, DT= .01 SEC\n0.123-0.456 1.234-103 1.0D-03' >packed.at2
json motion info packed.at2
near .pga "$(awk 'BEGIN { printf "%.17g", 0.456 * 9.80665 }')" 1e-15
sed 's/1.0D-03/*******/' packed.at2 >stars.at2
misread stars.at2 3:23
says 'asterisks'
for number in nan NaN inf 1e999 0x10 1.2.3 abc; do
    sed "s/1.0D-03/$number/" packed.at2 >bad.at2
    misread bad.at2 3:23
done
sed 's/NPTS= 4/NPTS= 5/' packed.at2 >short.at2
misread short.at2 3:30
says 'the file ends after 4 samples; its header says 5'
sed 's/NPTS= 4/NPTS= 99999999999/' packed.at2 >liar.at2
misread liar.at2 3:30
sed 's/NPTS= 4/NPTS= 3/' packed.at2 >more.at2
run motion info more.at2 --json
[ "$status" -eq 0 ] || fault "$ran: exit $status, not 0"
grep -qx 'more.at2:3:23: warning: 1 more numbers than the 3 samples of the header; they are ignored' stderr ||
    fault "$ran: $(cat stderr)"
awk -f "$here/json.awk" stdout >leaves || fault "$ran: not JSON"
is '.warnings[0].line' 3
printf '0 1\n0.01 2\n0.01 3\n' >backwards.txt
misread backwards.txt 3:1 --unit g
for ends in '\r' '\r\n' '\r\r\n'; do
    awk -v ORS="$ends" 1 "$files/west2.at2" >ends.at2
    json motion info ends.at2
    is .npts 12
done
: >empty.at2
misread empty.at2 1:1
printf 'NPTS= 4, DT= .01\n1 2 \0 4\n' >zero.at2
misread zero.at2 2:5
head -c 3000000 /dev/zero | tr '\0' 'x' >long.txt
misread long.txt 1:1
fails 2 motion info missing.at2
says "cannot read 'missing.at2'"
fails 2 motion info .
if [ "$(id -u)" -ne 0 ]; then
    cp packed.at2 locked.at2
    chmod a-r locked.at2
    fails 2 motion info locked.at2
fi
# a name that is no name for a message
cp stars.at2 $'two\nlines.at2'
run motion info $'two\nlines.at2'
[ "$(wc -l <stderr)" -eq 1 ] || fault "$ran: $(wc -l <stderr) lines on stderr, not 1"
# from a pipe
"$thud" motion info /dev/stdin --json <"$files/west2.at2" >piped.json || fault "no motion from a pipe"
"$thud" motion info "$files/west2.at2" --json >named.json
same piped.json named.json

# whatever is converted is the same motion again
for file in west2.at2 knet.EW esm.asc cosmos.v2 smc.smc csmip.v2 geonet.v2a cwb.dat header.csv values.txt; do
    json motion info "$files/$file"
    cp leaves before
    for kind in at2 two-column one-column; do
        succeeds motion convert "$files/$file" "out.$kind" --to $kind
        json motion info "out.$kind"
        is .format "\"$kind\""
        for key in .npts .dt; do
            [ "$(leaf $key)" = "$(awk -v key=$key '$1 == key { print $2 }' before)" ] || fault "$file as $kind: $key is $(leaf $key)"
        done
        # g and m/s² are off by a few roundings at most
        near .pga "$(awk '$1 == ".pga" { print $2 }' before)" 1e-13
    done
done
succeeds motion convert "$files/cwb.dat" out.at2 --to at2 --channel E
says 'channel E'
says 'in gal'
json motion convert "$files/west2.at2" out.csv --to two-column
is .to '"two-column"'
is .npts 12
[ "$(sed -n 2p out.csv)" = 't [s],a [m/s^2]' ] || fault "out.csv begins with $(head -n 2 out.csv)"
# digits that were there stay, and no others come
succeeds motion convert "$files/west2.at2" again.at2 --to at2
[ "$(tail -n 3 again.at2 | awk '{ $1 = $1 } 1' | head -n 1)" = '0 0.0125 -0.025 0.1 -0.3' ] ||
    fault "again.at2 holds $(tail -n 3 again.at2 | head -n 1)"
succeeds motion convert "$files/uneven.txt" uneven.csv --to two-column
json motion info uneven.csv
is .dt null
fails 2 motion convert "$files/uneven.txt" uneven.at2 --to at2
says 'two-column'
absent uneven.at2
fails 2 motion convert "$files/west2.at2"
fails 2 motion convert "$files/west2.at2" out.at2
says '--to'
fails 2 motion convert "$files/west2.at2" out.at2 --to at3
says "'at2'"
fails 1 motion convert "$files/west2.at2" missing/out.at2 --to at2
fails 1 motion convert "$files/west2.at2" . --to at2
echo precious >old.at2
cp old.at2 copy.at2
run motion convert stars.at2 old.at2 --to at2
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
same old.at2 copy.at2
if [ -e /dev/full ]; then fails 1 motion convert "$files/west2.at2" /dev/full --to at2; fi
absent ./*.part

# SAC: single precision, in m/s² that the file does not tell; the ending is enough where a kind is not needed
succeeds motion convert "$files/west2.at2" out.sac --to sac
says 'wrote  out.sac: sac, in m/s²'
[ "$(wc -c <out.sac)" -eq $((632 + 12 * 4 + 22 * 8)) ] || fault "out.sac has $(wc -c <out.sac) bytes"
run motion info out.sac
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'out.sac:1:345: error: SAC does not say the unit'
json motion info out.sac --unit m/s^2
is .npts 12
is .dt 0.01
# half a unit of 24 bits of 2.94 m/s²
near .pga 2.941995 1.8e-7
# scaled by a factor, or to a strength; a column that says its unit behind an underscore
printf 't_s,ag_m_s2\n0,0\n0.1,2\n0.2,0\n' >triangle.csv
json motion info triangle.csv
near .pga 2 0
is .units_in_file '"m/s^2"'
json motion convert triangle.csv scaled.csv --to two-column --scale -1.5
near .pga 3 0
json motion convert triangle.csv scaled.csv --to two-column --scale-pga 0.5g
near .pga 4.903325 1e-12
succeeds motion convert triangle.csv scaled.csv --to two-column --scale-pgv 50cm/s
json motion info scaled.csv
near .pgv 0.5 1e-12 # 2 m/s² over 0.2 s, halved, is 0.2 m/s
succeeds motion convert triangle.csv scaled.csv --to two-column --scale-sa 1g --period 0.5 --damping 2%
fails 2 motion convert triangle.csv no.csv --to two-column --scale-sa 1g
says '--scale-sa needs --period'
fails 2 motion convert triangle.csv no.csv --to two-column --scale 2 --scale-pga 1g
says 'exclude each other'
fails 2 motion convert triangle.csv no.csv --to two-column --scale 0
fails 2 motion convert triangle.csv no.csv --to two-column --scale-pga -1g
fails 2 motion convert triangle.csv no.csv --to two-column --period 1
absent no.csv
