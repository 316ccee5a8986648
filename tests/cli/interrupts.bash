# Signals, files that vanish, two at once, and what killed processes leave behind.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cat >deck.yaml <<'EOF'
bodies: {deck: {mass: 1.25e6}}
links: [{left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}]
contacts: [{name: east, left: deck, right: ground, gap: 0.03, model: flores, stiffness: 5e9, restitution: 0.6}]
ground: {sine: {amplitude: 3, frequency: 0.5}}
duration: 200
EOF
cat >slow.yaml <<'EOF'
title: Slow
scenario: deck.yaml
vary: {e: {path: contacts.0.restitution, from: 0.3, to: 0.8, count: 100000}}
EOF
sed 's/duration: 200/duration: 1e9/' deck.yaml >endless.yaml

# begin WORD…: in the background, as $job
begin() {
    ran="thud $*"
    "$thud" "$@" >stdout 2>stderr &
    job=$!
}
# Nothing here counts seconds: CTest ends what hangs. Each of these waits until its condition holds, or the job has ended.
# await COMMAND…
await() {
    until "$@"; do
        kill -0 "$job" 2>/dev/null || { fault "$ran: has ended before '$*': $(cat stderr)" && return; }
        sleep 0.02
    done
}
# main has begun: before it, where libraries are loaded, a signal ends any process
listens() { (($(signals SigCgt) >> 14 & 1)); }
# signals SET: of the job, number N as bit N − 1
signals() { echo "0x$(awk -v set="$1:" '$1 == set { print $2 }' "/proc/$job/status" 2>/dev/null || true)"; }
# works DIR: its store has a case
works() { "$thud" status "$1" --json 2>/dev/null | grep -q '"done": [1-9]'; }
# ends STATUS
ends() {
    status=0
    wait "$job" 2>/dev/null || status=$?
    [ "$status" -eq "$1" ] || fault "$ran: exit $status, not $1: $(tail -n 1 stderr)"
}

# a connection that is lost is a wish to stop, as SIGTERM is
for signal in INT TERM HUP; do
    rm -rf slow
    # in the background a shell has SIGINT ignored
    if [ $signal = INT ]; then set -m; fi
    begin sweep slow.yaml -o slow --jobs 2
    if [ $signal = INT ]; then set +m; fi
    await works slow
    kill -$signal $job
    ends 1
    says 'continues from there'
done
begin run endless.yaml
await listens
kill -HUP $job
ends 1
says 'interrupted at t ='
# unless it is ignored, as nohup has it
(
    trap '' HUP
    begin run endless.yaml
    await listens
    (($(signals SigIgn) & 1)) || fault "$ran: takes a signal that is ignored"
    kill -HUP $job
    kill -TERM $job
    ends 1
    echo $faults >faults
)
[ "$(cat faults)" -eq "$faults" ] || faults=$(cat faults)

# a signal before anything has been read is one, too
for command in 'run endless.yaml' 'sweep slow.yaml -o early' 'sweep slow.yaml --dry-run'; do
    ran="thud $command, with a signal as the first thing"
    status=0
    # shellcheck disable=SC2086  # words; the sanitizers want to be loaded first
    ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$THUD_EARLY_SIGNAL "$thud" $command >stdout 2>stderr || status=$?
    [ $status -eq 1 ] || fault "$ran: exit $status, not 1"
    says interrupted
done

# a signal while the study is still being read: the same as later
ran='thud sweep, which still reads'
mkfifo study.pipe
"$thud" sweep /dev/stdin -o held <study.pipe >stdout 2>stderr &
job=$!
exec 7>study.pipe
await listens
kill -TERM $job
sed "s|deck.yaml|$PWD/deck.yaml|" slow.yaml >&7
exec 7>&-
ends 1
says 'interrupted: 0 of 100000 cases are done'

# results that are taken away, or replaced, while they are written to: noticed at once, not after 100,000 cases
for how in 'rm -r gone' 'mv gone/results.db elsewhere' 'cp gone/results.db x && mv x gone/results.db'; do
    rm -rf gone elsewhere
    begin sweep slow.yaml -o gone --jobs 1
    await works gone
    eval "$how"
    ends 1
    says "'gone/results.db' was removed or replaced"
    ! grep -q 'are kept\|goes on' stderr || fault "$ran, $how: says $(cat stderr)"
done

# a second one on the same place says who has it
rm -rf slow
begin sweep slow.yaml -o slow --jobs 1
await works slow
for mode in '' --restart; do
    status=0
    # shellcheck disable=SC2086  # no word, or one
    "$thud" sweep slow.yaml -o slow $mode >second 2>said || status=$?
    [ $status -eq 2 ] || fault "a second sweep $mode: exit $status"
    grep -q "^thud: error: 'slow/results.db' is in use: process $job on .* has been writing to it since 20" said ||
        fault "a second sweep $mode: $(cat said)"
done
kill -TERM $job
ends 1

# what killed processes left behind goes with the next one that writes the same file; what is being written stays
printf 'bodies: {ball: {mass: 1}}\ngravity: 9.81\nduration: 1\ncontacts: [{name: floor, left: ball, right: ground, gap: 1, model: hertz, stiffness: 1e8}]\n' >ball.yaml
succeeds run ball.yaml -o ball
touch ball/history.csv.{1,22,333}-0.part ball/impacts.csv.1-1.part ball/summary.json.7-0.part ball/other.csv.1-0.part \
    ball/history.csv.x-0.part ball/history.csv.1.part
mkdir ball/history.csv.5-0.part
(
    exec 8>ball/history.csv.44-0.part
    flock 8
    "$thud" run ball.yaml -o ball >stdout 2>stderr 8>&-
    find ball -name '*.part' | sort >left
)
ran='thud run, with files of others'
diff - left <<'EOF' || fault "$ran: not these are left"
ball/history.csv.1.part
ball/history.csv.44-0.part
ball/history.csv.5-0.part
ball/history.csv.x-0.part
ball/other.csv.1-0.part
EOF
rm -r ball/*.part
# a run that is killed while it writes leaves parts; the next one removes them
sed 's/^duration: 200/&0000\noutput: {interval: 0.01}/' deck.yaml >long.yaml
begin run long.yaml -o ball --hdf5
has_parts() { [ -n "$(find ball -name '*.part')" ]; }
await has_parts
kill -KILL $job
wait $job 2>/dev/null || true
has_parts || fault "$ran: nothing was under way when it was killed"
succeeds run ball.yaml -o ball --hdf5
[ -z "$(find ball -name '*.part')" ] || fault "$ran: leaves $(find ball -name '*.part')"
