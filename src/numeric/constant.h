/* Constants that several modules need. */
#ifndef THUD_NUMERIC_CONSTANT_H
#define THUD_NUMERIC_CONSTANT_H

#define THUD_PI 3.14159265358979323846

#endif
