# Laws side by side.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

# value of a key in the row of a model, e and damping kind
row() {
    awk -v model="\"$1\"" -v e="$2" -v kind="\"$3\"" -v key="$4" '
        { split($1, part, "."); row = part[2]; cell[row, part[3]] = $2 }
        part[3] == "model" { rows[++count] = row }
        END {
            for (i = 1; i <= count; i++)
                if (cell[rows[i], "model"] == model && cell[rows[i], "e"] == e && cell[rows[i], "damping_kind"] == kind)
                    print cell[rows[i], key]
        }' leaves
}

row_near() {
    local found
    found=$(row "$1" "$2" "$3" "$4")
    awk -v a="$found" -v b="$5" 'BEGIN { d = a - b; exit !(a != "" && d <= 1e-9 && -d <= 1e-9) }' ||
        fault "$ran: $4 of $1 at $2, $3, is $found, not $5"
}

json compare --e 0.25,0.5,0.75,1
for key in model e damping_kind e_out impulse energy_lost max_force max_penetration contact_time; do
    has ".rows[0].$key"
done
for model in "${models[@]}"; do
    [ "$(grep -c "\.model \"$model\"" leaves)" -ge 4 ] || fault "$ran: fewer than four rows of $model"
    for e in 0.25 0.5 0.75; do
        if ! is_elastic "$model" && ! is_rigid "$model"; then
            row_near "$model" $e exact e_out $e
        fi
    done
done
row_near newton 0.5 none impulse 1.5
row_near newton 0.5 none energy_lost 0.375
row_near hertz 0.25 none e_out 1
row_near hertz 0.25 none max_force 1.143262629818316
row_near hunt-crossley 0.25 published e_out 0.5636100709550031
row_near hunt-crossley 0.25 published max_force 1.044662106763905
row_near hunt-crossley 0.25 published contact_time 3.511892745550871
row_near gonthier 0.25 exact max_penetration 0.6816595977088472
row_near valles-reinhorn 0.25 exact max_force 1
row_near jankowski-2005 0.25 published max_penetration 0.4455534828505042

# a few models, each once, in the order asked for
json compare flores hertz flores --e 0.5
[ "$(grep -c '\.model ' leaves)" -eq 3 ] || fault "$ran: $(grep -c '\.model ' leaves) rows, not 3"
is '.rows[0].model' '"flores"'
is '.rows[0].damping_kind' '"published"'
is '.rows[1].damping_kind' '"exact"'
is '.rows[2].model' '"hertz"'

json compare kelvin-voigt --e 0.5 --separation zero-force
is '.rows[0].separation' '"zero-force"'
near '.rows[0].e_out' 0.5 1e-9

succeeds compare --e 0.5
says 'Newton: impulse 1.5000, energy lost 0.3750'
succeeds compare
[ "$(grep -c '^e = .*; Newton: impulse' stdout)" -eq "$(grep -c 'Newton: impulse' stdout)" ] || fault "$ran: a line that does not begin with e"
grep -q '^Largest error of the closed form' stdout || fault "$ran: no line of its own for the closed form"
! grep -qF '?' stdout || fault "$ran: $(grep -F '?' stdout | head -n 1)"
says 'e = 0.25'

succeeds compare flores newton --e 0.5 --csv rows.csv
[ "$(wc -l <rows.csv)" -eq 4 ] || fault "rows.csv has $(wc -l <rows.csv) lines, not 4"
head -n 1 rows.csv | grep -q '^model,e \[-\],damping_kind,e_out \[-\],impulse \[-\],energy_lost \[-\],max_force \[-\],' ||
    fault "rows.csv begins with $(head -n 1 rows.csv)"
awk -F, 'NF != 12 { exit 1 }' rows.csv || fault "rows.csv has lines without 12 columns"

# fig 8 of Poursina and Nikravesh: the closed form errs most at n = 1, e = 0.65, by 3.4e-3, and by 235 % at e = 1e-4
json compare poursina-nikravesh --e 0.65,1e-4,1
near '.closed_form_errors[0].e' 0.65 0
near '.closed_form_errors[0].error' 0.0034 5e-5 # two figures are known
near '.closed_form_errors[0].exponent_n' 1 0
near '.closed_form_errors[1].relative_error' 2.35 0.01
near '.closed_form_errors[1].exponent_n' 2 0
near '.closed_form_errors[2].error' 0 0
succeeds compare poursina-nikravesh --e 0.65
says 'm, k and v cancel'
says '+0.003'
json compare flores --e 0.5
! grep -q closed_form leaves || fault "$ran: speaks of the closed form without its law"

# an e that one law cannot return leaves the others alone
json compare kelvin-voigt poursina-nikravesh newton --e 1e-5 --separation return
near '.rows[0].e_out' 1e-5 1e-15
is '.rows[0].reason' null
is '.rows[2].e_out' null
is '.rows[2].impulse' null
is '.rows[2].damping' null
[[ $(leaf '.rows[2].reason') == '"cannot be reached'* ]] || fault "$ran: reason is $(leaf '.rows[2].reason')"
near '.rows[3].e_out' 1e-5 1e-15
succeeds compare poursina-nikravesh newton --e 1e-5 --separation return --csv unreachable.csv --plot unreachable
says 'No numbers for poursina-nikravesh, exact damping, e = 1e-5: cannot be reached'
grep -q '^poursina-nikravesh,1.0[0-9]*e-05,exact,,,,,,,,return,"cannot be reached' unreachable.csv ||
    fault "unreachable.csv holds $(cat unreachable.csv)"
# too large for a double is an answer as well
json compare valles-reinhorn newton --e 1e-200
is '.rows[0].e_out' null
near '.rows[2].e_out' 1e-200 0
fails 2 impact valles-reinhorn --e 1e-200
fails 2 calibrate valles-reinhorn --e 1e-200

# however large the error, no line of digits
succeeds compare linear newton lee-wang --e 1e-300,1
! grep -qE '[0-9]{12}' stdout || fault "$ran: prints $(grep -E '[0-9]{12}' stdout)"
! grep -q -- '-0\.0000' stdout || fault "$ran: prints a negative zero"

for list in '' ',' '0.5,' ',0.5' '0.5,,0.6' 0 '0.5,1.5' '0.5,nan' '0.5,x' '0.5 0.6' 1e999; do
    fails 2 compare flores --e "$list"
done
fails 2 compare flores --csv
fails 1 compare flores --csv missing/rows.csv
