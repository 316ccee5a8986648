# Manual pages and shell completion: made from the tables of --help, and read by the programs that they are for.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# every command, and every part of one, as the help lists them: "motion", "motion info", "motion generate sine"
list_commands() {
    local name
    # several words on purpose
    # shellcheck disable=SC2086
    run ${1-} --help
    grep -qE '^(Commands|Parts):' stdout || return 0
    while read -r name; do
        echo "${1:+$1 }$name"
        list_commands "${1:+$1 }$name"
    done <<<"$(sed -n '/^\(Commands\|Parts\):/,/^$/ s/^  \([a-z0-9-]*\) .*/\1/p' stdout)"
}

# options of a command by its help, one a line
list_options() {
    # several words on purpose
    # shellcheck disable=SC2086
    run $1 --help
    sed -n '/^Options:/,/^$/ s/^  \(--\?[A-Za-z0-9-]*\).*/\1/p' stdout
}

list_commands >commands
[ "$(wc -l <commands)" -ge 15 ] || fault "the help lists but $(wc -l <commands) commands"

# ---- manual pages ----

fails 2 --man
fails 2 --man one two
fails 1 --man /no/such/place
succeeds --man pages
succeeds --man pages # a second time, over the first
if needs groff 'how manual pages are set'; then
    for page in pages/*.1; do
        # every warning of groff's; terminals have no combining dot
        groff -man -Kutf8 -Tutf8 -ww -b "$page" 2>&1 >"$page.text" | grep -v "can't find special character" >warnings || true
        [ ! -s warnings ] || fault "$page: $(head -n 1 warnings)"
        [ -s "$page.text" ] || fault "$page is empty"
    done
fi
while read -r name; do
    page=pages/thud-${name%% *}.1
    [ -s "$page" ] || fault "no page for thud $name"
    grep -qF -- "thud ${name//-/\\-}" "$page" || fault "$page: nothing about $name"
    while read -r option; do
        grep -qF -- "\\fB${option//-/\\-}\\fR" "$page" || fault "$page: no $option of thud $name"
    done < <(list_options "$name")
done <commands
[ "$(grep -c '^\.TP' pages/thud.1)" -eq "$(grep -vc ' ' commands)" ] || fault "thud.1 does not list every command"
# a line that begins with a dot is a request of man(7) that we know
grep -hE "^['.]" pages/*.1 | grep -vE '^\.(TH|SH|SS|TP|PP|B|BR|I|nf|fi)( |$)' >requests || true
[ ! -s requests ] || fault "unknown request: $(head -n 1 requests)"

# ---- bash ----

fails 2 --completion
fails 2 --completion fish
says 'bash or zsh'
succeeds --completion bash
mv stdout thud.bash

# offers EXPECTED WORD…: the last word, which may be begun only, is completed to that; "" stands for nothing
offers() {
    local expected=$1 got
    shift
    got=$(bash -c 'source ./thud.bash; COMP_WORDS=(thud "$@"); COMP_CWORD=$#
        _thud thud "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[*]}"' - "$@")
    [ "$got" = "$expected" ] || fault "bash: thud $* offers '$got', not '$expected'"
}

offers 'impact' imp
offers 'laws lab' la
offers 'flores' impact flo
offers 'lammps' engine lam
offers '--damping' impact flores --e 0.5 --dam
offers '' impact flores --curve ''
offers 'info' motion in
offers 'sine' motion generate si
offers '--amplitude' motion generate sine out.at2 --am
offers '' run examp
offers '--verify' run bridge.yaml --ver
offers '--version' --vers
offers '--man' --m
offers 'bash zsh' --completion ''
while read -r name; do
    # a command with parts has no options of its own
    options=$(list_options "$name")
    [ -n "$options" ] || continue
    # shellcheck disable=SC2086
    offers "${options//$'\n'/ }" $name -
done <commands
[ "$(bash -c 'source ./thud.bash; complete -p thud')" = 'complete -o default -F _thud thud' ] ||
    fault 'bash does not complete thud'

# ---- zsh ----

succeeds --completion zsh
mv stdout _thud
head -n 1 _thud | grep -qx '#compdef thud' || fault "zsh does not know what _thud is for"
if needs zsh 'what zsh offers'; then
    # zoffers EXPECTED WORD…: what is handed to zsh, which picks by what is begun
    zoffers() {
        local expected=$1 got
        shift
        got=$(zsh -fc 'compadd() { shift; print -r -- "$@" }; _files() { print files }; compdef() { }
            source ./_thud; words=(thud "$@"); CURRENT=$(($# + 1)); _thud' - "$@")
        # the pattern is one on purpose
        # shellcheck disable=SC2053
        [[ $got == $expected ]] || fault "zsh: thud $* offers '$got', not '$expected'"
    }
    zoffers 'laws impact *' ''
    zoffers '*flores*' impact flo
    zoffers '--e *--damping*--help' impact flores --
    zoffers 'files' impact flores --curve ''
    zoffers 'info *' motion ''
    zoffers '*sine*' motion generate s
    zoffers 'files' run ''
fi
