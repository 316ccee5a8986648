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
