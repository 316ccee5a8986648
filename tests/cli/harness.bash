# What the groups of tests share: running thud, and saying what should have come of it.
#
# Each check prints nothing when it holds. $thud is the command under test; every group runs in a folder of its own.
# shellcheck shell=bash disable=SC2034,SC2154  # names shared with test-cli and the groups

faults=0
left_out=0

# s: a limit for what may never end by itself; nothing that ends takes more than a hundredth of it on an idle machine
hang=300

# names the line of the group that asked, not that of the check in this file
fault() {
    local i=1
    while [ "${BASH_SOURCE[i]}" = "${BASH_SOURCE[0]}" ]; do i=$((i + 1)); done
    echo "FAIL (${BASH_SOURCE[i]##*/}:${BASH_LINENO[i - 1]}): $*" >&2
    faults=$((faults + 1))
}

# run WORD…: keeps stdout, stderr and the exit status, whatever it is
run() {
    ran="thud $*"
    status=0
    "$thud" "$@" >stdout 2>stderr || status=$?
}

# spare_counts: before a limit on the size of files; in the build for coverage it would damage what gcov has counted
spare_counts() { export GCOV_PREFIX="$PWD/gcov" GCOV_ERROR_FILE=/dev/null; }

# remarks: what is on stderr but lines that say how far a run or a sweep is, which slow machines have
remarks() { grep -vE '^thud: ([0-9]+ of [0-9]+ cases |[^ ]+ s of [^ ]+ s \()' stderr || true; }

# succeeds WORD…: exit 0, nothing on stderr
succeeds() {
    run "$@"
    [ "$status" -eq 0 ] || fault "$ran: exit $status, not 0: $(head -n 1 stderr)"
    [ -z "$(remarks)" ] || fault "$ran: wrote to stderr: $(remarks | head -n 1)"
}

# fails STATUS WORD…: that exit status, one line on stderr that begins like an error, nothing on stdout
fails() {
    local expected=$1
    shift
    run "$@"
    [ "$status" -eq "$expected" ] || fault "$ran: exit $status, not $expected"
    [ "$(remarks | wc -l)" -eq 1 ] || fault "$ran: $(remarks | wc -l) lines on stderr, not 1"
    remarks | grep '^thud: error: .' >/dev/null || fault "$ran: stderr does not begin with 'thud: error: '"
    [ ! -s stdout ] || fault "$ran: wrote to stdout although it failed"
}

# says TEXT: the last stdout or stderr holds it
says() {
    grep -qF -- "$1" stdout stderr || fault "$ran: does not say '$1' but: $(cat stdout stderr)"
}

# json WORD…: succeeds, prints one JSON object; its leaves are then in ./leaves
json() {
    succeeds "$@" --json
    awk -f "$here/json.awk" stdout >leaves || fault "$ran --json: not JSON"
}

# leaf PATH: its value, as JSON writes it
leaf() {
    awk -v path="$1" '$1 == path { print substr($0, length(path) + 2); exit }' leaves
}

# has PATH…: all are there
has() {
    local path
    for path in "$@"; do
        [ -n "$(leaf "$path")" ] || fault "$ran: no key $path"
    done
}

# is PATH VALUE: exactly that, strings in quotes
is() {
    [ "$(leaf "$1")" = "$2" ] || fault "$ran: $1 is $(leaf "$1"), not $2"
}

# near PATH NUMBER TOLERANCE: within it, absolutely
near() {
    local found
    found=$(leaf "$1")
    awk -v a="$found" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && a != "null" && d <= t && -d <= t) }' ||
        fault "$ran: $1 is $found, not $2 within $3"
}

# same FILE FILE
same() {
    cmp -s "$1" "$2" || fault "$ran: $1 and $2 differ"
}

# absent FILE…
absent() {
    local file
    for file in "$@"; do
        [ ! -e "$file" ] || fault "$ran: left $file behind"
    done
}

# present FILE…: there and not empty
present() {
    local file
    for file in "$@"; do
        [ -s "$file" ] || fault "$ran: did not write $file"
    done
}

# true for a build with the sanitizers, ten times as slow: numbers that other builds compare are not computed again
is_sanitized() {
    grep -q __asan_init "$thud"
}

# leaves_out WHAT REASON: what has been checked counts, and the group ends as skipped
leaves_out() {
    echo "skipped: $1: $2"
    left_out=$((left_out + 1))
}

# needs PROGRAM WHAT: it is there; where it is not, WHAT is left out
needs() {
    command -v "$1" >/dev/null || { leaves_out "$2" "there is no $1" && return 1; }
}

# all models of the contract
models=(linear hertz kelvin-voigt anagnostopoulos tsuji hunt-crossley lankarani-nikravesh hu-guo flores ye gonthier
    khatiwada gonthier-approximate herbert-mcwhannell lee-wang zhiying-qishao kuwabara-kono jankowski-2005
    jankowski-2006 mahmoud-jankowski zhao-liu poursina-nikravesh li-darby valles-reinhorn adams-impact simscape elastogap
    thornton-1997 dmt jkr zener fractional thornton-2013 carvalho-martins pant-wijeyewickrema ye-modified luo-nahon
    newton poisson stronge)

# true for the models with a force of their own kind
is_general() {
    case $1 in
    adams-impact | simscape | elastogap | thornton-1997 | dmt | jkr | zener | fractional) true ;;
    *) false ;;
    esac
}

# true for the models that know only e = 1
is_elastic() {
    [ "$1" = linear ] || [ "$1" = hertz ] || [ "$1" = luo-nahon ]
}

# true for the models of impulses
is_rigid() {
    [ "$1" = newton ] || [ "$1" = poisson ] || [ "$1" = stronge ]
}
