# Parameters from measurements.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# Li and Darby, Table I as recomputed
while read -r e tc k c; do
    json identify --e "$e" --tc "$tc" --m1 1.35 --m2 0.11
    near .stiffness "$k" "$(awk -v k="$k" 'BEGIN { print k * 1e-6 }')"
    near .damping "$c" "$(awk -v c="$c" 'BEGIN { print c * 1e-6 }')"
done <<'TABLE'
0.61 25ms   1645.939 4.022082
0.44 19ms   2970.680 8.789878
0.53 4ms    65303.60 32.28747
0.49 3ms    117291.0 48.37099
0.46 0.3ms  11835470 526.5503
TABLE
has .model .separation .exponent_n .exponent_p .e .contact_time .mass .sensitivities.stiffness.e \
    .sensitivities.stiffness.contact_time .sensitivities.damping.e .sensitivities.damping.contact_time
is .model '"li-darby"'
is .stiffness_error null

json identify --e 0.61 --tc 25ms --m1 1.35 --m2 0.11 --de 0.02 --dtc 1ms
near .sensitivities.stiffness.e -0.0977456167366 1e-11 # 2 ln e/(π² + ln² e)
near .sensitivities.damping.e -2.02307797138 1e-10   # 1/ln e
has .stiffness_error .damping_error .correlation '.changes[0].stiffness' '.changes[7].damping'
succeeds identify --e 0.61 --tc 25ms --m1 1.35 --m2 0.11 --de 0.02 --dtc 1ms
says '1.65 ± 0.13 kN/m'
says '4.02 ± 0.31 N·s/m'

# what an impact does leads back to it, for every law with a contact time
for model in "${models[@]}"; do
    case $model in newton | poisson | stronge) continue ;; esac
    if is_general "$model"; then # nothing is fitted to a force of its own kind
        fails 2 identify --model "$model" --e 0.5 --tc 8ms --m 0.7 --v 0.9
        continue
    fi
    e=0.55
    if is_elastic "$model"; then e=1; fi
    for separation in return zero-force; do
        json impact "$model" --e $e --damping exact --k 3e6 --m 0.7 --v 0.9 --separation $separation
        e_out=$(leaf .e_out) tc=$(leaf .contact_time) c=$(leaf .damping)
        json identify --model "$model" --e "$e_out" --tc "$tc" --m 0.7 --v 0.9 --separation $separation
        near .stiffness 3e6 3e-3
        if [ "$model" != valles-reinhorn ]; then
            near .damping "$c" "$(awk -v c="$c" 'BEGIN { print c * 1e-9 + 1e-9 }')"
        fi
    done
done

# a fixed stop; the entry for a scenario
succeeds identify --e 0.61 --tc 25ms --m1 inf --m2 0.11 --model flores --v 0.5 --yaml
grep -q '^contacts:' stdout || fault "no contacts: entry"
grep -qE 'model: flores, stiffness: 34991\.8[0-9]*, exponent: 1\.5, restitution: 0\.6[0-9]*, damping: 65532\.[0-9]*, separation: return' stdout ||
    fault "another entry: $(cat stdout)"

# bad numbers
for e in 0 -0.1 1.01 nan inf x; do fails 2 identify --e "$e" --tc 1ms --m 1; done
fails 2 identify --e 1.2 --tc 25ms --m 1
says '1.2'
for tc in 0 -1ms nan inf 3kg; do fails 2 identify --e 0.5 --tc "$tc" --m 1; done
fails 2 identify --e 0.5 --m 1
says '--tc'
fails 2 identify --tc 1ms --m 1
says '--e'
fails 2 identify --e 0.5 --tc 1ms
says 'mass'
fails 2 identify --e 0.5 --tc 1ms --m 1 --model flores
says 'speed'
fails 2 identify --e 0.5 --tc 1ms --m 1 --v 1 --model florse
says "'flores'"
fails 2 identify --e 0.5 --tc 1ms --m 1 --v 1 --model hertz
says 'elastic'
fails 2 identify --e 0.5 --tc 1ms --m 1 --model newton
fails 2 identify --e 0.5 --tc 1ms --m 1 --de -1
fails 2 identify --e 0.5 --tc 1ms --m 1 --yaml --json
fails 2 identify --e 0.5 --tc 1ms --m 1 --plot x.svg
fails 2 identify
fails 2 identify --e 0.5 --tc 1ms --m 1 force.csv
fails 2 identify a.csv b.csv

# a force history of thud's own, and all laws on it
"$thud" impact gonthier --e 0.6 --k 2e6 --m 0.5 --v 0.8 --damping exact --curve force.csv >/dev/null
json identify force.csv --m 0.5 --model gonthier
near .stiffness 2e6 1e-1
near .e 0.6 1e-8
near .speed 0.8 1e-8
near .exponent_n 1.5 1e-8
has .stiffness_error .damping_error .exponent_n_error .correlation '.impacts[0].residual' '.impacts[0].r_squared'
json identify force.csv --m 0.5
is .model '"hunt-crossley"'
json identify force.csv --m 0.5 --model gonthier
near .penetration_ratio 1 1e-6
json identify force.csv --m 1 --model gonthier # the mass is wrong by two
near .penetration_ratio 2 1e-5
json identify force.csv --m 0.5
has '.ranking[0].laws' '.ranking[0].bic' '.ranking[1].difference'
succeeds identify force.csv --m 0.5
says 'hunt-crossley, lankarani-nikravesh, hu-guo, flores'
succeeds identify force.csv --m 0.5 --model gonthier --n 1.5 --yaml
says 'model: gonthier'

# a speed that is known is no parameter; 0.8 m/s, or what a fall of v²/(2 g) gives
json identify force.csv --m 0.5 --model gonthier
fitted=$(leaf '.impacts[0].parameters')
for known in '--v 0.8' '--drop 32.63091882e-3' '--drop 16cm --gravity 2'; do
    # shellcheck disable=SC2086  # two words or four
    json identify force.csv --m 0.5 --model gonthier $known
    near .speed 0.8 1e-7 # ten digits of the height
    is .speed_error 0
    is '.impacts[0].parameters' $((fitted - 1))
    near .stiffness 2e6 2 # as far as the speed is known
    near .e 0.6 1e-6
done
succeeds identify force.csv --m 0.5 --model gonthier --v 0.8
says 'v, given'
fails 2 identify force.csv --m 0.5 --v 0.8 --drop 1
says 'exclude each other'
for bad in 0 -1 nan 2kg; do
    fails 2 identify force.csv --m 0.5 --v $bad
    fails 2 identify force.csv --m 0.5 --drop $bad
done
fails 2 identify force.csv --m 0.5 --drop 1 --gravity 0

# the unit of k and c with a fitted exponent in two places, that of a given one as it is
awk 'BEGIN { print "t [ms],force [N]"; srand(3)
    for (i = 0; i < 60; i++) { t = 0.1 * i; x = (t - 1) / 4; printf "%g,%.4f\n", t, (x > 0 && x < 1 ? 200 * sin(3.14159265358979 * x) ^ 1.4 : 0) + 4 * (rand() - 0.5) } }' >hump.csv
succeeds identify hump.csv --m 0.5 --model hertz
grep -qE '^  k +[0-9.]+ ± [0-9.]+ [kMG]N/m\^1\.[0-9]{1,2}$' stdout || fault "another unit of k, or another error: $(cat stdout)"
! grep -E '± *[0-9.]+e' stdout || fault "an error with a power of ten"
succeeds identify hump.csv --m 0.5 --model hertz --n 1.375
says 'N/m^1.375'

# two impacts with an offset, the first clipped; times in ms
awk 'BEGIN {
    print "time [ms],force [kN]"
    for (i = 0; i < 1200; i++) {
        t = i * 0.05; f = 0.004
        if (t > 10 && t < 14) f += 0.3 * sin(3.14159265358979 * (t - 10) / 4)
        if (t > 30 && t < 34) f += 0.2 * sin(3.14159265358979 * (t - 30) / 4)
        if (f > 0.28) f = 0.28
        printf "%.4f,%.9f\n", t, f
    }
}' >two.csv
json identify two.csv --m 0.5 --model linear
near .stiffness 308425.1375340424 1 # m π²/Tc²
near '.impacts[0].speed' 0.7639437268 1e-5 # peak Tc/(m π)
near '.impacts[1].speed' 0.5092958179 1e-5
near '.impacts[0].offset' 4 1e-4
near .clip 280 1e-9
succeeds identify two.csv --m 0.5 --model linear
says 'saturated samples at 280.00 N were left out'
says 'all 2 impacts'
fails 2 identify two.csv --m 0.5 --model linear --v 1
says '2 impacts in two.csv'

# several files, one for each drop: a constant c, as an impact at 1 m/s that returns 0.6 has it
for v in 0.5 1 2; do
    succeeds impact hunt-crossley --e 0.6 --restitution-speed 1 --k 2e6 --m 0.5 --v $v --curve drop$v.csv
done
json impact hunt-crossley --e 0.6 --k 2e6 --m 0.5 --v 1
c=$(leaf .damping)
json identify drop0.5.csv drop1.csv drop2.csv --m 0.5 --model hunt-crossley --n 1.5 --v 0.5,1,2
near .stiffness 2e6 20 # curves have nine digits
near .damping "$c" "$(awk -v c="$c" 'BEGIN { print 1e-4 * c }')"
is '.impacts[2].file' '"drop2.csv"'
near '.impacts[1].speed' 1 0
near .speed 2 0 # of the largest impact
is .bounces 0
# heights of the drops: v²/(2 g)
succeeds identify drop0.5.csv drop1.csv --m 0.5 --model hunt-crossley --drop 12.7465mm,50.986mm
says 'all 2 impacts'
says 'drop0.5.csv'
says 'v, given  1.0000 m/s'
# all laws: differences of BIC add up over the files
json identify drop1.csv --m 0.5
alone=$(leaf '.ranking[1].model')
one=$(leaf '.ranking[1].difference')
json identify drop2.csv --m 0.5
[ "$(leaf '.ranking[1].model')" = "$alone" ] || fault "another second law than $alone"
two=$(leaf '.ranking[1].difference')
json identify drop1.csv drop2.csv --m 0.5
is '.ranking[1].model' "$alone"
near '.ranking[1].difference' "$(awk -v a="$one" -v b="$two" 'BEGIN { printf "%.9g", a + b }')" 1e-2

# together with bounces: this law returns e at every speed, and the force here has a noise of 2 %
json impact kelvin-voigt --e 0.6 --k 1e5 --m 0.5 --v 1
c=$(leaf .damping)
succeeds impact kelvin-voigt --e 0.6 --k 1e5 --m 0.5 --v 1 --curve clean.csv
awk -F, 'BEGIN { srand(7) } NR == 1 { print "t [s],F [N]"; for (i = 100; i > 0; i--) print -i * 1e-4 "," noise(); next } { print $1 "," $4 + noise() }
    function noise() { return 4 * (rand() + rand() + rand() - 1.5) * 2 }' clean.csv >noisy.csv
bounces=$(awk 'BEGIN { t = 0; for (i = 0; i < 6; i++) { printf "%s%.5f", i ? "," : "", t; t += 0.6 ^ i } }')
json identify noisy.csv --m 0.5 --model kelvin-voigt
alone=$(leaf .damping_error)
json identify noisy.csv --m 0.5 --model kelvin-voigt --bounces "$bounces" --error 10us
is .bounces 4
near .damping "$c" "$(awk -v s="$(leaf .damping_error)" 'BEGIN { print 3 * s }')"
awk -v a="$alone" -v b="$(leaf .damping_error)" 'BEGIN { exit !(b < 0.5 * a) }' || fault "$ran: bounces did not halve the error"
awk -v a="$(leaf .bounce_mismatch)" 'BEGIN { exit !(a > 0 && a < 4) }' || fault "$ran: $(leaf .bounce_mismatch)"
joint=$(leaf .damping)
printf 'time [s]\n%s\n' "${bounces//,/$'\n'}" >bounces.csv
json identify bounces.csv noisy.csv --m 0.5 --model kelvin-voigt --error 10us
near .damping "$joint" 0
succeeds identify noisy.csv bounces.csv --m 0.5 --model kelvin-voigt --error 10us
says 'together with 4 bounces'
fails 2 identify noisy.csv bounces.csv --m 0.5 --model hertz --error 10us
says 'hertz has no damper'
fails 2 identify noisy.csv bounces.csv --m 0.5 --model kelvin-voigt --bounces "$bounces"
says "one set of bounces at a time goes with force histories: 'bounces.csv' is another"
fails 2 identify bounces.csv bounces.csv --m 0.5
says "'bounces.csv' is another"
fails 2 identify bounces.csv --heights 1,0.5
says "'bounces.csv' is another"
fails 2 identify drop1.csv drop2.csv --m 0.5 --v 1,2,3
says '--v: 3 numbers for 2 force histories'
fails 2 identify drop1.csv drop2.csv --m 0.5 --v 1,-2
printf 'load [N],deflection [mm]\n1,2\n2,4\n3,6\n' >loads.csv
fails 2 identify drop1.csv loads.csv --m 0.5
says "'loads.csv': only force histories, and bounces with them, are identified together"
fails 2 identify drop1.csv drop2.csv --m 0.5 --plot drop2.csv

# an acceleration in an impact
awk 'BEGIN { print "t [s],a [m/s^2]"; for (i = 0; i < 400; i++) { t = i * 1e-4; a = (t > 0.01 && t < 0.014) ? -600 * sin(3.14159265358979 * (t - 0.01) / 0.004) : 0; print t "," a } }' >acceleration.csv
json identify acceleration.csv --m 0.5 --model linear --as impact
near .stiffness 308425.1375340424 1

# files that are wrong
at() { # at FILE PLACE WORDS OPTION…: exit 2, one line that begins with FILE:PLACE: error:
    local file=$1 place=$2 words=$3
    shift 3
    run identify "$file" "$@"
    [ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
    [ "$(wc -l <stderr)" -eq 1 ] || fault "$ran: $(wc -l <stderr) lines on stderr, not 1"
    grep -q "^$file:$place: error: .*$words" stderr || fault "$ran: says $(cat stderr)"
    [ ! -s stdout ] || fault "$ran: wrote to stdout although it failed"
}
# a gauge that counts pushing as negative
awk -F, 'NR == 1 { print "t [s],F [N]"; next } { print $1 "," (-$2) }' noisy.csv >pulled.csv
at pulled.csv 2:1 'the force stands out below zero alone, down to -.*is its sign reversed' --m 0.5 --model kelvin-voigt
printf 't,force\n0,1\n1,2\n0.5,3\n' >unsorted.csv
at unsorted.csv 4:1 'not later' --m 1
printf 't,force\n0,1\n1,nan\n' >nan.csv
at nan.csv 3:3 'finite number' --m 1
printf 't,force\n0,1\n' >one.csv
at one.csv 2:1 '1 sample' --m 1
awk 'BEGIN { print "t,force"; for (i = 0; i < 99; i++) print i * 0.001 "," (-1 - i % 3) }' >negative.csv
at negative.csv 2:1 'never above zero' --m 1
awk 'BEGIN { print "t,force"; srand(1); for (i = 0; i < 400; i++) print i * 0.001 "," 5 + rand() }' >quiet.csv
at quiet.csv 2:1 'no impact' --m 1
printf '' >empty.csv
at empty.csv 1:1 'empty' --m 1
printf 't [s],force [kg]\n0,1\n1,2\n' >unit.csv
at unit.csv 1:14 "the unit of the column: expected" --m 1
fails 2 identify nothere.csv --m 1
fails 2 identify force.csv
says 'mass'
fails 2 identify force.csv --m 0
fails 2 identify force.csv --m 0.5 --model newton
fails 2 identify force.csv --m 0.5 --n 3
fails 2 identify force.csv --m 0.5 --as forse
says "'force'"

# bounces and heights
json identify --bounces 0,0.8,1.44,1.952
near .e 0.8 1e-12
near '.bounces[0].speed' 3.92266 1e-9
json identify --heights 1,0.49,0.2401,0.117649
near .e 0.7 1e-12
near .law.a 0.3 1e-9
printf 'drop [m],rebound [m]\n1,0.36\n0.5,0.2\n0.25,0.11\n' >drops.csv
json identify drops.csv
has .e .e_error .law.a .law.b
printf '0\n0.8\n1.44\n' >bounces.csv
json identify bounces.csv
near .e 0.8 1e-12
is .e_error null
succeeds identify --bounces 0,0.8,1.44,1.952 --yaml
says 'model: newton, restitution: 0.8'
# a constant e that the bounces refute is said to be, and a scenario gets the law, which is read back
fast='--bounces 0.2856,0.6411,0.8995,1.1030,1.2705,1.4134,1.5377 --drop 0.4 --tc 2.6ms'
# shellcheck disable=SC2086
json identify $fast
is .constant_refuted true
is .e_error null
# the times scatter by 0.9 ms about the law, by 47 about a constant, of which an e would be known to 0.7
near '.bounces[5].e_error' 0.015 0.005
# shellcheck disable=SC2086
succeeds identify $fast
says 'a constant e is refuted'
# shellcheck disable=SC2086
succeeds identify $fast --yaml
says 'restitution: {a: 0.18'
{
    printf 'duration: 1 s\nbodies: {ball: {mass: 1, velocity: 1}}\n'
    sed 's/left: LEFT, right: RIGHT, gap: 0/left: ball, right: ground, gap: 1 mm/' stdout
} >law.yaml
succeeds run law.yaml
fails 2 identify --bounces 0,0.5,1.1
says 'above 1'
fails 2 identify --bounces 0,1
fails 2 identify --bounces 0,1,0.5
fails 2 identify --heights 1,1.2
fails 2 identify --heights 1,0
printf 'drop,rebound\n1,0.5\n1,1.5\n' >wrong.csv
at wrong.csv 2:1 'above 1'

# units that a file does not have are named, whatever is printed
succeeds identify bounces.csv
says 'no units in the file: times in s assumed'
json identify bounces.csv
is .assumed_units '"times in s"'
succeeds identify bounces.csv --yaml
tail -n 1 stdout | grep -qx '# no units in the file: times in s assumed' || fault "$ran: $(cat stdout)"
json identify drops.csv
is .assumed_units null
sed 1d two.csv | awk -F, '{ printf "%.7f %.6f\n", $1 / 1e3, $2 * 1e3 }' >bare.txt
json identify bare.txt --m 0.5 --model linear
is .assumed_units '"times in s, forces in N"'
near .stiffness 308425.1375340424 1 # as with the line of names
succeeds identify bare.txt --m 0.5 --model linear
says 'no units in the file: times in s, forces in N assumed'
json identify two.csv --m 0.5 --model linear
is .assumed_units null

# a structure that was let go
awk 'BEGIN { pi = 3.14159265358979; w = 2 * pi * 4.03; z = 0.016; print "t [s],a [m/s^2]"
    for (i = 0; i < 1000; i++) { t = i * 0.01 - 0.5; print t + 0.5 "," (t < 0 ? 0 : 3 * exp(-z * w * t) * cos(w * sqrt(1 - z * z) * t)) } }' >vibration.csv
json identify vibration.csv --m 1.35
near .frequency 4.03 1e-3
near .damping_ratio 0.016 1e-4
near .stiffness 865.58 0.5
has .decrement.frequency .decrement.damping_ratio_error .spectrum.frequency .damping
succeeds identify vibration.csv --m 1.35 --yaml
says 'links:'
fails 2 identify vibration.csv --yaml
awk 'BEGIN { print "t,a"; for (i = 0; i < 100; i++) print i * 0.01 "," 1 }' >still.csv
at still.csv 2:1 'record is constant'

# figures
needs gnuplot 'figures of fits, and all after them' || return 0
succeeds identify --e 0.61 --tc 25ms --m1 1.35 --m2 0.11 --de 0.02 --dtc 1ms --plot ellipse.svg
succeeds identify two.csv --m 0.5 --model kelvin-voigt --plot fit.svg
succeeds identify --heights 1,0.49,0.2401,0.117649 --plot heights.svg
succeeds identify vibration.csv --plot vibration.svg
for figure in ellipse fit heights vibration; do
    present $figure.svg $figure.gp $figure.dat
    grep -q '</svg>' $figure.svg || fault "$figure.svg is not a whole picture"
done
grep -q 'residual' fit.svg || fault "fit.svg shows no residuals"
absent ./*.part

# options that belong to another kind of measurement are not passed over
# meaningless WHAT OPTION… -- WORD…: each of the options, beside the words, has no meaning with that
meaningless() {
    local what=$1 option
    local -a options=()
    shift
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    shift
    for option in "${options[@]}"; do
        fails 2 identify "$@" --"$option" 1
        says "--$option has no meaning with $what"
    done
}
meaningless '--e and --tc' drop gravity error as -- --e 0.5 --tc 1ms --m 1
meaningless 'a force history' tc de dtc gravity error -- force.csv --m 0.5
meaningless 'a vibration' model tc de dtc v n separation drop gravity error -- vibration.csv
meaningless bounces model de dtc v n separation -- --bounces 0.32,0.83,1.22
printf 'drop [m],rebound [m]\n1,0.5\n0.8,0.4\n' >rebounds.csv
meaningless heights tc -- rebounds.csv
meaningless --bounces as -- --bounces 0.32,0.83,1.22
succeeds identify --bounces 0.32,0.83,1.22 --m 0.1
fails 2 identify --bounces 0.32,0.83,1.22 --m 0

# a structure's own tests: 865 N/m, 1.35 kg and 1.092 N·s/m, as Li and Darby's frame
awk 'BEGIN { print "load [N],deflection [mm]"; for (f = 0; f < 20; f += 2) printf "%g,%.12g\n", f, 0.5 + 1e3 * f / 865 }' >loads.csv
awk 'BEGIN { pi = atan2(0, -1); print "frequency [Hz],real [mm/N],imaginary [mm/N]"
    for (i = 0; i < 200; i++) { f = 3.5 + i * 0.005; w = 2 * pi * f; a = 865 - 1.35 * w * w; b = 1.092 * w; n = a * a + b * b
        printf "%.6f,%.15g,%.15g\n", f, 1e3 * a / n, -1e3 * b / n } }' >receptance.csv
awk 'BEGIN { pi = atan2(0, -1); print "frequency [Hz],magnitude [-],phase [deg]"
    for (i = 0; i < 200; i++) { f = 3.5 + i * 0.005; w = 2 * pi * f; a = 865 - 1.35 * w * w; b = 1.092 * w; n = a * a + b * b
        x = 1 + 1.35 * w * w * a / n; y = -1.35 * w * w * b / n
        printf "%.6f,%.15g,%.15g\n", f, sqrt(x * x + y * y), 180 / pi * atan2(y, x) } }' >base.csv
# twelve and fifteen digits in the files, less what cancels in K − Mω²
json identify loads.csv
near .stiffness 865 1e-7
json identify receptance.csv
near .stiffness 865 1e-7
near .damping 1.092 1e-10
near .mass 1.35 1e-10
near .half_power.damping_ratio 0.0159778266395437 1e-10 # 1.092/(2√(865 · 1.35))
json identify base.csv --m 1.35
near .stiffness 865 1e-7
near .damping 1.092 1e-10
succeeds identify base.csv
grep -q 'm gives stiffness and damping too' stdout || fault "$ran: nothing about the mass"
fails 2 identify receptance.csv --m 1.35
says 'a receptance gives the mass itself'
fails 2 identify base.csv --yaml
says '--yaml needs --m'
head -n 40 receptance.csv >flank.csv
at flank.csv 2:1 'does not fall to half its power on both sides of its peak'
sed '1s/ \[mm.N\]//g' receptance.csv >plain.csv
at plain.csv 1:16 'the unit of the column decides the quantity'
printf 'load [N],deflection [mm]\n1,2\n1,3\n' >same.csv
at same.csv 2:1 'the load test has one load only'
meaningless 'a static load test' model tc de dtc v n separation drop gravity error -- loads.csv
meaningless 'a transfer function' model tc de dtc v n separation drop gravity error -- receptance.csv
if needs gnuplot 'figures of structures'; then
    succeeds identify loads.csv --plot loads.svg
    succeeds identify receptance.csv --plot receptance.svg
    present loads.svg receptance.svg
fi
