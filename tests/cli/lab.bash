# The lab: the page that the command contains, or what it says without one.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

fails 2 lab one
says "unexpected argument 'one'"
run lab
if [ "$status" -eq 0 ]; then
    present thud-lab.html
    [ "$(cat stdout)" = thud-lab.html ] || fault "$ran: prints $(cat stdout)"
    [ "$(head -c 15 thud-lab.html)" = '<!DOCTYPE html>' ] || fault "$ran: begins with $(head -c 15 thud-lab.html)"
    [ "$(tail -n 1 thud-lab.html)" = '</html>' ] || fault "$ran: ends with $(tail -n 1 thud-lab.html)"
    # one file, at most 2 MB, that asks for nothing
    [ "$(wc -c <thud-lab.html)" -le 2000000 ] || fault "$ran: $(wc -c <thud-lab.html) bytes"
    ! grep -qE '(src|href)="?https?:' thud-lab.html || fault "$ran: asks for something from a network"
    json lab -o other.html
    is '.lab' '"other.html"'
    same thud-lab.html other.html
    fails 1 lab -o nowhere/lab.html
    says nowhere/lab.html
else
    fails 1 lab
    says 'built without the lab: run'
    absent thud-lab.html
fi
