// Two spheres meet in Bullet without gravity; run by tools/engines/bullet.
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

struct Case {
    char id[32], model[64];
    int limited, steps, usual;
    double mass1, mass2, radius, speed, gap, step, first, second;
};

static btRigidBody *add(btDiscreteDynamicsWorld &world, btCollisionShape &shape, double x, double mass) {
    btTransform place;
    place.setIdentity();
    place.setOrigin(btVector3(x, 0, 0));
    btVector3 inertia;
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    else inertia.setZero();
    auto *body = new btRigidBody(mass, new btDefaultMotionState(place), &shape, inertia);
    body->setDamping(0, 0);
    body->setFriction(0);
    body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body);
    return body;
}

static double drop(const Case &c) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, 0));
    // a fixed wall is a plane; two spheres alike have half their radius as the effective one
    bool wall = std::isinf(c.mass2);
    double radius = wall ? c.radius : 2 * c.radius;
    btSphereShape shape(radius);
    btStaticPlaneShape plane(btVector3(-1, 0, 0), -(radius + c.gap));
    btRigidBody *one = add(world, shape, 0, c.mass1);
    btRigidBody *two = wall ? add(world, plane, 0, 0) : add(world, shape, 2 * radius + c.gap, c.mass2);
    one->setLinearVelocity(btVector3(c.speed, 0, 0));
    bool jump = strcmp(c.model, "restitution") == 0;
    for (btRigidBody *body : {one, two}) {
        if (jump) body->setRestitution(c.first);
        else body->setContactStiffnessAndDamping(c.first, c.second);
    }
    auto &info = world.getSolverInfo();
    if (!jump || !c.usual)
        for (btRigidBody *body : {one, two}) body->setContactProcessingThreshold(0);
    if (jump && !c.usual) {
        info.m_splitImpulse = 1;
        info.m_splitImpulsePenetrationThreshold = BT_LARGE_FLOAT;
        info.m_restitutionVelocityThreshold = 0;
    }
    if (!jump) info.m_splitImpulse = 0;
    for (int i = 0; i < c.steps; i++) world.stepSimulation(c.step, 0);
    double returned = (two->getLinearVelocity().x() - one->getLinearVelocity().x()) / c.speed;
    for (btRigidBody *body : {one, two}) {
        world.removeRigidBody(body);
        delete body->getMotionState();
        delete body;
    }
    return returned;
}

int main() {
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        Case c = {};
        if (sscanf(line, "%31s %63s %d %lf %lf %lf %lf %lf %lf %d %d %lf %lf", c.id, c.model, &c.limited, &c.mass1,
                   &c.mass2, &c.radius, &c.speed, &c.gap, &c.step, &c.steps, &c.usual, &c.first, &c.second) < 12)
            continue;
        printf("%s %.15g\n", c.id, drop(c));
    }
}
