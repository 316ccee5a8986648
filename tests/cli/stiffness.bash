# Stiffness from materials and geometry.
# shellcheck shell=bash disable=SC2154  # names from test-cli and harness.bash

steel=(--E1 210GPa --nu1 0.3 --E2 210GPa --nu2 0.3)

# E* = 210e9/(2·0.91); R = 0.01 for equal spheres of 20 mm; k = 4/3 E* √R
json stiffness sphere-sphere "${steel[@]}" --R1 20mm --R2 20mm
near .stiffness 15384615384.615385 1e-3
near .exponent_n 1.5 0
json stiffness sphere-plane "${steel[@]}" --R1 10mm
near .stiffness 15384615384.615385 1e-3
json stiffness sphere-sphere "${steel[@]}" --R1 10mm --R2 inf
near .stiffness 15384615384.615385 1e-3

# k = 2 E* A/(π r)
json stiffness face "${steel[@]}" --area 0.5m^2 --radius 40cm
near .stiffness 91820159476.0935 1e-2
near .exponent_n 1 0
succeeds stiffness face "${steel[@]}" --area 0.5m^2 --radius 40cm
says 'N/m'

fails 2 stiffness
fails 2 stiffness sphere
fails 2 stiffness spheresphere "${steel[@]}"
says "'sphere-sphere'"
fails 2 stiffness sphere-sphere face
fails 2 stiffness sphere-sphere "${steel[@]}" --R1 20mm
says '--R2'
fails 2 stiffness sphere-plane --E1 210GPa --nu1 0.3 --R1 20mm
says '--E2'
fails 2 stiffness sphere-plane "${steel[@]}" --R1 20mm --R2 20mm
fails 2 stiffness face "${steel[@]}" --R1 20mm --area 1 --radius 1
fails 2 stiffness sphere-plane "${steel[@]}" --R1 20kg
fails 2 stiffness sphere-plane "${steel[@]}" --R1 -20mm
fails 2 stiffness sphere-plane "${steel[@]}" --R1 0
fails 2 stiffness sphere-plane "${steel[@]}" --R1 nan
fails 2 stiffness sphere-plane --E1 210GPa --nu1 0.7 --E2 210GPa --nu2 0.3 --R1 20mm
fails 2 stiffness sphere-plane --E1 -1 --nu1 0.3 --E2 210GPa --nu2 0.3 --R1 20mm
fails 2 stiffness face "${steel[@]}" --area 1m --radius 1

fails 2 stiffness sphere-plane --E1 1e300 --nu1 0.3 --R1 1e300 --E2 1e300 --nu2 0.3
says 'too large'

# cylinders: (0.39·20 + 0.85)/20 E* L, in N/mm^1.094, and 0.965·0.05 + 0.0965 over 0.05 in a hole
json stiffness cylinder-cylinder "${steel[@]}" --R1 10mm --R2 10mm --length 10mm --force 1kN
near .exponent_n 1.094 0
near .stiffness 955287331.81340766 1
near .penetration_johnson 3.1938994e-06 1e-12
json stiffness cylinder-hole "${steel[@]}" --R1 9.95mm --R2 10mm --length 10mm
near .exponent_n 1.24747 1e-5
[ -z "$(leaf .penetration)" ] || fault "a penetration without a force"
succeeds stiffness cylinder-hole "${steel[@]}" --R1 9.95mm --R2 10mm --length 10mm --force 1kN
says "Johnson's"
fails 2 stiffness cylinder-hole "${steel[@]}" --R1 10mm --R2 9mm --length 10mm
says 'wider'
fails 2 stiffness cylinder-cylinder "${steel[@]}" --R1 10mm --R2 10mm
says '--length'
fails 2 stiffness sphere-plane "${steel[@]}" --R1 10mm --force 1kN
says '--force'

# spheres that yield or stick: δy = (π py/(2E*))² R, and 2π w R or three quarters of it
json stiffness sphere-plane "${steel[@]}" --R1 5mm --yield 1.2GPa
near .yield_penetration 1.33437e-06 1e-11
near .damping 749417 1
json stiffness sphere-plane "${steel[@]}" --R1 5um --adhesion 0.2J/m^2
near .pull_off_dmt 6.283185307e-06 1e-14
near .pull_off_jkr 4.712388980e-06 1e-14
succeeds stiffness sphere-plane "${steel[@]}" --R1 5mm --yield 1.2GPa
says 'thornton-1997'
succeeds stiffness sphere-plane "${steel[@]}" --R1 5um --adhesion 0.2J/m^2
says 'pull-off'
fails 2 stiffness face "${steel[@]}" --area 1 --radius 1 --yield 1GPa
says '--yield'
fails 2 stiffness sphere-plane "${steel[@]}" --R1 5mm --yield 0
