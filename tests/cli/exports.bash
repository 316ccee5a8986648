# Tables of studies of what a scenario may hold: a structure by matrices with a full mass, points, supports, links of every model,
# rods. Every number of the table is that of the run of the same case.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

cp -r "$here/../../examples/frame" .
frame='structure: {names: [f1, f2, f3, f4], mass: frame/mass.mtx, stiffness: frame/stiffness.csv}'

# agree NAME ROW: row ROW of NAME.csv has what NAME/summary.json has, column by column; how many of them
agree() {
    awk -f "$here/json.awk" "$1/summary.json" >leaves
    awk -v row="$2" '
        FILENAME == "leaves" { at = index($0, " "); leaf[substr($0, 1, at - 1)] = substr($0, at + 1); next }
        FNR == 1 { n = split($0, head, ","); next }
        FNR == row + 1 {
            split($0, cell, ",")
            for (i = 1; i <= n; i++) {
                name = head[i]
                sub(/ \[.*\]$/, "", name)
                if (name !~ /^(bodies|rods|contacts|links|watch|supports|energy)\./ || name == "energy.residual_limit") continue
                found = leaf["." name]
                if (found == "null") found = ""
                count++
                if (cell[i] "" != found "" && cell[i] + 0 != found + 0) print name " is " cell[i] " and " found
            }
        }
        END { print count > "count" }' leaves "$1.csv" >differing
    [ ! -s differing ] || fault "$1: the table and the run differ: $(head -n 3 differing)"
}

cat >all.yaml <<EOF
$frame
bodies: {block: {mass: 100 t}}
supports: {pier: {sine: {amplitude: 1, frequency: 1, phase: 3.14}}}
links:
  - {name: bil, left: ground, right: f1, stiffness: 1e8, hysteresis: {model: bilinear, yield: 100 kN, hardening: 0.05}}
  - {name: bw, left: f1, right: f2, stiffness: 1e8, hysteresis: {model: bouc-wen, yield: 100 kN}}
  - {name: fr, left: f2, right: f3, hysteresis: {model: friction, force: 50 kN}}
  - {name: cl, left: f3, right: f4, stiffness: 1e7, hysteresis: {model: clough, yield: 50 kN, hardening: 0.1}}
  - {name: fl, left: ground, right: f2, stiffness: 1e7, hysteresis: {model: flag, yield: 50 kN, hardening: 0.1, energy: 0.5}}
  - {name: hy, left: f1, right: pier, stiffness: 1e8, hysteresis: {model: hyperbolic, strength: 1 MN, ratio: 0.7, gap: 1 mm}}
  - {name: te, left: pier, right: block, stiffness: 1e7, hysteresis: {model: tension-only, slack: 1 mm}}
  - {name: co, left: ground, right: block, stiffness: 1e7, damping: 1e5, hysteresis: {model: compression-only}}
  - {name: lin, left: ground, right: block, stiffness: 1e6}
  - {name: fluid, left: f3, right: block, damping: 1e5, damping_exponent: 0.5}
contacts:
  - {name: mid, left: {f1: 0.4, f2: 0.6}, right: pier, gap: 2 mm, model: hunt-crossley, stiffness: 1e9, exponent: 1.5,
     restitution: 0.5}
  - {name: rigid, left: f4, right: block, gap: 10 mm, model: newton, restitution: 0.6}
  - {name: never, left: {f3: 0.5, pier: 0.5}, right: block, gap: .inf, model: newton, restitution: 0.6}
watch:
  column: {left: {f1: 0.4, f2: 0.6}, right: pier}
  pull: {of: link-force, link: fr}
ground: {sine: {amplitude: 2, frequency: 1.5}}
duration: 1
EOF
printf 'scenario: all.yaml\nvary: {force: {path: links.2.hysteresis.force, values: [20 kN, 50 kN]}}\nmodes: 3\n' >study.yaml
printf 'collect: {hit: {quantity: contacts.mid.max_force, above: 1 kN}}\n' >>study.yaml
succeeds sweep study.yaml -o study
succeeds export study all.csv
succeeds run all.yaml -o all --no-spread --verify
agree all 2
[ "$(cat count)" -eq 136 ] || fault "all.csv: $(cat count) columns were compared"
awk -f "$here/json.awk" all/summary.json >leaves
is .verify.agrees true
# what differs from case to case: a brace of 20 kN slips at that, one of 50 kN does at its own, within what rounding of K x makes of it
column=$(head -n 1 all.csv | tr , '\n' | grep -nxF 'links.fr.max_force [N]' | cut -d: -f1)
awk -F, -v c="$column" 'NR == 2 { d = $c - 20000 } NR == 3 { e = $c - 50000 } END { exit !(d * d < 1e-8 && e * e < 1e-8) }' all.csv ||
    fault "links.fr.max_force is $(cut -d, -f"$column" all.csv | tail -n 2)"
succeeds export study all.h5 --hdf5
succeeds export study again.csv --plot links.svg --quantity links.fr.energy
same all.csv again.csv
[ -s links.svg ] || fault "$ran: no picture"
succeeds export study curves.csv --fragility --level force
succeeds report study -o study.html
succeeds report all -o all.html
fails 2 export study no.csv --plot no.svg --quantity links.none.energy
says links.none.energy
absent no.csv no.svg

# rods beside such a structure
cat >rods.yaml <<EOF
$frame
rods: {ball: {length: 4 m, mass: 10 t, angle: 0.3, on: f4}, hammer: {length: 3 m, mass: 5 t, angle: -0.5, pivot: [-0.2, 0]}}
links:
  - {name: bil, left: ground, right: f1, stiffness: 1e8, hysteresis: {model: bilinear, yield: 50 kN, hardening: 0.05}}
  - {name: te, left: f1, right: f3, stiffness: 1e7, hysteresis: {model: tension-only, slack: 0.1 mm}}
contacts:
  - {name: hit, tip: hammer, right: {f1: 0.4, f2: 0.6}, gap: 2 mm, model: hunt-crossley, stiffness: 1e9, exponent: 1.5,
     restitution: 0.5}
gravity: 9.81
duration: 1
EOF
printf 'scenario: rods.yaml\nvary: {e: {path: contacts.0.restitution, values: [0.3, 0.5]}}\nmodes: 2\n' >swings.yaml
succeeds sweep swings.yaml -o swings
succeeds export swings rods.csv
succeeds export swings rods.h5 --hdf5
succeeds run rods.yaml -o rods --no-spread
agree rods 2
[ "$(cat count)" -eq 59 ] || fault "rods.csv: $(cat count) columns were compared"

# what cannot vary is said, in a line, where it stands
refuses_study() {
    run sweep bad.yaml -o bad
    [ "$status" -eq 2 ] || fault "$1: exit $status, not 2"
    [ "$(grep -c error: stderr)" -eq 1 ] || fault "$1: $(cat stderr)"
    says "$2"
    absent bad
}
refuses_path() {
    printf 'scenario: all.yaml\nvary: {a: {path: %s, values: [1, 2]}}\n' "$1" >bad.yaml
    refuses_study "$@"
}
refuses_path structure "a structure by matrices cannot vary"
refuses_path structure.mass "a structure by matrices cannot vary"
refuses_path structure.influence.0 "a structure by matrices cannot vary"
refuses_path contacts.0.left.f1 "parts of 'left' cannot vary"
refuses_path watch.column.left.f1 "parts of 'left' cannot vary"

# sensitivities: a ball falls sqrt(2 h/g) long and arrives with sqrt(2 g h), whatever its mass
cat >falls.yaml <<'END_OF_FILE'
bodies: {ball: {mass: 1}}
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]
gravity: 9.81
duration: 0.6
END_OF_FILE
cat >depends.yaml <<'END_OF_FILE'
scenario: falls.yaml
vary:
  height: {path: contacts.floor.gap, values: [0.5, 0.75, 1, 1.5]}
  mass: {path: bodies.ball.mass, values: [1, 3]}
  double: {value: 2 * height}
  g: {path: gravity, value: 9.81 + 0 * double}
collect: {struck: {quantity: impacts, above: 0}}
END_OF_FILE
succeeds sweep depends.yaml -o depends
succeeds export depends ranks.csv --sensitivity --quantity bodies.ball.max_velocity
says 'height             +1.00'
[ "$(head -n 1 ranks.csv)" = 'result,unit,axis,rank_correlation,cases,mean in lower quarter,mean in upper quarter' ] ||
    fault "ranks.csv begins with $(head -n 1 ranks.csv)"
awk -F, '$1 == "bodies.ball.max_velocity" && $3 == "height" { found = ($4 - 1) ^ 2 < 1e-24 && $5 == 8 && ($6 - sqrt(2 * 9.81 * 0.5)) ^ 2 < 1e-20 &&
    ($7 - sqrt(2 * 9.81 * 1.5)) ^ 2 < 1e-20 } END { exit !found }' ranks.csv || fault "ranks.csv: $(grep max_velocity ranks.csv)"
! grep -q double ranks.csv || fault 'ranks.csv has an axis that is derived'
# three of four heights are equal: they are a quarter, together
printf 'scenario: falls.yaml\nvary: {height: {path: contacts.floor.gap, values: [0.5, 0.5, 0.5, 1]}}\n' >tied.yaml
succeeds sweep tied.yaml -o tied
succeeds export tied tied.csv --sensitivity --quantity bodies.ball.max_velocity
awk -F, '$1 == "bodies.ball.max_velocity" { found = ($4 - 1) ^ 2 < 1e-24 && ($6 - sqrt(9.81)) ^ 2 < 1e-20 && ($7 - sqrt(2 * 9.81)) ^ 2 < 1e-20 }
    END { exit !found }' tied.csv || fault "tied.csv: $(grep max_velocity tied.csv)"
json export depends ranks.csv --sensitivity
has '.sensitivity[0].rank_correlation' '.sensitivity[0].axis'
fails 2 export depends ranks.csv --sensitivity --fragility

# a design: only the height matters, so its indices are 1, and the mass has none
cat >design.yaml <<'END_OF_FILE'
scenario: falls.yaml
sensitivity: sobol
vary:
  height: {path: contacts.floor.gap, samples: {distribution: uniform, low: 0.5, high: 1.5}, count: 64, sampling: sobol}
  mass: {path: bodies.ball.mass, samples: {distribution: gamma, mean: 2, deviation: 0.5}, count: 64, sampling: sobol}
keep: [bodies.ball.max_velocity]
END_OF_FILE
succeeds sweep design.yaml -o design
says '256 of 256 cases done'
succeeds export design indices.csv --sensitivity --quantity bodies.ball.max_velocity
says "Sobol' indices for bodies.ball.max_velocity from 64 samples"
awk -F, '$3 == "height" { height = ($8 - 1) ^ 2 < 0.04 && ($11 - 1) ^ 2 < 0.04 && $14 == 64 }
    $3 == "mass" { mass = ($8 + 0) ^ 2 < 1e-20 && ($11 + 0) ^ 2 < 1e-20 } END { exit !(height && mass) }' indices.csv ||
    fault "indices.csv: $(cat indices.csv)"
json export design indices.csv --sensitivity
has '.sensitivity[0].first_order.value' '.sensitivity[0].total.high'

# every effect of moving the height over its range is its own; from the middles of quarters half a range apart
sed 's/sobol$/morris/; s/^  mass:.*$//' design.yaml | sed 's/count: 64, sampling: sobol/count: 8/' >paths.yaml
succeeds sweep paths.yaml -o paths
says '16 of 16 cases done'
succeeds export paths effects.csv --sensitivity --quantity bodies.ball.max_velocity
says 'elementary effects for bodies.ball.max_velocity from 8 paths'
awk -F, '$3 == "height" { v = sqrt(2 * 9.81); low = 2 * v * (sqrt(1.125) - sqrt(0.625)); high = 2 * v * (sqrt(1.375) - sqrt(0.875))
    good = $8 >= high - 1e-9 && $8 <= low + 1e-9 } END { exit !good }' effects.csv || fault "effects.csv: $(cat effects.csv)"

# refuses_design LINE TEXT: instead of `sensitivity: sobol`, or behind it
refuses_design() {
    sed "s/^sensitivity.*/$1/" design.yaml >bad.yaml
    refuses_study "$@"
}
refuses_design 'correlation: [[height, mass, 0.5, 1]]' 'expected two axes and their correlation'
refuses_design 'correlation: [[height, mess, 0.5]]' "no axis is called 'mess'; did you mean 'mass'"
refuses_design 'correlation: [[height, mass, 1.5]]' 'expected a correlation, from -1 to 1'
refuses_design 'correlation: [[height, height, 0.5]]' 'an axis has the correlation 1 with itself'
refuses_design 'correlation: [[height, mass, 1]]' 'their matrix is not positive definite'
refuses_design 'correlation: [[height, mass], [1, 0.5]]' '2 axes need 2 rows of 2 correlations'
refuses_design 'correlation: [[height, mass], [1, 0.5], [0.4, 1]]' 'the matrix must be symmetric'
refuses_design 'correlation: 0.5' 'expected a list'
refuses_design 'sensitivity: morriss' "did you mean 'morris'"
refuses_design 'sensitivity: sobol\ncorrelation: [[height, mass, 0.5]]' 'sensitivity is defined for independent axes'
sed 's/mass: .*/mass: {path: bodies.ball.mass, values: [1, 2]}/' design.yaml >bad.yaml
refuses_study design "sensitivity: 'mass' has no samples"

# refuses_samples SAMPLES TEXT
refuses_samples() {
    sed "s/samples: {distribution: uniform, low: 0.5, high: 1.5}/samples: {$1}/" design.yaml >bad.yaml
    refuses_study "$@"
}
refuses_samples 'distribution: beta, low: 0, high: 1, mean: 0.5, deviation: 0.5' 'deviation is too large'
refuses_samples 'distribution: triangular, low: 0, high: 1, mode: 2' 'mode must lie between low and high'
refuses_samples 'distribution: weibull, scale: 1, shape: 0' 'shape (0 given) must be positive'
refuses_samples 'distribution: gamma, mean: 1, deviation: 1e-4' 'between a thousandth'
refuses_samples 'distribution: gamma, mean: 1, deviation: 0.1, low: -2, high: -1' 'high leaves nothing of the distribution'
refuses_samples 'distribution: gumbel, mean: 1, deviation: 0.1, shape: 2' 'a gumbel distribution has no shape'
refuses_samples 'distribution: empirical' 'give either values or file'
refuses_samples 'distribution: empirical, values: [1]' 'takes two values or more'
refuses_samples 'distribution: empirical, file: none.csv' 'cannot read'
printf 'height\n0.5 m\n70 cm\n\n# a note\n1,9\nhigh\n' >heights.csv
refuses_samples 'distribution: empirical, file: heights.csv' "line 7: 'high': expected a number"

# measured values: the smallest and the largest bound all samples
sed -i '$d' heights.csv
sed "s/distribution: uniform, low: 0.5, high: 1.5/distribution: empirical, file: heights.csv/; s/^sensitivity.*//" design.yaml >measured.yaml
succeeds sweep measured.yaml -o measured
succeeds export measured measured.csv
awk -F, 'NR > 1 { if ($2 < 0.5 || $2 > 1) bad = 1; n++ } END { exit bad || n != 64 }' measured.csv ||
    fault "measured.csv: $(head -n 3 measured.csv)"

# correlated samples go together; extending a study keeps its first cases
sed 's/^sensitivity.*/correlation: [[height, mass, 0.9]]/' design.yaml >pairs.yaml
succeeds sweep pairs.yaml -o pairs
succeeds export pairs pairs.csv
sed 's/count: 64/count: 96/' pairs.yaml >more.yaml
succeeds sweep more.yaml -o more
succeeds export more more.csv
[ "$(wc -l <pairs.csv)" -eq 65 ] || fault "pairs.csv has $(wc -l <pairs.csv) lines"
diff <(cut -d, -f2-4 pairs.csv) <(head -n 65 more.csv | cut -d, -f2-4) >&2 || fault 'the first cases of a longer study differ'

fails 2 export depends ranks.csv --sensitivity --level height
if command -v gnuplot >/dev/null; then
    succeeds export depends ranks.csv --sensitivity --quantity bodies.ball.max_velocity --plot tornado.svg
    present tornado.svg tornado.gp tornado.dat
    [ "$(sed -n 2p tornado.dat | cut -d' ' -f1,4)" = '1 1.0000' ] || fault "tornado.dat: $(sed -n 2p tornado.dat)"
    succeeds export depends curves.csv --fragility --level height --plot curves.svg
    present curves.svg curves.gp curves.dat
else
    left_out=$((left_out + 1))
fi
