# Commands, options, help, and what is said about words that are wrong.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

succeeds --version
grep -qxE 'thud [0-9]+\.[0-9]+\.[0-9]+' stdout || fault "--version prints $(cat stdout)"
succeeds --help
for command in laws impact calibrate compare identify stiffness scenario; do
    succeeds --help
    says "$command"
    succeeds $command --help
    says "Usage: thud $command"
done

# the examples in the help work when pasted
mkdir bin
ln -s "$thud" bin/thud
for command in "" laws impact calibrate compare identify stiffness scenario; do
    run $command --help
    sed -n '/^Examples:/,$ s/^  //p' stdout >examples
    [ -s examples ] || fault "thud $command --help shows no example"
    while read -r example; do
        PATH=$PWD/bin:$PATH bash -c "$example" >output 2>&1 </dev/null || fault "$example: $(head -n 1 output)"
    done <examples
done

fails 2
fails 2 impct
says "'impact'"
fails 2 frobnicate
fails 2 --frobnicate

# one word more than a command takes
while read -r line; do
    read -r -a words <<<"$line"
    fails 2 "${words[@]}" stray
    says "thud: error: unexpected argument 'stray'; see 'thud ${line%% [A-Z-]*} --help'"
done <<'END'
laws FLORES
calibrate FLORES
impact FLORES
stiffness FACE
engine YADE
motion info A
motion spectrum A
motion psd A
motion convert A B
motion filter A B
motion generate sine A
run A
fmu A
scenario --expand A
sweep A
report A
status A
export A B
devices
lab
END

# options
fails 2 impact flores --e 0.5 --dampin exact
says "'--damping'"
fails 2 impact flores --e 0.5 --frobnicate
fails 2 impact flores --e 0.5 -k 3
fails 2 impact flores --e
says 'needs a value'
fails 2 impact flores --e --json
fails 2 impact flores --e=
fails 2 impact flores --e 0.5 --e 0.6
says 'twice'
fails 2 impact flores --e 0.5 --json=yes
fails 2 impact flores --e 0.5 --json --json
fails 2 impact
fails 2 impact flores hertz --e 0.5
succeeds impact --e=0.5 -- flores
succeeds impact flores "--e= 50 %" --damping published
says '0.4704'

# models
fails 2 impact florse --e 0.5
says "'flores'"
fails 2 impact FLORES --e 0.5
says "'flores'"
fails 2 impact frobnicate --e 0.5
fails 2 impact '' --e 0.5
fails 2 calibrate huntcrossley --e 0.5
says "'hunt-crossley'"
fails 2 compare flores hertzz
says "'hertz'"
fails 2 laws newtown
says "'newton'"

# numbers and units
for command in impact calibrate; do
    for e in 0 -0.5 1.0001 2 nan NaN inf -inf 1e999 1e-999 0x1p-1 0,5 abc 0.5m '0.5 0.5' '50 %%' '50 % %' '50%*%' '50 %^2' '50 /%' '50 % m/m'; do
        fails 2 $command flores --e "$e"
    done
    for option in k m v; do
        for number in 0 -1 nan inf -inf 1e999 x 3furlong 3kPa '3 4'; do
            fails 2 $command flores --e 0.5 --$option "$number"
        done
    done
    for n in 0 0.99 nan inf 1e999 -1.5 x 1.5m; do
        fails 2 $command poursina-nikravesh --e 0.5 --n "$n"
    done
    for model in hertz newton kelvin-voigt; do
        fails 2 $command $model --e 1.5
        fails 2 $command $model --e nan
    done
    fails 2 $command poursina-nikravesh --e 0.5 --n 2.01
    fails 2 $command kelvin-voigt --e 0.5 --n 1.5
    fails 2 $command flores --e 0.5 --k 2e9N/m
    says 'N/m^1.5'
    fails 2 $command flores --e 0.5 --v 3kg
    fails 2 $command flores --e 0.5 --separation later
    fails 2 $command flores --e 0.5 --separation retrun
    says "'return'"
    fails 2 $command flores
    says '--e'
done

# a message stays one line, whatever is in it
fails 2 impact $'flores\nflores' --e 0.5
fails 2 impact flores --e $'0.5\n0.5'
fails 2 impact flores "--$(printf 'x%.0s' {1..3000})"

# masses
fails 2 impact flores --e 0.5 --m 1 --m1 1 --m2 1
fails 2 impact flores --e 0.5 --m1 1
says '--m2'
fails 2 impact flores --e 0.5 --m2 1
fails 2 impact flores --e 0.5 --m1 -3 --m2 1
fails 2 impact flores --e 0.5 --m1 0 --m2 1
fails 2 impact flores --e 0.5 --m1 inf --m2 inf
fails 2 impact flores --e 0.5 --m1 nan --m2 1

# however long the word, the line ends with what is wrong with it
long=$(printf 'é%.0s' {1..3000})
fails 2 impact flores --e "$long"
says 'expected a number'
[ "$(wc -c <stderr)" -lt 1000 ] || fault "a word of 6000 bytes: $(wc -c <stderr) bytes of message"
iconv -f utf-8 -t utf-8 stderr >converted || fault "a word of 6000 bytes: a character is cut in two"
fails 2 "$long"
fails 2 impact $'fl\nores' --e 0.5
fails 2 laws $'\377\376'

# a stream that takes nothing
if [ -e /dev/full ]; then
    for words in --help "laws" "laws --json" "laws --markdown" "impact flores --e 0.5" "impact flores --e 0.5 --json" \
        "calibrate flores --e 0.5" "compare --e 0.5" "compare --json"; do
        status=0
        # shellcheck disable=SC2086  # several words
        "$thud" $words >/dev/full 2>stderr || status=$?
        [ $status -eq 1 ] || fault "thud $words >/dev/full: exit $status, not 1"
        [ "$(wc -l <stderr)" -eq 1 ] || fault "thud $words >/dev/full: $(wc -l <stderr) lines on stderr, not 1"
    done
fi
status=0
"$thud" laws >&- 2>stderr || status=$?
[ $status -eq 1 ] || fault "thud laws with stdout closed: exit $status, not 1"
# a closed stream is not the first file that is opened
"$thud" impact flores --e 0.5 --points 3 --curve closed.csv >&- 2>stderr && fault "--curve with stdout closed: exit 0"
[ "$(wc -l <closed.csv)" -eq 4 ] || fault "--curve with stdout closed: $(wc -l <closed.csv) lines, not 4"
status=0
"$thud" impact flores --e 7 --curve closed.csv 2>&- || status=$?
[ $status -eq 2 ] || fault "bad input with stderr closed: exit $status, not 2"

# whose code is in it: every library that the command asks the linker for, and the notice of what pages contain
succeeds --version --licences
[ "$(head -n 1 stdout)" = "$("$thud" --version)" ] || fault "$ran begins with $(head -n 1 stdout)"
says 'Copyright (c) 2022 Leon Sorokin'
says 'Permission is hereby granted, free of charge'
grep -E '(^|[^L])GPL' stdout && fault "$ran names the GPL"
if needs readelf 'libraries that the command needs'; then
    readelf -d "$thud" | sed -nE 's/.*NEEDED.*\[lib([a-z0-9]+).*/\1/p' | sort -u >needed
    while read -r library; do
        case $library in
            c | m | asan | ubsan | pthread | dl | thud | gcc) continue ;; # of the compiler, and thud itself
            yaml*) part=libyaml ;;
            sqlite3) part=SQLite ;;
            sundials*) part=SUNDIALS ;;
            *) part="lib$library" ;;
        esac
        says "$part"
    done <needed
    [ "$(wc -l <needed)" -gt 3 ] || fault "readelf finds no libraries in $thud"
fi
fails 2 --version --licenses
says '--licences'

# what was meant: an option of another program, a file where a part of a command stands, a range with a dash
fails 2 run ball.yaml --output here
says "unknown option '--output'; did you mean '-o DIR'?"
printf 't [s],a [g]\n0,0\n0.1,0.2\n0.2,0.1\n' >shake.csv
fails 2 motion shake.csv
says "'shake.csv' is a file; name a part of thud motion first, as in 'thud motion info shake.csv'"
fails 2 motion spectrum shake.csv --periods 0.1-4
says "--periods '0.1-4': a range is written 0.1:4:100log, or with lin"
