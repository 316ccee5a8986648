/*
 * Power spectral densities as a CSV file and as a figure.
 */
#ifndef THUD_REPORT_PSD_H
#define THUD_REPORT_PSD_H

#include <stdbool.h>

#include <thud/motion.h>

#include "report/failure.h"

/* Columns frequency [Hz], density [(m/s^2)^2/Hz], with 17 significant digits. */
bool thud_psd_write(const char *path, const thud_psd *psd, thud_failure *failure);

/* Both axes logarithmic. `title` may be "". */
bool thud_psd_draw(const char *path, const thud_psd *psd, const char *title, thud_failure *failure);

#endif
