# Files that are named to thud and should not be read, or not be shown: devices, pipes, large files, files of others, and
# texts with commands to a terminal in them.
# shellcheck shell=bash disable=SC2154  # $thud, $status and $ran come from test-cli and the harness

# ends WORD…: by itself
ends() {
    ran="thud $*"
    status=0
    timeout "$hang" "$thud" "$@" >stdout 2>stderr </dev/null || status=$?
    [ "$status" -ne 124 ] || fault "$ran: still at it after $hang s"
}

printf 'bodies: {a: {mass: 1}}\nduration: 1\n' >rest.yaml
mkfifo pipe
for path in /dev/zero /dev/urandom "$PWD/pipe"; do
    { cat rest.yaml && echo "ground: {record: $path}"; } >named.yaml
    printf 'scenario: %s\nvary: {m: {path: bodies.a.mass, values: [1, 2]}}\n' "$path" >named_study.yaml
    for words in "motion info $path" "gap --ta 0.5 --tb 0.9 --record $path" "identify $path --m 1" "run $path" \
        "run named.yaml" "sweep $path --dry-run" "sweep named_study.yaml --dry-run"; do
        # shellcheck disable=SC2086  # words are words
        ends $words
        [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
        grep -qE 'it is a (device|pipe)' stderr || fault "$ran: says $(cat stderr)"
    done
done

# standard input has a name, and the same limit
files=$here/../ground/files
"$thud" motion info - --json <"$files/west2.at2" >piped.json || fault "no motion from standard input"
"$thud" motion info "$files/west2.at2" --json >named.json
same piped.json named.json
# shellcheck disable=SC2002  # a pipe is what is meant, not the file
cat rest.yaml | "$thud" run - >stdout 2>stderr || fault "no scenario from standard input: $(cat stderr)"
status=0
ran='thud motion info - --max-file 1M </dev/zero'
timeout "$hang" "$thud" motion info - --max-file 1M >stdout 2>stderr </dev/zero || status=$?
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'it is larger than 1048576 bytes'

# the limit
fails 2 motion info "$files/west2.at2" --max-file 100
says 'it is larger than 100 bytes; --max-file or THUD_MAX_FILE allows more'
succeeds motion info "$files/west2.at2" --max-file 1k
THUD_MAX_FILE=100 fails 2 motion info "$files/west2.at2"
THUD_MAX_FILE=much fails 2 motion info "$files/west2.at2"
says 'THUD_MAX_FILE is not a size'
for size in 0 -1 1.5k 1K much 99999999999999999999; do
    fails 2 motion info "$files/west2.at2" --max-file "$size"
    says 'expected bytes'
done
for command in run sweep report identify gap 'motion spectrum'; do
    # shellcheck disable=SC2086  # words are words
    succeeds $command --help
    says '--max-file SIZE'
done

# files of others: no word of theirs is shown, whoever is led to them
printf 'root:$6$hunter2:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n' >shadow
printf 'password=hunter2\n1 2\nhunter2 hunter2\n' >settings
printf 'hunter2: [hunter2\n' >broken
for path in shadow settings broken; do
    { cat rest.yaml && echo "ground: {record: $path, unit: g, step: 0.1}"; } >named.yaml
    printf 'scenario: %s\nvary: {m: {path: bodies.a.mass, values: [1, 2]}}\n' "$path" >named_study.yaml
    for words in "motion info $path" "motion info $path --unit g --dt 1" "motion info $path --format lines" \
        "identify $path --m 1" "run $path" "run named.yaml" "sweep $path --dry-run" "sweep named_study.yaml --dry-run"; do
        # shellcheck disable=SC2086  # words are words
        ends $words
        [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
        ! grep -q hunter2 stdout stderr || fault "$ran: shows $(grep hunter2 stdout stderr)"
    done
done

# commands to a terminal: refused in what is printed as a name or title, and never passed on in a message
for title in '"\e[31mX\a"' '"\u009b31m"' '"a\u202eb"'; do
    { cat rest.yaml && echo "title: $title"; } >title.yaml
    run run title.yaml
    [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2, for title: $title"
    says 'title.yaml:3:8: error: a text with a control character in it'
    ! grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' stderr || fault "$ran: $(cat -v stderr)"
done
run motion info $'\e[31m\xc2\x9bname'
! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' stderr || fault "thud motion info: $(cat -v stderr)"

# components are no series
printf '1 2 3\n4 5 6\n' >components.txt
run motion info components.txt --format one-column --unit g --dt 0.01
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says 'components.txt:1:1: error: 3 numbers in a row: choose a column with the option channel'
json motion info components.txt --format one-column --unit g --dt 0.01 --channel 2
is .npts 2
json motion info components.txt --format lines --unit g --dt 0.01
is .npts 6
