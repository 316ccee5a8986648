# Pictures, and the scripts and data that stay beside them.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# without gnuplot the script and the data are there all the same
mkdir empty
status=0
PATH=$PWD/empty "$thud" impact flores --e 0.5 --plot later.svg >stdout 2>stderr || status=$?
[ $status -eq 1 ] || fault "no gnuplot: exit $status, not 1"
[ "$(wc -l <stderr)" -eq 1 ] || fault "no gnuplot: $(wc -l <stderr) lines on stderr, not 1"
grep -q 'gnuplot-nox' stderr || fault "no gnuplot: does not say what to install: $(cat stderr)"
present later.gp later.dat
absent later.svg ./*.part

fails 2 impact flores --e 0.5 --plot loop
fails 2 impact flores --e 0.5 --plot loop.gif
says '.svg'
fails 2 impact flores --e 0.5 --plot .svg
fails 2 impact flores --e 0.5 --plot loop.svg --curve loop.dat
fails 2 impact flores --e 0.5 --plot loop.svg --curve ./loop.dat
fails 2 impact flores --e 0.5 --plot "$PWD/loop.svg" --curve loop.gp
fails 2 motion generate sine ./loop.dat --plot loop.svg --amplitude 1 --frequency 1
mkdir both
fails 2 compare flores --e 0.5 --plot both --csv both/../both/error.dat
absent both/*
fails 1 impact flores --e 0.5 --plot missing/loop.svg
absent missing loop.svg loop.gp loop.dat

needs gnuplot 'figures that are drawn' || return 0

# script FILE.svg: draws it again from its own folder, without thud
redraws() {
    local picture=$1
    cp "$picture" drawn
    rm "$picture"
    (cd "$(dirname "$picture")" && gnuplot "./$(basename "${picture%.*}").gp" 2>/dev/null) || fault "gnuplot fails on the script of $picture"
    cmp -s "$picture" drawn || fault "the script of $picture draws another picture"
}

for ending in svg pdf png eps; do
    succeeds impact poursina-nikravesh --e 0.3 --plot "loop-$ending.$ending"
    present "loop-$ending.$ending" "loop-$ending.gp" "loop-$ending.dat"
done
absent ./*.part
redraws loop-svg.svg
grep -q '</svg>' loop-svg.svg || fault "loop-svg.svg is not a whole picture"
grep -qi 'penetration' loop-svg.svg || fault "loop-svg.svg has no label"

# a motion of a file; its title is not one that was made for gnuplot
printf "%s\n" "# it's a 'pulse_1' {%d} \`x\`" 't [s],a [g]' 0,0 0.01,0.2 0.02,-0.1 0.03,0 >pulse.csv
succeeds motion info pulse.csv --plot info.svg
succeeds motion convert pulse.csv copy.at2 --to at2 --plot copy.svg
succeeds motion filter pulse.csv clean.csv --baseline mean --plot clean.svg
for picture in info copy clean; do
    present "$picture.svg" "$picture.gp" "$picture.dat"
    redraws "$picture.svg"
done
fails 2 motion convert pulse.csv ./info.dat --to two-column --plot info.svg
fails 2 motion filter pulse.csv clean.gp --baseline mean --plot clean.svg
fails 2 motion info pulse.csv --plot info.gif

# names that a shell or gnuplot could trip over
mkdir "a 'b' \$(c)"
# shellcheck disable=SC2016  # not to be expanded is what they are for
for name in "it's" '|cat' '<cat' '`id`' '-x' 'a"b' 'é' 'x;y' '~' 'a%d'; do
    succeeds impact flores --e 0.5 --plot "a 'b' \$(c)/$name.svg"
    present "a 'b' \$(c)/$name.svg" "a 'b' \$(c)/$name.gp" "a 'b' \$(c)/$name.dat"
    redraws "a 'b' \$(c)/$name.svg"
done

# a picture that cannot be drawn leaves the old one
echo precious >old.svg
cp old.svg copy.svg
mkdir bin
printf '#!/bin/sh\necho "line 3: it went wrong" >&2\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH fails 1 impact flores --e 0.5 --plot old.svg
says 'it went wrong'
same old.svg copy.svg
printf '#!/bin/sh\nexit 0\n' >bin/gnuplot
PATH=$PWD/bin:$PATH fails 1 impact flores --e 0.5 --plot old.svg
same old.svg copy.svg

# the figures of the comparison
succeeds compare --plot figures
for figure in impulse energy-lost restitution error structures damping closed-form; do
    present figures/$figure.svg figures/$figure.gp figures/$figure.dat
done
for model in "${models[@]}"; do
    grep -q ">$model" figures/error.svg || fault "figures/error.svg does not name $model"
done
# the largest error at each e is none the smaller for any n, and is that of one of them at the ends
awk 'NF == 4 && $1 !~ /#/ { d = $4 - $1; if (d < 0) d = -d; if (d > worst[$1]) worst[$1] = d }
    NF == 3 && $1 !~ /#/ { d = $2 < 0 ? -$2 : $2; count++; if (d < worst[$1] - 1e-8 || ($3 == 1 && d > worst[$1] + 1e-8)) exit 1 }
    END { if (count != 401) exit 1 }' figures/closed-form.dat || fault "figures/closed-form.dat: not the largest error"
grep -q 'largest, any n' figures/closed-form.svg || fault "figures/closed-form.svg does not show the largest error"
absent figures/*.part
redraws figures/error.svg
succeeds compare flores --plot figures2 --e 0.5
present figures2/impulse.svg
absent figures2/closed-form.svg
# laws that all return what is asked for, so that every error is zero, and one law at one restitution
for words in "kelvin-voigt anagnostopoulos" "newton --e 1" "poisson --e 0.5"; do
    # shellcheck disable=SC2086  # several words
    succeeds compare $words --plot same
    present same/error.svg same/impulse.svg same/energy-lost.svg same/restitution.svg
done
echo file >notafolder
fails 1 compare flores --plot notafolder
fails 1 compare flores --plot missing/figures

# script and data of a picture do not take the place of a record that has their name
succeeds motion generate sine record.dat --amplitude 1 --frequency 1
cp record.dat record.copy
for part in spectrum psd info; do
    fails 2 motion $part record.dat --plot record.svg
    says "would overwrite the input 'record.dat'"
    fails 2 motion $part record.dat --plot ./record.pdf
done
fails 2 motion convert record.dat other.csv --to two-column --plot record.svg
says "would overwrite the input 'record.dat'"
fails 2 motion filter record.dat other.csv --band 1: --plot record.svg
says "would overwrite the input 'record.dat'"
absent other.csv
fails 2 identify record.dat --as vibration --plot record.svg
fails 2 motion generate target made.at2 --target record.dat --plot record.svg
same record.dat record.copy

# damping over restitution, for every law that has a damping to find
for model in "${models[@]}"; do
    if is_elastic "$model" || is_rigid "$model"; then
        fails 2 calibrate "$model" --e 1 --plot damping.svg
        says "$model has no damping"
        absent damping.svg
        continue
    fi
    succeeds calibrate "$model" --e 0.5 --plot damping.svg
    present damping.svg damping.gp damping.dat
    # the exact damping, or the second stiffness, falls as the restitution rises; gaps there are none, but below the least e
    case $model in zener) least=0.036 ;; fractional) least=0.028 ;; *) least=0 ;; esac
    awk -v most="$least" '
        NF == 4 && $1 !~ /#/ && $1 < most && $2 ~ /nan/ { count++; last = 1e300; next }
        NF == 4 && $1 !~ /#/ { if (!($2 >= 0) || (count++ && count <= 250 && !($2 < last))) exit 1; last = $2 }
        END { if (count != 251) exit 1 }' damping.dat || fault "calibrate $model: the exact damping does not fall"
    rm damping.*
done
succeeds calibrate flores --e 0.5 --k 5e9 --m 6e5 --v 0.4 --plot damping.svg
redraws damping.svg
# the last row is what was asked for: the numbers of the group calibrate, with nine digits
[ "$(tail -n 1 damping.dat)" = "0.5 1.79093817e+10 2e+10 0.470444779" ] || fault "damping.dat ends with $(tail -n 1 damping.dat)"
grep -q 'damping c \[GN·s/m' damping.svg || fault "damping.svg has no unit"
succeeds calibrate zhao-liu --e 1e-4 --plot damping.svg
grep -q 'set logscale xy' damping.gp || fault "damping.gp: 1e-4 on an even axis"
fails 2 calibrate flores --e 0.5 --plot damping.gif

# separation: the distances by rule, and with a record how the two move
pair=(--ta 0.5 --tb 0.9)
succeeds gap "${pair[@]}" --spectrum ec8-1 --soil B --ag "0.3 g" --level-floors --plot rules.svg
present rules.svg rules.gp rules.dat
redraws rules.svg
grep -q 'distance \[mm\]' rules.svg || fault "rules.svg has no unit"
[ "$(grep -c '^[0-4] ' rules.dat)" -eq 5 ] || fault "rules.dat does not hold five rules"
succeeds motion generate ec8-1 quake.at2 --soil B --ag "0.3 g" --seed 3
json gap "${pair[@]}" --record quake.at2 --plot apart.svg
present apart.svg apart.gp apart.dat
redraws apart.svg
# 40 points in the shorter period: beside a peak of period T a point is at most T/80 away, and below it by no more
# than 1 − cos(π/40) = 0.3 % of what the two move together
awk -v a="$(leaf .exact_a_left)" -v b="$(leaf .exact_b_left)" -v all="$(leaf .absolute)" '
    NF == 4 && $1 !~ /#/ && !done { if ($2 > high) high = $2; if (-$2 > low) low = -$2; next }
    high { done = 1 }
    END { exit !(high <= a * (1 + 1e-8) && high >= a - 0.0031 * all && low <= b * (1 + 1e-8) && low >= b - 0.0031 * all) }' \
    apart.dat || fault "apart.dat: other peaks than $(leaf .exact_a_left) and $(leaf .exact_b_left)"
# what is largest after the record has ended is in the picture too
printf '0 1\n0.01 2\n0.02 0\n' >bare.txt
json gap "${pair[@]}" --record bare.txt --unit gal --plot after.svg
awk -v t="$(leaf .exact_time)" '/^$/ { exit } $1 !~ /#/ { last = $1 } END { exit !(t > 0.02 && last > t) }' after.dat ||
    fault "after.dat ends before $(leaf .exact_time) s"
# structures that move together, and a ground at rest
succeeds gap --ta 0.5 --tb 0.5 --record quake.at2 --plot together.svg
redraws together.svg
printf '0 0\n0.01 0\n0.02 0\n' >rest.txt
succeeds gap "${pair[@]}" --record rest.txt --unit gal --plot rest.svg
redraws rest.svg
cp quake.at2 apart.copy
cp quake.at2 quake.dat
fails 2 gap "${pair[@]}" --record quake.dat --plot quake.svg
says "would overwrite the input 'quake.dat'"
same quake.dat apart.copy
fails 2 gap "${pair[@]}" --record quake.at2 --plot apart.gif

# two scenarios: the gap over the floors, the largest of all motions first, then each motion
for one in 'a 3 0.5' 'b 4 0.8'; do
    read -r name count period <<<"$one"
    printf 'storeys: {%s: {count: %s, mass: 200 t, period: %s s}}\nduration: 5\n' "$name" "$count" "$period" >"$name.yaml"
done
succeeds motion generate ec8-1 weaker.at2 --soil B --ag "0.2 g" --seed 4
json gap a.yaml b.yaml quake.at2 weaker.at2 --plot floors.svg
present floors.svg floors.gp floors.dat
redraws floors.svg
grep -q 'gap that just does not close \[mm\]' floors.svg || fault "floors.svg has no unit"
for floor in 0 1 2; do
    grep -q "a$((floor + 1)), b$((floor + 1))" floors.svg || fault "floors.svg does not name floor $floor"
    drawn=$(awk -v k=$((floor + 1)) '$1 == k { print $2, $3; exit }' floors.dat)
    awk -v drawn="$drawn" -v a="$(leaf ".floors[$floor].exact_a_left")" -v b="$(leaf ".floors[$floor].exact_b_left")" '
        BEGIN { split(drawn, at); exit !(at[1] > 0 && (at[1] - a)^2 < 1e-16 * a^2 && (at[2] - b)^2 < 1e-16 * b^2) }' ||
        fault "floors.dat: floor $floor has $drawn"
done
[ "$(grep -c '^[1-3] ' floors.dat)" -eq 9 ] || fault "floors.dat does not hold three floors, of both motions and of each"
succeeds gap a.yaml b.yaml rest.txt --unit gal --plot still.svg
redraws still.svg
cp a.yaml a.dat
fails 2 gap a.dat b.yaml quake.at2 --plot a.svg
says "would overwrite the input 'a.dat'"
same a.dat a.yaml
fails 2 gap a.yaml b.yaml quake.at2 --plot floors.gif

# laws as loops: each one that has a force, and one of each structure
for model in "${models[@]}"; do
    if is_rigid "$model"; then
        fails 2 laws "$model" --plot law.svg
        says "$model has no force"
        absent law.svg
        continue
    fi
    succeeds laws "$model" --plot law.svg
    present law.svg law.gp law.dat
    rm law.*
done
json laws flores --plot law.svg
is .model '"flores"'
redraws law.svg
# what the published rule returns at 0.5, as in the group calibrate
grep -q 'e = 0.5, returns 0.4704' law.svg || fault "law.svg does not tell what flores returns"
succeeds laws --plot structures.svg
redraws structures.svg
# the area of a loop is the energy lost, (1 − e²)/2 = 0.375 in this frame for all but the elastic one, whatever the
# structure. Worst are trapezoids of step h where the force begins as χ t^(1/4): they miss −ζ(−1/4) χ h^(5/4) =
# 0.32 χ h^(5/4), for χ = 1.336 and h = 3.171/400 of jankowski-2005 0.00101. The damper of adams-impact sets in within
# less than the first step: there the force is the same from the beginning of that step to its end
awk '/#/ { x = y = area = 0; jumps = /adams-impact/ }
    NF == 2 && $1 !~ /#/ { area += ($1 - x) * ($2 + (jumps && x == 0 ? $2 : y)) / 2; x = $1; y = $2; wait = 1 }
    NF == 0 && wait { loops++; d = area - (loops == 1 ? 0 : 0.375); if (d * d > 0.0011 ^ 2) bad = 1; wait = 0 }
    END { exit !(loops == 7 && !bad) }' structures.dat || fault "structures.dat: not seven loops that lose (1 - e²)/2"
fails 2 laws --markdown --plot structures.svg
fails 2 laws flores --plot law

# a study: balls that fall h and stay there, so that gravity has given them m g h
cat >ball.yaml <<'EOF'
bodies: {ball: {mass: 1}}
gravity: 9.81
duration: 1
contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0}]
EOF
study() { # NAME MASSES: one of two heights, those masses, and an axis that does not vary
    printf '%s\n' "title: \"it's {a} \`study\`_1\\n'\"" 'scenario: ball.yaml' 'vary:' \
        '  e: {path: contacts.0.restitution, values: [0]}' \
        "  \"a 'b'_h\": {path: contacts.0.gap, values: [1, 0.5]}" "  mass: {path: bodies.ball.mass, $2}" >"$1.yaml"
    succeeds sweep "$1.yaml" -o "$1"
}
study few 'values: [1, 3]'
succeeds export few few.csv --plot balls.svg --quantity energy.input
present few.csv balls.svg balls.gp balls.dat
redraws balls.svg
grep -v '#' balls.dat >balls.rows
printf '%s\n' '0.5 4.905 4.905 4.905 1' '1 9.81 9.81 9.81 1' '' '' '0.5 14.715 14.715 14.715 1' '1 29.43 29.43 29.43 1' '' '' >expected
same balls.rows expected
grep -q 'energy.input \[J\]' balls.svg || fault "balls.svg has no unit"
# more masses than line styles: mean, least and largest of them; the mean of 1 to 8 is 4.5
study many 'from: 1, to: 8, count: 8'
succeeds export many many.csv --plot balls.svg --quantity energy.input
grep -v '#' balls.dat >balls.rows
printf '%s\n' '0.5 22.0725 4.905 39.24 8' '1 44.145 9.81 78.48 8' '' '' >expected
same balls.rows expected
redraws balls.svg
# the largest displacement where no quantity is named, one that is the same everywhere, and HDF5 beside it
succeeds export few few.csv --plot balls.svg
grep -q 'bodies.ball.max_displacement \[m\]' balls.svg || fault "balls.svg is not of the displacement"
succeeds export few few.csv --plot balls.svg --quantity duration
succeeds export few few.h5 --hdf5 --plot balls.svg
rm balls.*
fails 2 export few balls.csv --plot balls.svg --quantity energy.inptu
says "did you mean 'energy.input'?"
fails 2 export few balls.csv --quantity energy.input
fails 2 export few balls.csv --plot balls.gif
fails 2 export few balls.dat --plot balls.svg
says "would both write 'balls.dat'"
absent balls.*
# nothing that a line could be drawn over
printf 'scenario: ball.yaml\nvary: {e: {path: contacts.0.restitution, values: [0]}}\n' >one.yaml
succeeds sweep one.yaml -o one
fails 1 export one one.csv --plot balls.svg
says 'no axis of numbers varies'
absent balls.*

# stiffness: force over penetration up to a hundredth of the radius, 1/(1/R1 + 1/R2) for two spheres
steel=(--E1 210GPa --nu1 0.3 --E2 210GPa --nu2 0.3)
for words in "sphere-sphere --R1 20mm --R2 20mm" "sphere-plane --R1 10mm" "face --area 0.5m^2 --radius 1cm"; do
    # shellcheck disable=SC2086  # several words
    json stiffness $words "${steel[@]}" --plot contact.svg
    present contact.svg contact.gp contact.dat
    # the last row against k from JSON, with nine digits
    tail -n 1 contact.dat | awk -v k="$(leaf .stiffness)" -v n="$(leaf .exponent_n)" '
        { f = k * $1 ^ n / $2 - 1; s = n * k * $1 ^ (n - 1) / $3 - 1; exit !($1 == 1e-4 && f * f < 1e-16 && s * s < 1e-16) }' ||
        fault "thud stiffness $words: contact.dat ends with $(tail -n 1 contact.dat)"
done
redraws contact.svg
grep -q 'penetration δ \[µm\]' contact.svg || fault "contact.svg has no unit"
fails 2 stiffness sphere-plane "${steel[@]}" --R1 10mm --plot contact.gif

# counts and gaps have no values below zero, and their axes no room there
printf 'scenario: ball.yaml\nvary: {gap: {path: contacts.0.gap, values: [0.5, 100]}}\n' >zero.yaml
succeeds sweep zero.yaml -o zero
succeeds export zero zero.csv --plot zero.svg --quantity impacts
grep -q 'impacts \[' zero.svg || fault "zero.svg is not of the impacts"
! grep -q '<tspan[^>]*> *[-−][0-9]' zero.svg || fault "an axis of zero.svg goes below zero"

# printed 17 cm wide, type of 14 pixels has 8 points up to a width of 840 pixels: 14 · 17/2.54 · 72/840 = 8.03
while IFS= read -r -d '' picture; do
    grep -q 'Produced by GNUPLOT' "$picture" || continue # one that a test wrote itself
    width=$(sed -n 's/^ width="\([0-9]*\)".*/\1/p' "$picture")
    [ "${width:-841}" -le 840 ] || fault "$picture is $width pixels wide: its type would be smaller than 8 points in print"
    ! sed -n "s/.*<g [^>]*font-size=\"\([0-9.]*\)\".*/\1/p" "$picture" | awk '$1 < 14 { bad = 1 } END { exit !bad }' ||
        fault "$picture has type smaller than 14 pixels"
done < <(find . -name '*.svg' -print0)
