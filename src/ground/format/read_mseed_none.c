/*
 * MiniSEED in a build without libmseed: files are recognised and refused with the reason.
 */
#include "ground/format/mseed.h"
#include "ground/read/format.h"

static bool read_mseed(thud_reader *reader) {
    return thud_reader_fail(reader, reader->text.at,
                            "MiniSEED cannot be read: this thud was built without libmseed");
}

const thud_motion_format thud_format_mseed = {
    .name = "mseed",
    .description = "MiniSEED; not in this build",
    .recognise = thud_mseed_recognise,
    .read = read_mseed,
    .binary = true,
};
