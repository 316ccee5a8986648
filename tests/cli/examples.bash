# The scenarios in examples/: each runs, closes its books and agrees with CVODE; and what is known about it.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

scenarios=$here/../../examples

# example NAME: runs it with its files in ./NAME, and looks at the books; its summary is then in ./leaves
example() {
    run run "$scenarios/$1.yaml" -o "$1" --verify --json
    ran="thud run $1.yaml"
    [ "$status" -eq 0 ] || fault "$ran: exit $status, not 0: $(head -n 1 stderr)"
    awk -f "$here/json.awk" stdout >leaves || fault "$ran: not JSON"
    near .energy.residual 0 1e-10
    present "$1/history.csv" "$1/impacts.csv" "$1/summary.json"
    # nothing below rounding is printed as a number
    "$thud" run "$scenarios/$1.yaml" --no-spread >table
    ! grep -E '[0-9]e-[0-9]+ [pnµmJNs]|[0-9] p[mJNs]' table >tiny || fault "$ran: shows $(head -n 1 tiny)"
}

# agrees: all bodies within 1e-6 of their peaks, over the whole run, and as many impacts
agrees() {
    is .verify.impacts "$(leaf .impacts)"
    is .verify.agrees true
    awk '/^\.verify\.max_difference\./ { count++; if (!($NF <= 1e-6)) bad = bad " " $0 }
        END { if (bad != "" || !count) print bad " of " count }' leaves >differing
    [ ! -s differing ] || fault "$ran: differs from CVODE:$(cat differing)"
}

# agrees_until TIME: where impacts magnify every difference, CVODE included, it agrees as long as it can
agrees_until() {
    awk -v a="$(leaf .verify.agreed_until)" -v b="$1" 'BEGIN { exit !(a >= b) }' ||
        fault "$ran: agrees with CVODE until $(leaf .verify.agreed_until) s, not $1 s"
}

# impact FOLDER NUMBER COLUMN: a number of the ledger
impact() {
    awk -F , -v row="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
        $1 == row { print $column }' "$1/impacts.csv"
}

# close_to NUMBER NUMBER TOLERANCE
close_to() {
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && d <= t && -d <= t) }' ||
        fault "$ran: $1, not $2 within $3"
}

# Free fall: √(2h/g) and √(2gh). The rule of Hu and Guo returns 0.6457145752 for 0.65 in a contact without other forces;
# here the weight acts as well, for 0.2 ms against 3.13 m/s: g Tc/v = 6e-4.
example ball_drop
agrees
is .impacts 4
close_to "$(impact ball_drop 1 't [s]')" 0.31927542840705044 1e-14
close_to "$(impact ball_drop 1 'approach speed [m/s]')" 3.1320919526731652 1e-13
close_to "$(impact ball_drop 1 restitution)" 0.6457145752 6e-4
force=$(leaf .contacts.floor.max_force)
json impact hu-guo --e 0.65 --k 1e10 --m 0.5 --v 3.1320919526731652
near .max_force "$force" "$(awk -v f="$force" 'BEGIN { print 6e-4 * f }')"

# A quarter of the period 2π√(L/g); the string pulls back with m ω² x, (ω Tc)² = 1e-3 of the contact force
example pendulum_wall
agrees
is .impacts 3
close_to "$(impact pendulum_wall 1 't [s]')" 0.4195989505781237 1e-14
close_to "$(impact pendulum_wall 1 'approach speed [m/s]')" 0.5 1e-14
close_to "$(impact pendulum_wall 1 restitution)" 0.6457145752 1e-3

# Poursina and Nikravesh, section 6, exact damping
example two_pendulums
agrees
is .impacts 3
number=0
for row in '1.142446 10.31049 0.30002' '3.763508 2.48307 0.30011' '6.694929 1.92107 0.30015'; do
    number=$((number + 1))
    read -r time speed e <<<"$row"
    close_to "$(impact two_pendulums $number 't [s]')" "$time" 1e-6
    close_to "$(impact two_pendulums $number 'approach speed [m/s]')" "$speed" 1e-5
    close_to "$(impact two_pendulums $number restitution)" "$e" 1e-5
done

# A rod that hangs on the top floor: two solvers, as far as the impacts with its stops let them; the damper takes more than half
# of what the top moves without it
example pendulum_damper
agrees
damped=$(leaf .watch.top.max)
sed 's/mass: 40 t/mass: 1/; s/gap: 0.5 m/gap: .inf/' "$scenarios/pendulum_damper.yaml" >undamped.yaml
json run undamped.yaml --no-spread
awk -v a="$(leaf .watch.top.max)" -v b="$damped" 'BEGIN { exit !(a > 2 * b) }' ||
    fault "the top moves by $(leaf .watch.top.max) m without the damper, $damped m with it"

# Li and Darby: counts and forces to the digits of an independent solution
example impact_damper_aluminium
agrees
is .impacts 20
near .contacts.right.max_force 399.04 0.005
close_to "$(impact impact_damper_aluminium 1 't [s]')" 0.041621 5e-7
example impact_damper_sponge
agrees
is .impacts 22
near .contacts.left.max_force 5.68633 5e-6
# random motion for 20 s, 149 impacts, each of which magnifies every difference: this one is chaotic. The digits of
# CVODE last for some 18 s; 5 s leave room for another compiler.
example impact_damper_random
agrees_until 5
example impact_damper_sine
agrees
# the ball stays between its stops, but for what it presses them in
for name in impact_damper_random impact_damper_sine; do
    awk -f "$here/json.awk" $name/summary.json >leaves
    awk -F , -v depth="$(leaf .contacts.right.max_penetration)" -v other="$(leaf .contacts.left.max_penetration)" '
        NR > 1 && !($5 - $2 <= 0.0075 + depth + 1e-15 && $2 - $5 <= 0.0075 + other + 1e-15) { bad = 1 }
        END { exit bad }' $name/history.csv || fault "$name: the ball is outside its stops"
done

# Rigid stops: the deck goes as far as the gap, and no further
example bridge
agrees
near .bodies.deck.max_displacement 0.03 1e-15
near .contacts.east.max_penetration 0 0
awk -v t="$(leaf .contacts.west.stick_time)" 'BEGIN { exit !(t > 0) }' || fault "$ran: the deck does not stick"

example two_buildings
agrees
example five_eight
agrees
# the roofs come together by the gap and what the contact gives way
near .watch.apart.lowest "-$(awk -v d="$(leaf .contacts.roof.max_penetration)" 'BEGIN { printf "%.17g", 0.03 + d }')" 1e-14
# storeys that yield on both sides of the gap: the periods that the buildings are known by, to the digits of their stiffnesses
example unlike_buildings
agrees
near ".modes[0].period" 1.2 3e-4
near ".modes[3].period" 0.3 1e-4
for link in light-1 heavy-1; do
    awk -v d="$(leaf ".links.$link.ductility")" 'BEGIN { exit !(d > 2) }' || fault "$ran: $link does not yield"
done
# matrices from files, a full mass among them: the column and the slab come together by the gap and what the contact gives way
example frame
agrees
near .watch.column.lowest "-$(awk -v d="$(leaf .contacts.high.max_penetration)" 'BEGIN { printf "%.17g", 0.015 + d }')" 1e-14
# braces that slip at their force, on a mass matrix that is full: all three do, and none holds more than what rounding of K x makes
# of it, of terms that are 1e8 N together: 4 · 4e-15 of them is what a link may hold before it is taken to slip
example friction_braces
agrees
near .links.brace1.max_force 6e5 2e-6
near .links.brace2.max_force 4.5e5 2e-6
near .links.brace3.max_force 3e5 2e-6
awk -v r="$(leaf .energy.residual)" 'BEGIN { exit !(r < 1e-10 && r > -1e-10) }' || fault "$ran: the energy balance is off by $(leaf .energy.residual)"
example isolated_building
agrees
# half a swing of a friction pendulum: from 20 cm to 2 f/k - 20 cm, f/k = 0.05 R with the numbers of the file
example friction_pendulum
agrees
near .bodies.building.final_displacement "$(awk 'BEGIN { printf "%.17g", 2 * 490.33245 / 6537.766 - 0.2 }')" 1e-13
is .bodies.building.final_velocity 0
# Clough & Penzien's frame, whose motion piece by piece tests/papers/test_elastoplastic.c has: 0.9360663 in at 1 s
example elastoplastic_frame
agrees
near .links.columns.max_deformation 0.069146 1e-6
is .watch.shear.max "$(leaf .links.columns.max_force)"
awk -F, '$1 == 1 { good = ($2 / 0.0254 - 0.936066) ^ 2 < 1e-11 } END { exit !good }' elastoplastic_frame/history.csv ||
    fault "elastoplastic_frame: other displacements"
example bridge_wave
agrees
# model.json has what links end at: supports with the ground's motion, later
awk -f "$here/json.awk" bridge_wave/model.json >leaves || fault "$ran: model.json is not JSON"
is '.supports[0].name' '"pier1"'
is '.supports[0].motion' '"ground"'
near ".supports[0].delay" 0.15 1e-16
awk -f "$here/json.awk" bridge_wave/summary.json >leaves
# how supports moved: as a signal of one says
near .supports.east.max_displacement "$(leaf .watch.east-to-west.max)" 1e-13
is .supports.east.final_displacement "$(leaf .watch.east-to-west.final)"
# 180 m at 400 m/s: the east abutment ends where the ground does, 0.45 s later
awk -v x="$(leaf .watch.east-to-west.final)" -v most="$(leaf .watch.east-to-west.max)" \
    'BEGIN { exit !(x * x < 1e-20 * most * most && most > 0.1) }' || fault "$ran: the east abutment drifts"
example three_segments
agrees

# Newton's cradle. Inside forces do not change the momentum: the sum of all balls swings like one pendulum,
# Σv = A ω sin ωt, A = 50 mm, ω² = g/L. At 0.5 s every ball has cos(ω 0.5 − π/2) = sin(ω 0.5) of the speed it left with.
left=$(awk 'BEGIN { w = sqrt(9.81 / 0.2); printf "%.17g", 0.05 * w * sin(w * 0.5) }')
for name in newtons_cradle newtons_cradle_hertz; do
    example $name
    agrees
    sum=$(awk '/^\.bodies\.[a-z]*\.final_velocity/ { sum += $2 } END { printf "%.17g", sum }' leaves)
    close_to "$sum" "$left" 1e-14
done
# Newton's law for four contacts at once: ball one returns with 0.6 of its speed, the others go on with 0.4
awk -f "$here/json.awk" newtons_cradle/summary.json >leaves
ran='thud run newtons_cradle.yaml'
near .bodies.one.final_velocity "$(awk -v v="$left" 'BEGIN { printf "%.17g", -0.6 * v }')" 1e-14
for ball in two three four five; do
    near .bodies.$ball.final_velocity "$(awk -v v="$left" 'BEGIN { printf "%.17g", 0.4 * v }')" 1e-14
done
# Elastic contacts: a blow runs through. Shares of the speed 50 mm·√(g/L) for a free row, computed apart with fixed
# steps, to 1e-9; here 0.7 ms after the first touch, when it is over and the strings have done (0.7 ms ω)²/2 = 1.2e-5.
awk -F , 'BEGIN { split("-0.071085017 -0.030273764 -0.014463629 0.127044986 0.988777424", share, " ") }
    $1 == 0.225 {
        for (i = 1; i <= 5; i++) {
            off = $(3 * i) / (0.05 * sqrt(9.81 / 0.2)) - share[i]
            if (off <= 3e-5 && off >= -3e-5) good++
        }
    }
    END { exit good != 5 }' newtons_cradle_hertz/history.csv || fault "newtons_cradle_hertz: other speeds after the blow"
