# Symbolic links within a directory of results: nothing is written through them. The directory itself may be one.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cat >ball.yaml <<'EOF'
bodies: {ball: {mass: 1}}
gravity: 9.81
duration: 1
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: flores, stiffness: 1e6, restitution: 0.5}]
EOF
cat >study.yaml <<'EOF'
title: Balls
scenario: ball.yaml
vary: {e: {path: contacts.0.restitution, from: 0.2, to: 0.6, count: 4}}
histories: [2]
EOF
mkdir precious real
echo 'not to be touched' >precious/original

# link FILE…: each is a link to a file of its own that must stay as it is
link() {
    local file
    for file in "$@"; do
        cp precious/original "precious/${file//\//-}"
        ln -sfn "$PWD/precious/${file//\//-}" "$file"
    done
}
# replaced FILE…: what was linked is a file now, and what it pointed to is what it was
replaced() {
    local file
    for file in "$@"; do
        if [ ! -f "$file" ] || [ -L "$file" ]; then fault "$ran: $file is no file of its own"; fi
        same precious/original "precious/${file//\//-}"
    done
}

# the files of a run, its figures and its page; DIR is a link
ln -s real run
written=(run/{history.csv,impacts.csv,loops.csv,model.json,scenario.yaml,summary.json,motion.{svg,gp,dat}})
link "${written[@]}" run/history.h5 run/link_loops.csv
succeeds run ball.yaml -o run --plot --hdf5
replaced "${written[@]}" run/history.h5
absent run/link_loops.csv # of a run with links alone; the link is gone, and nothing else
same precious/original precious/run-link_loops.csv
[ -L run ] || fault "$ran: replaced the directory"
link run/report.html
succeeds report run
replaced run/report.html
# a link to nowhere makes nothing there
ln -sfn "$PWD/precious/new" run/report.html
succeeds report run
absent precious/new
# one that the user names is followed
echo old >page.html
ln -s page.html named.html
succeeds report run -o named.html
[ -L named.html ] || fault "$ran: replaced a symbolic link that was named"
! grep -qx old page.html || fault "$ran: wrote elsewhere"

# pictures by the directory, and what lies beside a picture
mkdir laws
link laws/restitution.{svg,gp,dat}
succeeds compare flores ye --plot laws
replaced laws/restitution.{svg,gp,dat}
link curve.gp curve.dat
succeeds impact flores --e 0.5 --plot curve.svg
replaced curve.gp curve.dat

# a study: its store, its shards, the histories and pages of its cases
succeeds sweep study.yaml -o study
cp study/results.db precious/store.db
cp study/results.db store.copy
mkdir linked
ln -s "$PWD/precious/store.db" linked/results.db
fails 1 sweep study.yaml -o linked
says "'linked/results.db' is a symbolic link, and thud does not write through it"
same precious/store.db store.copy
succeeds status linked
succeeds sweep study.yaml -o linked --restart
same precious/store.db store.copy
[ ! -L linked/results.db ] || fault "$ran: a link is in the place of the store"
mkdir parts precious/parts
ln -s "$PWD/precious/parts" parts/shard-1
fails 1 sweep study.yaml -o parts --shard 1/2
says "'parts/shard-1' is a symbolic link, and thud does not write through it"
link study/report.html study/case-1.html
succeeds report study
succeeds report study --case 1
replaced study/report.html study/case-1.html
rm -r study/case-1 study/case-2
mkdir precious/cases
for number in 1 2; do ln -s "$PWD/precious/cases" study/case-$number; done
fails 1 report study --case 1
says "'study/case-1' is a symbolic link, and thud does not write through it"
fails 1 sweep study.yaml -o study
says "'study/case-2' is a symbolic link, and thud does not write through it"
[ -z "$(find precious/cases precious/parts -type f)" ] || fault "$ran: files went through a link"
