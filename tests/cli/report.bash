# Pages: what thud report writes, and what it says when it cannot.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cat >ball.yaml <<'END'
title: Ball & <floor>
bodies:
  ball: {mass: 2}
contacts:
  - {name: floor, left: ball, right: ground, gap: 1, model: hertz, stiffness: 1e8}
gravity: 10
duration: 1
output: {interval: 0.01}
END
succeeds run ball.yaml -o ball
present ball/model.json ball/loops.csv ball/scenario.yaml
same ball.yaml ball/scenario.yaml
[ "$(head -n 1 ball/loops.csv)" = 'contact,impact,t [s],penetration [m],velocity [m/s],force [N]' ] ||
    fault "$ran: loops.csv begins with $(head -n 1 ball/loops.csv)"
awk -f "$here/json.awk" ball/model.json >leaves || fault "$ran: model.json is not JSON"
is '.contacts[0].name' '"floor"'
is '.contacts[0].gap' 1
# how structures are drawn is said, and changes no result
grep -q '"draw"' ball/model.json && fault "$ran: model.json has draw"
cat >beam.yaml <<'END'
bodies: {beam: {mass: 1 t}, post: {mass: 1 t}}
links: [{left: ground, right: beam, stiffness: 1e5}, {left: ground, right: post, stiffness: 2e5}]
contacts: [{left: beam, right: post, gap: 1 cm, model: newton, restitution: 0.5}]
ground: {noise: {rms: 2, high: 5 Hz}}
duration: 2
END
succeeds run beam.yaml -o plain
printf '%s\n' 'draw: {span: {kind: deck, width: 50 m, bodies: [beam]}, post: {kind: block, height: 120 cm}}' >>beam.yaml
succeeds run beam.yaml -o drawn
same plain/history.csv drawn/history.csv
same plain/impacts.csv drawn/impacts.csv
awk -f "$here/json.awk" drawn/model.json >leaves || fault "$ran: model.json is not JSON"
is '.draw[0].name' '"span"'
is '.draw[0].kind' '"deck"'
is '.draw[0].bodies[0]' '"beam"'
is '.draw[0].width' 50
is '.draw[1].height' 1.2
[ -z "$(leaf '.draw[0].height')" ] || fault "$ran: a height that was not given"
# from a pipe there is no second reading, and no copy of another scenario stays
# shellcheck disable=SC2002  # a pipe is what is meant, not the file
cat ball.yaml | "$thud" run /dev/stdin -o ball >/dev/null
ran='thud run /dev/stdin'
absent ball/scenario.yaml

fails 2 report
says 'no directory given'
fails 2 report ball another
fails 2 report nowhere
says "'nowhere' contains neither a run (summary.json) nor a study (results.db)"
fails 2 report ball --study ball.yaml
says '--study needs --case N'
fails 2 report ball --case 1
says "there is no 'ball/results.db'"

# without uPlot everything else is said to be missing too
if "$thud" report ball >stdout 2>stderr; then
    present ball/report.html
    absent ball/report.html.*
    # one file: nothing is loaded, whatever a name contains stays inside its string
    grep -q '<title>Ball &amp; &lt;floor&gt;</title>' ball/report.html || fault "thud report: the title is not escaped"
    [ "$(grep -c 'src=\|<link' ball/report.html)" -eq 0 ] || fault 'thud report: the page loads something'
    [ "$(grep -o '<script' ball/report.html | wc -l)" -eq "$(grep -o '</script>' ball/report.html | wc -l)" ] ||
        fault 'thud report: script elements do not pair'
    json report ball
    is .kind '"run"'
    is .report '"ball/report.html"'
    succeeds report ball -o elsewhere.html
    same ball/report.html elsewhere.html

    # files that are not what they should be: one line, and no page
    rm ball/report.html
    for file in summary.json model.json history.csv impacts.csv; do
        cp -r ball broken
        head -c 100 ball/$file >broken/$file
        [ $file = impacts.csv ] && echo 'number,t [s],contact,impulse [N·s]
1,x,floor,1' >broken/$file
        [ $file = history.csv ] && printf 't [s],ball displacement [m]\n0,1,2\n' >broken/$file
        fails 1 report broken
        says "broken/$file"
        absent broken/report.html broken/*.part
        rm broken/$file
        [ $file = summary.json ] || fails 1 report broken
        rm -r broken
    done

    # a study, and one of its cases
    printf 'title: Balls\nscenario: ball.yaml\nvary: {gap: {path: contacts.0.gap, values: [0.5, 1, .inf]}}\n' >study.yaml
    succeeds sweep study.yaml -o study
    json report study
    is .kind '"study"'
    present study/report.html
    fails 2 report study --case 1 -o study/results.db
    says "is part of 'study'"
    json report study --case 1
    is .kind '"case"'
    present study/case-1.html study/case-1/history.csv study/case-1/summary.json
    awk -f "$here/json.awk" study/case-1/summary.json >leaves
    is .title '"Balls: case 1 (gap 1)"'
    fails 2 report study --case 3
    # another study than that of the store
    rm -r study/case-1*
    sed 's/0.5, 1/0.5, 0.9/' study.yaml >other.yaml
    fails 2 report study --case 1 --study other.yaml
    says 'or it is another study'
    # the study itself has changed, or has been moved
    mv study.yaml moved.yaml
    fails 2 report study --case 1
    says 'no longer there'
    mv other.yaml study.yaml
    fails 2 report study --case 1
    says 'or it is another study'
    absent study/case-1 study/case-1.html
    succeeds report study --case 1 --study moved.yaml
    present study/case-1.html
    # a sweep that finds nothing to do notes where it is now
    rm study.yaml
    succeeds sweep moved.yaml -o study
    succeeds report study --case 2
    present study/case-2.html
    # a study from a pipe is nowhere
    sed "s|ball.yaml|$PWD/ball.yaml|" moved.yaml | "$thud" sweep /dev/stdin -o piped >/dev/null
    fails 2 report piped --case 1
    says 'does not record its study'
    status=0
    "$thud" report study --case 1 --study nowhere.yaml >stdout 2>stderr || status=$?
    [ $status -eq 2 ] || fault "thud report --study nowhere.yaml: exit $status, not 2"
else
    grep -q '^thud: error: this thud was built without uPlot' stderr || fault "thud report: $(cat stderr)"
    leaves_out 'the pages' 'thud was built without uPlot'
fi
