# What is computed from ground motions: spectra, densities, filtered motions.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# help, and examples that work when pasted
for part in spectrum psd filter; do
    succeeds motion --help
    says "$part"
    succeeds motion $part --help
    says "Usage: thud motion $part"
    sed -n '/^Examples:/,$ s/^  //p' stdout >examples
    [ -s examples ] || fault "thud motion $part --help shows no example"
    while read -r example; do
        needs gnuplot "--plot in: $example" || example=${example%--plot *}
        PATH=$(dirname "$thud"):$PATH bash -c "$example" >output 2>&1 </dev/null || fault "$example: $(head -n 1 output)"
    done <examples
done

# one second of 1 m/s²: an undamped oscillator of T = 1 s overshoots to twice the static 1/ω²
{ echo 't [s],a [m/s^2]' && for i in 0 1 2 3 4 5 6 7 8 9 10; do echo "0.$i,1" | sed 's/0\.10/1.0/'; done; } >step.csv
json motion spectrum step.csv --periods 1 --damping 0
near '.displacement[0]' "$(awk 'BEGIN { printf "%.17g", 2 / (2 * 3.14159265358979323846) ^ 2 }')" 1e-15
near '.pseudo_acceleration[0]' 2 1e-14
near '.velocity[0]' "$(awk 'BEGIN { printf "%.17g", 1 / (2 * 3.14159265358979323846) }')" 1e-14
near '.pseudo_velocity[0]' "$(awk 'BEGIN { printf "%.17g", 1 / 3.14159265358979323846 }')" 1e-14
near .damping 0 0
near .pga 1 0
is '.periods[0]' 1

# several dampings: arrays of arrays; the rigid oscillator has the acceleration of the ground
json motion spectrum step.csv --periods 0,0.5 --damping '2%,5%'
is .damping null
is '.dampings[1]' 0.050000000000000003
near '.pseudo_acceleration[0][0]' 1 0
near '.pseudo_acceleration[1][0]' 1 0
near '.pseudo_acceleration[1][1]' "$(awk 'BEGIN { z = 0.05; printf "%.17g", 1 + exp(-3.14159265358979323846 * z / sqrt(1 - z * z)) }')" 1e-14
has '.velocity[1][1]' '.displacement[0][1]'
# for people, the line of each damping stands after an empty one, and no line of ours holds what a terminal must not see
succeeds motion spectrum step.csv --damping '2%,5%'
[ "$(grep -c '^[25] % damping: largest at' stdout)" -eq 2 ] || fault "$ran: no line for each damping"
[ "$(grep -B 1 '^5 % damping' stdout | head -n 1)" = '' ] || fault "$ran: no empty line between dampings"
! grep -qF '?' stdout || fault "$ran: $(grep -F '?' stdout)"

# lists and ranges
json motion spectrum step.csv --periods 0.05:4:100log
has '.periods[99]' '.displacement[99]'
[ -z "$(leaf '.periods[100]')" ] || fault "$ran: more than 100 periods"
near '.periods[0]' 0.05 0
near '.periods[99]' 4 0
near '.periods[1]' "$(awk 'BEGIN { printf "%.17g", 0.05 * 80 ^ (1 / 99) }')" 1e-16
json motion spectrum step.csv --periods 0,100ms,1:2:3lin
is '.periods[4]' 2
near '.periods[3]' 1.5 0
near '.periods[1]' 0.1 1e-17
[ -z "$(leaf '.periods[5]')" ] || fault "$ran: more than five periods"
for periods in x 1:2 1:2:3 1:2:3cos 1:2:1log 0:2:3log -1 inf 1,,2 1: 2kg 1:2:99999999log; do
    fails 2 motion spectrum step.csv --periods=$periods
    says '--periods'
done
for damping in -1% 100% 1 x 5kg; do
    fails 2 motion spectrum step.csv --damping=$damping
    says '--damping'
done
fails 2 motion spectrum
fails 2 motion spectrum step.csv step.csv
fails 2 motion spectrum missing.csv
fails 2 motion spectrum step.csv --csv x.dat --plot x.svg
fails 2 motion spectrum step.csv --plot x.gif
fails 1 motion spectrum step.csv --csv missing/x.csv
absent x.dat x.svg missing

# the file has what the numbers say
succeeds motion spectrum step.csv --periods 1,0.5 --damping 0,5% --csv spectrum.csv
[ "$(head -n 1 spectrum.csv)" = 'damping [-],period [s],pseudo_acceleration [m/s^2],pseudo_velocity [m/s],velocity [m/s],displacement [m]' ] ||
    fault "spectrum.csv begins with $(head -n 1 spectrum.csv)"
[ "$(wc -l <spectrum.csv)" -eq 5 ] || fault "spectrum.csv has $(wc -l <spectrum.csv) lines, not 5"
awk -F, 'NR > 1 { w = 6.283185307179586 / $2; d = $3 - w * w * $6; e = $4 - w * $6
                  if (d > 1e-14 || d < -1e-14 || e > 1e-14 || e < -1e-14) exit 1 }' spectrum.csv || fault "spectrum.csv does not agree with itself"
succeeds motion spectrum step.csv
says '20 of 100 periods'
succeeds motion spectrum step.csv --periods 0.1,0.2
says '5 % damping'

# the density of a sine of 5 Hz and amplitude 2: variance 2, in one place
awk 'BEGIN { print "t [s],a [m/s^2]"; for (i = 0; i < 2000; i++) printf "%.2f,%.17g\n", i / 100, 2 * sin(2 * 3.14159265358979323846 * 5 * i / 100) }' >sine.csv
json motion psd sine.csv --segment 200
has '.frequency[100]' '.density[100]' .segments
is .segment 200
near .variance 2 1e-12
near .peak_frequency 5 1e-12
near '.frequency[10]' 5 1e-12
near '.density[10]' "$(awk 'BEGIN { printf "%.17g", 2 * 2 / 3 / 0.5 }')" 1e-11
near '.density[20]' 0 1e-20
near .median_frequency 5 0.01
json motion psd sine.csv
is .segment 256
succeeds motion psd sine.csv --csv density.csv
says '5.078 Hz'
[ "$(head -n 1 density.csv)" = 'frequency [Hz],density [(m/s^2)^2/Hz]' ] || fault "density.csv begins with $(head -n 1 density.csv)"
[ "$(wc -l <density.csv)" -eq 130 ] || fault "density.csv has $(wc -l <density.csv) lines, not 130"
for segment in 0 6 9 2002 x 99999999999; do fails 2 motion psd sine.csv --segment $segment; done
printf '0 1\n0.01 2\n0.03 3\n0.04 3\n0.05 3\n0.06 3\n0.07 3\n0.08 3\n' >uneven.txt
fails 2 motion psd uneven.txt --unit g
says 'equally spaced'

# a low-pass leaves the sine of 5 Hz alone and takes what is faster; nothing moves in time
awk -F, 'NR == 1 { print } NR > 1 { printf "%s,%.17g\n", $1, $2 + sin(2 * 3.14159265358979323846 * 40 * (NR - 2) / 100) }' sine.csv >noisy.csv
json motion filter noisy.csv smooth.csv --band :15 --order 8
is .order 8
is .low null
is .high 15
near .pad 0 0
paste -d, sine.csv smooth.csv | awk -F, 'NR > 300 && NR < 1700 { d = $2 - $4; if (d > 1e-4 || d < -1e-4) exit 1 }' ||
    fault "$ran: the sine has changed"
# 5 Hz is a corner: half the amplitude
json motion filter sine.csv half.csv --band 5: --pad 0
awk -F, 'NR > 800 && NR < 1200 { if ($2 > m) m = $2 } END { d = m - 1; exit !(d < 1e-3 && d > -1e-3) }' half.csv || fault "$ran: not half the amplitude"

# pads by default where there is a lower corner: 0.75 · order/low at each end, and no drift
json motion filter sine.csv padded.at2 --band 0.5:20
near .pad 6 1e-15
is .to '"at2"'
json motion info padded.at2
is .npts 3200
is .format '"at2"'
succeeds motion filter sine.csv padded.at2 --band 0.5:20
says '6 s of rest'
succeeds motion filter sine.csv short.at2 --band 0.5:20 --pad 0
says 'drift'

# baselines
json motion filter step.csv mean.csv --baseline mean
near .after.pga 0 1e-15
json motion filter sine.csv end.csv --baseline zero-end
near .after.final_velocity 0 1e-12
near .after.final_displacement 0 1e-12
json motion filter sine.csv end.csv --band 0.1:25 --baseline linear,zero-end
near .after.final_displacement 0 1e-9
is .baseline '"linear"'
is .zero_end true
for options in '' '--order 4' '--pad 5' '--band 5' '--band :' '--band 20:5' '--band 0:5' '--band :60' '--band 1kg:5' '--band :5 --order 0' \
    '--band :5 --order 17' '--band :5 --pad -1' '--baseline cubic' '--baseline mean,linear' '--baseline mean,' '--band :5 --to at3'; do
    # shellcheck disable=SC2086  # several words on purpose
    fails 2 motion filter sine.csv out.csv $options
done
fails 2 motion filter sine.csv out.csv --baseline quadratc
says "'quadratic'"
fails 2 motion filter sine.csv
fails 2 motion filter uneven.txt out.csv --unit g --band :5
says 'equally spaced'
fails 2 motion filter uneven.txt out.at2 --unit g --baseline mean
says 'two-column'
fails 1 motion filter sine.csv missing/out.csv --band :5
absent out.csv out.at2
absent ./*.part

needs gnuplot 'figures of spectra' || return 0
succeeds motion spectrum step.csv --damping '2%,5%' --plot spectrum.svg
present spectrum.svg spectrum.gp spectrum.dat
grep -q 'pseudo-acceleration' spectrum.svg || fault "spectrum.svg has no label"
grep -q 'damping 2 %' spectrum.svg || fault "spectrum.svg does not name the damping"
succeeds motion spectrum step.csv --periods 0,1 --plot zero.svg
succeeds motion spectrum step.csv --periods 1 --plot one.svg
succeeds motion psd sine.csv --plot density.svg
present density.svg density.gp density.dat
grep -q 'frequency' density.svg || fault "density.svg has no label"
# a title that gnuplot could trip over
{ printf "# it's a {test}_1 with 'quotes' and \$(x)\n" && cat step.csv; } >titled.csv
succeeds motion spectrum titled.csv --plot titled.svg
