/* All public headers of libthud. */
#ifndef THUD_THUD_H
#define THUD_THUD_H

#include <thud/calibrate.h>
#include <thud/contact.h>
#include <thud/derivative.h>
#include <thud/device.h>
#include <thud/engine.h>
#include <thud/gap.h>
#include <thud/generate.h>
#include <thud/identify.h>
#include <thud/impact.h>
#include <thud/law.h>
#include <thud/link.h>
#include <thud/model.h>
#include <thud/modes.h>
#include <thud/motion.h>
#include <thud/quantity.h>
#include <thud/results.h>
#include <thud/scenario.h>
#include <thud/simulate.h>
#include <thud/spread.h>
#include <thud/status.h>
#include <thud/study.h>
#include <thud/sweep.h>
#include <thud/system.h>
#include <thud/verify.h>

#endif
