# The numbers for other simulators.
# shellcheck shell=bash disable=SC2154,SC2016  # names from test-cli and harness.bash; programs for sed and awk

simulators=(opensees lammps liggghts yade mujoco bullet chrono siconos mbdyn modelica drake abaqus sap2000
    adams simscape exudyn box2d physx rapier edem rocky)

succeeds engine
for name in "${simulators[@]}"; do says "$name: "; done
json engine
has .engines[0].models[0].force .engines[20].models[0].source
[ -z "$(leaf .engines[21].engine)" ] || fault "there are more than 21 simulators: list them here"
for name in "${simulators[@]}"; do
    succeeds engine "$name"
    says 'holds for'
    json engine "$name"
    is .engine "\"$name\""
    has .version .integrator .models[0].model .models[0].validity .models[0].run
done

# asked 0.5 of a clamped linear dashpot: the textbook formula returns 0.5502831696 (closed form), with YADE's mass at a
# wall 0.6459; ten digits are given, four for the last
json engine yade --e 0.5 --m1 1 --m2 1 --duration 2ms
near .e_out_usual 0.5502831696 1e-9
near .e_out 0.5 1e-12
near .contact_time 0.002 1e-12
near .mass 0.5 0
is .run true
json engine yade --e 0.5 --m 0.1 --v 1 --duration 2ms
near .e_out_usual 0.6459 5e-5
# c = χ √(k m), χ = 0.51055127529731: kn and cn are twice the pair's
chi=$(awk -v c="$(leaf .input.cn)" -v k="$(leaf .input.kn)" 'BEGIN { printf "%.15g", c / 2 / sqrt(k / 2 * 0.1) }')
awk -v chi="$chi" 'BEGIN { d = chi - 0.51055127529731; exit !(d < 1e-12 && d > -1e-12) }' || fault "χ is $chi"
succeeds engine yade --e 0.5 --m 0.1 --v 1 --duration 2ms
says 'ViscElMat(kn='
says '29 % too high'

# numbers for one step: the mean is what was asked for, to a sixteenth of the spread
json engine bullet --model stiffness-damping --e 0.7 --overlap 1mm --for-step
near .e_out_step 0.7 3e-4
json engine bullet --model stiffness-damping --e 0.7 --overlap 1mm
near .e_out_step 0.6735 1e-3 # what an implicit step takes: three digits, as emulated elsewhere
near .max_penetration 0.001 1e-12
json engine bullet --e 0.49
near .input.restitution 0.7 1e-12
is .stiffness null

# units follow the exponent of the model
json engine opensees --model Hertzdamp --e 0.6 --m1 500t --m2 300t --v 0.3 --k "2.75e9 N/m^1.5" --dt 1ms
near .input.Kh 2.75e9 1e-6
near .step 0.001 0
fails 2 engine opensees --model Hertzdamp --e 0.6 --k "2.75e9 N/m"
fails 2 engine opensees --model Hertzdam --e 0.6 --k 1
says "'Hertzdamp'"
fails 2 engine lamps
says "'lammps'"
fails 2 engine yade lammps
fails 2 engine yade --e 0.5
says '--duration'
fails 2 engine yade --e 0.5 --k 1 --duration 1
fails 2 engine yade --e 1.5 --k 1
says '--e'
fails 2 engine yade --e 0.5 --k 1 --m -1
fails 2 engine yade --e 0.5 --k 1 --dt 0
says '--dt'
fails 2 engine liggghts --e 0.5 --k 1e6
says '--radius'
fails 2 engine yade --e 0.5 --k 1e6 --limited
says '--limited'
fails 2 engine mbdyn --model hunt-crossley --e 0.2 --duration 1ms
says '0.488'
fails 2 engine bullet --e 0.5 --k 3
fails 2 engine yade --k 3
fails 2 engine --e 0.5
fails 2 engine yade --plot a.svg
fails 2 engine audit
fails 2 engine audit here --e 0.5

# a driver of our own: asked and returned, without any simulator
mkdir -p drivers
cat >drivers/siconos <<'END'
#!/bin/sh
if [ "$1" = --version ]; then echo 9.9; else awk '{ print $1, $12 }'; fi
END
chmod +x drivers/siconos
json engine audit drivers --table returned.txt
is .holds true
near .rows[0].error_mean 0 1e-12
[ -z "$(leaf .rows[1].engine)" ] || fault "one driver gives more than one row"
near .rows[0].drops 320 0
near .rows[0].error_prediction 0 1e-12
[ "$(grep -vc '^#' returned.txt)" -eq 40 ] || fault "the table of the audit has not 40 rows"
succeeds engine audit drivers --markdown
says '| Siconos 9.9 | `newton` | 320 |'
# one that returns something else, one that says too little, one that is not installed
sed 's/\$1, \$12/$1, $12 + 0.01/' -i drivers/siconos
run engine audit drivers
[ "$status" -eq 1 ] || fault "$ran: exit $status although the simulator returns something else"
says 'does not return'
sed 's/print \$1/if (NR > 1) print $1/' -i drivers/siconos
fails 1 engine audit drivers
says 'some drops are missing'
printf '#!/bin/sh\nexit 3\n' >drivers/siconos
fails 1 engine audit drivers
says 'no simulator is installed'
fails 1 engine audit nowhere

# numbers of a fit: with the exponent of the model they are those of the options; another exponent is another unit
succeeds identify --e 0.61 --tc 25ms --m 0.1 --model kelvin-voigt --json
cp stdout fit.json
awk -f "$here/json.awk" fit.json >leaves
k=$(leaf .stiffness)
succeeds engine yade --from fit.json --m 0.1
cp stdout from.txt
succeeds engine yade --e 0.61 --k "$k" --m 0.1
cmp -s stdout from.txt || fault "$ran: other numbers than --from"
# mass and speed are those of the fit, too
succeeds engine yade --from fit.json
cmp -s stdout from.txt || fault "$ran: another mass than that of the fit"
printf '{"e": 0.6, "stiffness": 2e8, "exponent_n": 1.5, "mass": 0.51, "speed": 3.13}' >drop.json
json engine adams --from drop.json
near .mass 0.51 1e-15
near .speed 3.13 1e-15
json engine adams --from drop.json --m 0.1 --v 2
near .mass 0.1 1e-15
near .speed 2 0
fails 2 engine yade --from drop.json
says "its stiffness is in N/m^1.5, and viscel takes N/m: give --duration, identify with '--n 1', or choose another --model"
succeeds identify --e 0.61 --tc 25ms --m 0.1 --v 1 --model flores --json
cp stdout curved.json
fails 2 engine yade --from curved.json --m 0.1
says "its stiffness is in N/m^1.5, and viscel takes N/m"
says "give '--duration 0.025', the contact time that was measured"
succeeds engine yade --from curved.json --m 0.1 --duration 25ms
echo '{"x": 1}' >other.json
fails 2 engine yade --from other.json
says "there is no e with a stiffness or a contact_time"
fails 2 engine yade --from nowhere.json
# how stiff a gap element should be: k is what gives the contact time, π √(m/k)-like, and ten times of it is √10 times the force; both
# from the closed form of a linear dashpot, whose times go with √(m/k) and forces with v √(k m)
json engine sap2000 --e 0.6 --m1 500t --m2 300t --v 0.3 --duration 20ms
near .contact_time 0.02 1e-12
near .by_stiffness[1].contact_time 0.02 1e-12
near .by_stiffness[2].contact_time 0.00632455532033676 1e-14
near .by_stiffness[0].contact_time 0.0632455532033676 1e-13
awk -v a="$(leaf .by_stiffness[2].max_force)" -v b="$(leaf .by_stiffness[1].max_force)" \
    'BEGIN { d = a / b - sqrt(10); exit !(d < 1e-9 && d > -1e-9) }' || fault "ten times k is not √10 times the force"
awk -v a="$(leaf .by_stiffness[1].largest_step)" -v b="$(leaf .by_stiffness[2].largest_step)" \
    'BEGIN { d = a / b - sqrt(10); exit !(d < 0.05 && d > -0.05) }' || fault "ten times k does not take √10 times the steps"
succeeds engine sap2000 --e 0.6 --m 1 --duration 20ms
says 'other k'
json engine abaqus --e 0.6 --m 1 --duration 20ms
[ -z "$(leaf .by_stiffness)$(leaf .by_stiffness[0].stiffness)" ] || fault "not a gap element"
