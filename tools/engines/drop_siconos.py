# Two bodies on a line meet in Siconos with Newton's law; run by tools/engines/siconos.
import sys

import numpy
import siconos.kernel as sk


def drop(mass1, mass2, speed, gap, step, steps, restitution):
    bodies = sk.LagrangianLinearTIDS([0, gap], [speed, 0], numpy.diag([mass1, mass2]))
    nslaw = sk.NewtonImpactNSL(restitution)
    relation = sk.LagrangianLinearTIR(numpy.array([[-1.0, 1.0]]), [0.0])
    interaction = sk.Interaction(nslaw, relation)
    model = sk.NonSmoothDynamicalSystem(0, step * steps)
    model.insertDynamicalSystem(bodies)
    model.link(interaction, bodies)
    simulation = sk.TimeStepping(model, sk.TimeDiscretisation(0, step), sk.MoreauJeanOSI(0.5), sk.LCP())
    while simulation.hasNextEvent():
        simulation.computeOneStep()
        simulation.nextStep()
    v = bodies.velocity()
    return (v[1] - v[0]) / speed


for line in sys.stdin:
    word = line.split()
    number = [float(x) for x in word[3:9]]
    returned = drop(number[0], number[1], number[3], number[4], number[5], int(word[9]), float(word[11]))
    print("returned", word[0], "%.15g" % returned, flush=True)
