# Two spheres, or a sphere and a wall, meet in YADE; run by tools/engines/yade.
import math
import os

from yade import *
from yade import utils


def materials(model, values):
    if model == "viscel":
        return ViscElMat(kn=values[0], cn=values[1], ks=0, cs=0, frictionAngle=0)
    if model == "viscel-tc-en":
        return ViscElMat(tc=values[0], en=values[1], et=values[1], frictionAngle=0)
    return FrictMat(young=values[0], poisson=0.3, frictionAngle=0)


def laws(model, values):
    if model.startswith("viscel"):
        return [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]
    damping = {"en": values[1]} if model == "mindlin-en" else {"betan": values[1], "betas": 0}
    return [Ip2_FrictMat_FrictMat_MindlinPhys(**damping)], [Law2_ScGeom_MindlinPhys_Mindlin()]


def drop(model, mass1, mass2, radius, speed, gap, step, steps, values):
    O.reset()
    mat = materials(model, values)
    mat.density = 1
    O.materials.append(mat)
    size = 2 * radius
    first = O.bodies.append(utils.sphere((0, 0, 0), size))
    if math.isinf(mass2):
        second = O.bodies.append(utils.wall(size + gap, axis=0))
    else:
        second = O.bodies.append(utils.sphere((2 * size + gap, 0, 0), size))
    for body, mass in ((first, mass1), (second, mass2)):
        if math.isinf(mass):
            continue
        O.bodies[body].state.mass = mass
        O.bodies[body].state.inertia = (1e30, 1e30, 1e30)
    O.bodies[first].state.vel = (speed, 0, 0)
    physics, contact = laws(model, values)
    O.engines = [
        ForceResetter(),
        InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=0.1 * size),
        InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()], physics, contact),
        NewtonIntegrator(damping=0, gravity=(0, 0, 0)),
    ]
    O.dt = step
    O.run(steps, True)
    return (O.bodies[second].state.vel[0] - O.bodies[first].state.vel[0]) / speed


for line in open(os.environ["CASES"]):
    word = line.split()
    number = [float(x) for x in word[3:9]]
    values = [float(x) for x in word[11:]]
    print("returned", word[0], "%.15g" % drop(word[1], *number, int(word[9]), values), flush=True)
