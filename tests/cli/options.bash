# Every option of every command with a value that is none: one line that names the option, exit status 2. And every file that is
# to be written where there is no such folder. What options there are is read from the help, so that a new one is tried as well.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

printf 'bodies: {ball: {mass: 1}}\ngravity: 9.81\nduration: 1\ncontacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\n' >ball.yaml
printf 'scenario: ball.yaml\nvary: {e: {path: contacts.0.restitution, from: 0.1, to: 1, count: 3}}\ncollect: {often: {quantity: impacts, above: 2}}\n' >study.yaml
awk 'BEGIN { print "t [s],a [g]"; for (i = 0; i < 60; i++) print i / 50 "," sin(i / 5) }' >quake.csv
awk 'BEGIN { print "t [s],F [N]"; for (i = 0; i < 80; i++) { t = i * 5e-5; print t "," (t < 0.002 ? 500 * sin(1570.796 * t) : 0) } }' >force.csv
awk 'BEGIN { print "t [s],a [m/s^2]"; for (i = 0; i < 400; i++) print i / 100 "," exp(-i / 300) * cos(i / 8) }' >swing.csv
awk 'BEGIN { print "period [s],sa [g]"; for (i = 1; i < 30; i++) print i / 10 "," 0.5 / i }' >target.csv
printf 'drop [m],rebound [m]\n1,0.5\n0.8,0.4\n' >rebounds.csv
succeeds sweep study.yaml -o study
succeeds run ball.yaml -o ball

# attempt OPTION VALUE WORD…: the words, with the option instead of the one that they may have
attempt() {
    local option=$1 value=$2 word skip=
    local -a words=()
    shift 2
    for word in "$@"; do
        if [ -n "$skip" ]; then
            skip=
        elif [ "$word" = "$option" ]; then
            skip=1
        else
            words+=("$word")
        fi
    done
    run "${words[@]}" "$option" "$value"
    tried=$((tried + 1))
}

# complains WHAT STATUS…: one of them, one line, nothing on stdout
complains() {
    local what=$1
    shift
    [[ " $* " == *" $status "* ]] || fault "$ran: exit $status, not $*"
    if [ "$(grep -c . stderr)" -ne 1 ] || ! grep -qE '^(thud|[^ ]+): error: .' stderr; then
        fault "$ran: $what is told as: $(cat stderr)"
    fi
    [ ! -s stdout ] || fault "$ran: wrote to stdout although it failed"
}

# wrong COMMAND-WORDS -- WORD…: all options of the command, over words with which it works
tried=0
wrong() {
    local -a command=()
    local option value
    while [ "$1" != -- ]; do command+=("$1") && shift; done
    shift
    succeeds "${command[@]}" --help
    sed -n 's/^  \(--*[A-Za-z0-9-]*\) \([A-Z][^ ]*\) .*/\1 \2/p' stdout >options
    while read -r option value <&3; do
        case $option=$value in
            *=NAME | *=TEXT | *=AXIS* | --study=* | --format=* | --baseline=* | -o=FILE) continue ;; # any word may be one
            --max-file=*) continue ;;                                                              # tried in files.bash
            *=FILE* | *=DIR)
                attempt "$option" "no/such/folder/x${value#"${value%.*}"}" "${command[@]}" "$@"
                complains 'a folder that is not there' 1 2
                ;;
            *)
                attempt "$option" '#?' "${command[@]}" "$@"
                complains "a $value that is none" 2
                says "${option#--}"
                ;;
        esac
    done 3<options
}
wrong impact -- flores --e 0.5
wrong calibrate -- flores --e 0.5
wrong compare -- flores
wrong stiffness -- sphere-sphere --E1 210GPa --nu1 0.3 --R1 20mm --E2 70GPa --nu2 0.33 --R2 10mm
wrong stiffness -- face --E1 30GPa --nu1 0.2 --E2 30GPa --nu2 0.2 --area 0.5m^2 --radius 0.4m
wrong gap -- --ta 0.5 --tb 0.9 --spectrum ec8-1 --soil B --ag 0.3g
wrong motion spectrum -- quake.csv
wrong motion psd -- quake.csv
wrong motion filter -- quake.csv out.csv --band 0.5:20
wrong motion convert -- quake.csv out.csv --to two-column
wrong motion generate ec8-1 -- out.at2 --soil B --ag 0.3g
wrong motion generate target -- out.at2 --target target.csv
wrong motion generate noise -- out.at2 --rms 1 --low 1 --high 5
wrong motion generate clough-penzien -- out.at2 --rms 1 --wg 15.6 --zg 0.6 --wf 1.5 --zf 0.6
wrong motion generate sine -- out.at2 --amplitude 1 --frequency 1
wrong motion generate sweep -- out.at2 --amplitude 1 --first 1 --last 5
wrong motion generate ricker -- out.at2 --amplitude 1 --frequency 1
wrong identify -- --e 0.6 --tc 25ms --m 1
wrong identify -- --bounces 0,0.6,1.1,1.5
wrong run -- ball.yaml
wrong sweep -- study.yaml -o again
[ $tried -gt 130 ] || fault "only $tried options were tried"

# one word too many, or too few
for words in 'impact flores x' 'calibrate flores x' 'gap x' 'stiffness face x' 'laws flores x' 'status study x' 'status' 'export study' \
    'export study out.csv x' 'report ball x' 'report' 'run' 'run ball.yaml x' 'sweep' 'sweep study.yaml x' 'motion info' \
    'motion info quake.csv x' 'motion spectrum' 'motion psd quake.csv x' 'motion filter quake.csv' 'motion convert quake.csv' \
    'identify force.csv x' 'identify rebounds.csv --bounces 1,2,3' 'identify --bounces 0,1,1.5 --heights 1,0.5,0.2' 'export study out.csv --plot x.svg --quantity none' \
    'export study out.csv --fragility --level none' 'export study out.csv --fragility --pool none' 'compare none' 'scenario x'; do
    # shellcheck disable=SC2086  # words
    run $words
    complains 'a word' 2
done

# figures that cannot be drawn where they should be
mkdir -p locked.svg
for words in 'impact flores --e 0.5' 'calibrate flores --e 0.5' 'laws flores' 'laws' 'gap --ta 0.5 --tb 0.9 --record quake.csv' \
    'stiffness sphere-plane --E1 210GPa --nu1 0.3 --R1 20mm --E2 30GPa --nu2 0.2' 'motion info quake.csv' 'motion spectrum quake.csv' \
    'motion psd quake.csv' 'identify --e 0.6 --tc 25ms --m 1 --de 0.02 --dtc 1ms' 'identify --bounces 0,0.6,1.1,1.5' 'identify force.csv --m 1 --model flores' \
    'identify swing.csv' 'export study table.csv' 'motion convert quake.csv quake.at2 --to at2'; do
    # shellcheck disable=SC2086  # words
    run $words --plot locked.svg
    [ "$status" -eq 1 ] || [ "$status" -eq 2 ] || fault "$ran: exit $status"
    grep -qE '^thud: error: .*locked.svg' stderr || fault "$ran: $(cat stderr)"
done
