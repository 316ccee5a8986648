# thud export --fragility: a curve for each design, counts as in the table of cases, median and dispersion in closed form;
# and thresholds on what has no finite value.
# shellcheck shell=bash

# a body that leaves its rest with a speed v swings to v √(m/k) and touches when that is above the gap: for stiffnesses
# around k with the dispersion 0.4 the speed that makes it touch is lognormal around gap √(k/m), with dispersion 0.2
cat >swing.yaml <<'END'
bodies: {mass: {mass: 1000, velocity: 1}}
links: [{left: ground, right: mass, stiffness: 4e5}]
contacts: [{name: stop, left: mass, right: ground, gap: 20 mm, model: newton, restitution: 0.5}]
duration: 0.5
END
cat >study.yaml <<'END'
scenario: swing.yaml
vary:
  speed: {path: bodies.mass.velocity, from: 0.05, to: 1.2, count: 24}
  gap: {path: contacts.*.gap, values: [10 mm, 20 mm, 40 mm], labels: [narrow, "20, as built", wide]}
  law: {path: contacts.*.model, values: [newton, poisson]}
  k: {path: links.0.stiffness, samples: {distribution: lognormal, median: 4e5, dispersion: 0.4}, count: 60, seed: 7}
  twice: {value: 2 * speed}
collect:
  touch: {quantity: contacts.*.impacts, above: 0}
END
succeeds sweep study.yaml -o out
succeeds export out rows.csv
succeeds export out curves.csv --fragility --level speed
says 'curves.csv: 6 curves over speed'
says '20, as built'
[ "$(wc -l <curves.csv)" -eq $((1 + 6 * 24)) ] || fault "curves.csv has $(wc -l <curves.csv) lines, not one for each curve and level"
# the same study in two shards has the same curves; one of them alone has others
succeeds sweep study.yaml -o shards --shard 2/2 --layout columns:500
succeeds export shards half.csv --fragility --level speed
! cmp -s curves.csv half.csv || fault "half of the cases have the curves of all"
succeeds sweep study.yaml -o shards --shard 1/2 --layout columns:500
succeeds export shards sharded.csv --fragility --level speed
same curves.csv sharded.csv
# counts are those of the table of cases, whose third column is a label with a comma once
sed -i 's/"20, as built"/built/' rows.csv curves.csv
column=$(head -n 1 rows.csv | tr , '\n' | grep -nxF touch | cut -d: -f1)
awk -F, -v touch="$column" 'FNR == 1 { next }
    NR == FNR { key = $4 "," $5 "," $2; total[key]++; exceed[key] += $touch; next }
    { key = $3 "," $4 "," $6; rows++; if ($7 != total[key] || $8 != exceed[key] || $7 != 60 || $9 != 0) wrong++ }
    END { exit !(rows == 144 && wrong == 0) }' rows.csv curves.csv || fault "counts of curves.csv are not those of rows.csv"

# the closed form within four standard errors, of which the interval has 1.96 on either side: 1 in 16,000 by chance
json export out curves.csv --fragility --level speed
is .fragility.level '"speed"'
is '.fragility.counted_over[0]' '"k"'
[ -z "$(leaf '.fragility.pooled_over[0]')" ] || fault "$ran: pools over $(leaf '.fragility.pooled_over[0]')"
is '.fragility.curves[0].meaning' '"contacts.*.impacts > 0"'
is '.fragility.curves[2].design.gap' '"20, as built"'
is '.fragility.curves[2].design.law' '"newton"'
i=0
for median in 0.2 0.2 0.4 0.4 0.8 0.8; do
    low=$(leaf ".fragility.curves[$i].median_interval[0]") high=$(leaf ".fragility.curves[$i].median_interval[1]")
    awk -v m=$median -v l="$low" -v h="$high" 'BEGIN { z = 2 * 1.96 * log(m * m / (l * h)) / log(h / l) / 2; exit !(z * z < 16) }' ||
        fault "$ran: median of curve $i is in $low … $high, and should be $median"
    low=$(leaf ".fragility.curves[$i].dispersion_interval[0]") high=$(leaf ".fragility.curves[$i].dispersion_interval[1]")
    awk -v l="$low" -v h="$high" 'BEGIN { z = 1.96 * log(0.04 / (l * h)) / log(h / l); exit !(z * z < 16) }' ||
        fault "$ran: dispersion of curve $i is in $low … $high, and should be 0.2"
    i=$((i + 1))
done

# designs are counted together where that is asked for, and named
json export out pooled.csv --fragility --level speed --pool gap,law
is '.fragility.pooled_over[0]' '"gap"'
is '.fragility.pooled_over[1]' '"law"'
is '.fragility.curves[0].cases[0]' 360
[ -z "$(leaf '.fragility.curves[1].threshold')" ] || fault "$ran: more than one curve"
head -n 1 pooled.csv | grep -q '^threshold,meaning,pooled over,speed \[m/s\],cases,exceed,missing,share,probability,median \[m/s\],' ||
    fault "pooled.csv begins with $(head -n 1 pooled.csv)"
grep -q ',gap law,' pooled.csv || fault "pooled.csv does not say what it is pooled over"

fails 2 export out x.csv --fragility
says 'no axis scales a load'
fails 2 export out x.csv --fragility --level sped
says "did you mean 'speed'?"
fails 2 export out x.csv --fragility --level law
says "'law' is not an axis of numbers"
fails 2 export out x.csv --fragility --level twice
says "'twice' is derived"
fails 2 export out x.csv --fragility --level speed --pool k
says "'k' is random"
fails 2 export out x.csv --fragility --level speed --pool speed
says "'speed' is the level"
fails 2 export out x.csv --fragility --level speed --hdf5
fails 2 export out x.csv --level speed
absent x.csv

# a step, at 20 mm √(k/m) = 0.4 m/s, has no curve: the levels on either side are told
cat >step.yaml <<'END'
scenario: swing.yaml
vary:
  speed: {path: bodies.mass.velocity, from: 0.15, to: 0.85, count: 8}
collect:
  touch: {quantity: impacts, above: 0}
  never: {quantity: impacts, above: 1000}
END
succeeds sweep step.yaml -o step
succeeds export step step.csv --fragility --level speed
says 'a step between 0.35 and 0.45'
says 'no case exceeds it'

# an impulse has no finite force: thresholds on it are refused, and the table has none
cat >force.yaml <<'END'
scenario: swing.yaml
vary: {speed: {path: bodies.mass.velocity, values: [0.1, 1]}}
collect: {hard: {quantity: contacts.*.max_force, above: 1 kN}}
END
run sweep force.yaml -o force
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says "force.yaml:3:28: error: 'contacts.stop.max_force' has no finite value: impacts of a newton contact are impulses; use contacts.stop.impulse, or a compliant model"
sed -i 's/contacts.\*.max_force, above: 1 kN/bodies.mass.max_acceleration, above: 1/' force.yaml
run sweep force.yaml -o force
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
says "force.yaml:3:28: error: 'bodies.mass.max_acceleration' has no finite value: impacts of the newton contact 'stop' are impulses"
# also where an axis sets the law; with compliant ones alone it is a threshold like others
cat >laws.yaml <<'END'
scenario: swing.yaml
vary:
  law: {path: contacts.*.model, values: [flores, poisson]}
  k: {path: contacts.*.stiffness, values: [1e8]}
collect: {hard: {quantity: contacts.stop.max_force, above: 1 kN}}
END
run sweep laws.yaml -o laws
says "impacts of a poisson contact are impulses"
[ "$status" -eq 2 ] || fault "$ran: exit $status, not 2"
sed -i 's/flores, poisson/flores, hunt-crossley/' laws.yaml
succeeds sweep laws.yaml -o laws
succeeds export laws laws.csv
column=$(head -n 1 laws.csv | tr , '\n' | grep -nxF hard | cut -d: -f1)
[ "$(tail -n +2 laws.csv | cut -d, -f"$column" | sort -u)" = 1 ] || fault "laws.csv: the forces are not above 1 kN"

# hazards: rates in closed form along a power law, H = 1e-3 x⁻², of a lognormal curve: H(θ) exp(2 β²)
printf 'speed [m/s],rate [1/year]\n# of both ends\n0.001,1000\n1 cm/s,10\n1000 m/s,1e-9\n' >hazard.csv
succeeds export out rates.csv --fragility --level speed --hazard hazard.csv
says 'in 50 years'
head -n 1 rates.csv | grep -q ',rate \[1/year\],share from outside the table,most from \[m/s\],note$' || fault "rates.csv: $(head -n 1 rates.csv)"
json export out rates.csv --fragility --level speed --hazard hazard.csv
for i in 0 1; do
    median=$(leaf ".fragility.curves[$i].median") dispersion=$(leaf ".fragility.curves[$i].dispersion")
    rate=$(leaf ".fragility.curves[$i].annual_rate") fifty=$(leaf ".fragility.curves[$i].probability_in_50_years")
    awk -v m="$median" -v b="$dispersion" -v r="$rate" -v p="$fifty" 'BEGIN { e = 1e-3 / m ^ 2 * exp(2 * b ^ 2)
        exit !((r / e - 1) ^ 2 < 1e-16 && (p - 1 + exp(-50 * r)) ^ 2 < 1e-20) }' || fault "rate $rate of median $median, dispersion $dispersion"
done
printf '0.5,1e-3\n0.6,1e-4\n' >narrow.csv
succeeds export out rates.csv --fragility --level speed --hazard narrow.csv
says 'comes from intensities outside the hazard table'
refuses_hazard() {
    printf "$1" >bad_hazard.csv
    fails 2 export out rates.csv --fragility --level speed --hazard bad_hazard.csv
    says "$2"
}
refuses_hazard '1,1e-3\n' 'a hazard curve needs two rows or more'
refuses_hazard '1,1e-3\n2,1e-2\n' 'bad_hazard.csv:2: the intensity must rise and the rate fall'
refuses_hazard 'x,y\n1,1e-3\n2,many\n' 'bad_hazard.csv:3: expected an intensity and its annual rate'
refuses_hazard '1 kg,1e-3\n2,1e-4\n' 'a hazard curve needs two rows or more'
refuses_hazard '1,0\n2,1e-4\n' 'bad_hazard.csv:1: intensity and rate must be positive'
fails 2 export out rates.csv --fragility --level speed --hazard none.csv
says "cannot read 'none.csv'"
fails 2 export out rates.csv --hazard hazard.csv
