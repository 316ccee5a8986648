#!/usr/bin/env bash
# A drop test at the shell: a steel ball falls on a concrete slab. Stiffness from the materials, then the rebound
# that a published rule and the exact damping give for the restitution measured.
#
#     examples/drop_test.sh [THUD]        THUD is the command; build/release/cli/thud unless said otherwise
#
# Ends with status 1 if the exact damping does not return the restitution asked for.
set -euo pipefail

thud=${1:-build/release/cli/thud}
radius=25mm
mass=0.51 # kg: 7800 kg/m³ times 4/3 π r³
height=0.5
e=0.6

# the number of a key in the JSON object on standard input
number() {
    sed -n "s/^ *\"$1\": \([-+.e0-9]*\),\{0,1\}\$/\1/p"
}

stiffness=$("$thud" stiffness sphere-plane --E1 210GPa --nu1 0.3 --R1 $radius --E2 30GPa --nu2 0.2 --json | number stiffness)
speed=$(awk -v h=$height 'BEGIN { print sqrt(2 * 9.81 * h) }')
echo "k = $stiffness N/m^1.5, v = $speed m/s, asked for e = $e"

# rebound LAW DAMPING: height that the ball reaches again, h e²
rebound() {
    "$thud" impact "$1" --e $e --k "$stiffness" --m $mass --v "$speed" --damping "$2" --json >"$scratch/impact.json"
    awk -v law="$1" -v kind="$2" -v h=$height -v e="$(number e_out <"$scratch/impact.json")" \
        -v force="$(number max_force <"$scratch/impact.json")" -v time="$(number contact_time <"$scratch/impact.json")" \
        'BEGIN { printf "%-20s %-10s e = %.4f, rebound %.4f m, peak force %.2f kN, contact %.1f µs\n",
                        law, kind, e, h * e * e, force / 1e3, 1e6 * time }'
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rebound lankarani-nikravesh published
rebound flores published
rebound flores exact

number e_out <"$scratch/impact.json" | awk -v e=$e '{ d = $1 - e; exit !(d * d < 1e-24) }'
