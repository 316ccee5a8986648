#define _POSIX_C_SOURCE 200809L /* off_t, for libmseed */

/*
 * MiniSEED, by libmseed: records of a few hundred bytes, in any order, each with the code of its channel, a time,
 * a rate and a batch of samples. The records of one channel are sorted, and must follow each other without a gap.
 *
 * Samples are counts of a recorder, whose sensitivity is in other files; the response of the instrument is not
 * removed. The user must give the value of one count.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/format/mseed.h"
#include "ground/format/mseed_library.h"
#include "ground/read/format.h"

enum {
    CODE = 48,           /* for NET.STA.LOC.CHA */
    MOST_CHANNELS = 100, /* most channels in a file; each record is looked up among them */
    MARGIN = 1 << 17,    /* margin after a record: larger than any offset in it */
};

static const double SAME_RATE = 1e-4; /* rates are stored as ratios of 16 bits, or in single precision */

typedef struct record {
    size_t offset; /* in the file */
    size_t size;
    hptime_t start;
    size_t count;
} record;

typedef struct channel {
    char code[CODE];
    double rate; /* Hz */
    bool chosen;
} channel;

typedef struct file {
    thud_reader *reader;
    thud_mseed_library library;
    char *buffer; /* a record, and zeros behind it */
    size_t used;  /* bytes in use */
    channel channels[MOST_CHANNELS];
    size_t channel_count, last;
    record *records; /* records of the chosen channel */
    size_t count, capacity;
} file;

/* ---- records ---- */

static bool fail_at(const file *f, size_t offset, const char *why) {
    return thud_reader_fail(f->reader, f->reader->text.at + offset, "%s", why);
}

/* the record at an offset, unpacked or not */
static bool take_record(file *f, size_t offset, bool unpack, MSRecord **out, size_t *size) {
    const char *at = f->reader->text.at + offset;
    const thud_span rest = {at, f->reader->text.end};
    const size_t left = (size_t)(rest.end - rest.at), length = thud_mseed_length(rest);
    *size = 0;
    if (length == 0) return fail_at(f, offset, "expected a record of MiniSEED, with its length in blockette 1000");
    if (length > left) return fail_at(f, offset, "the file ends within this record");
    memcpy(f->buffer, at, length);
    if (length < f->used) memset(f->buffer + length, 0, f->used - length);
    f->used = length;
    if (f->library.parse(f->buffer, (int)length, out, (int)length, unpack ? 1 : 0, 0) != MS_NOERROR)
        return fail_at(f, offset, "a record of MiniSEED that cannot be decoded");
    *size = length;
    return true;
}

/* bytes per sample if constant; 0 for compressed encodings, -1 for unknown ones */
static int sample_size(int encoding) {
    switch (encoding) {
    case DE_INT16: return 2;
    case DE_INT32:
    case DE_FLOAT32: return 4;
    case DE_FLOAT64: return 8;
    case DE_STEIM1:
    case DE_STEIM2: return 0;
    default: return -1;
    }
}

/* libmseed trusts the header; the samples must fit into the record */
static bool check_record(const file *f, size_t offset, size_t size, const MSRecord *msr) {
    const int each = sample_size(msr->encoding);
    const size_t begins = msr->fsdh->data_offset, count = (size_t)msr->samplecnt;
    if (each < 0)
        return fail_at(f, offset, "samples in an unsupported encoding; Steim, integers and reals are supported");
    if (begins < sizeof *msr->fsdh || begins > size)
        return fail_at(f, offset, "a record whose samples lie outside it");
    /* Steim 2 has at most seven differences in four bytes */
    const size_t capacity = each > 0 ? (size - begins) / (size_t)each : (size - begins) / 4 * 7;
    if (count > capacity) return fail_at(f, offset, "a record that claims more samples than it can hold");
    return true;
}

/* ---- channels ---- */

/* "NC.PABK..HNE", without spaces */
static void write_code(const MSRecord *msr, char code[CODE]) {
    const char *const parts[] = {msr->network, msr->station, msr->location, msr->channel};
    char *to = code;
    for (size_t i = 0; i < 4; i++) {
        if (i > 0) *to++ = '.';
        for (const char *c = parts[i]; *c; c++)
            if (*c != ' ') *to++ = *c;
    }
    *to = '\0';
}

static channel *find_channel(file *f, const char *code) {
    if (f->last < f->channel_count && strcmp(f->channels[f->last].code, code) == 0) return &f->channels[f->last];
    for (f->last = 0; f->last < f->channel_count; f->last++)
        if (strcmp(f->channels[f->last].code, code) == 0) return &f->channels[f->last];
    return NULL;
}

/* the channel by its code, which may begin at a later part: HNE for NC.PABK..HNE */
static bool is_asked_by_component(const file *f, const char *code) {
    const char *asked = f->reader->options->channel;
    return asked && !f->reader->chosen && strcmp(strrchr(code, '.') + 1, asked) == 0;
}

static channel *add_channel(file *f, size_t offset, const char *code, double rate) {
    if (f->channel_count == MOST_CHANNELS) {
        (void)fail_at(f, offset, "more than 100 channels");
        return NULL;
    }
    channel *c = &f->channels[f->last = f->channel_count++];
    *c = (channel){.rate = rate};
    memcpy(c->code, code, strlen(code) + 1);
    const bool by_component = is_asked_by_component(f, code);
    c->chosen = thud_reader_channel(f->reader, (thud_span){code, code + strlen(code)});
    if (c->chosen || !by_component) return c;
    c->chosen = f->reader->chosen = true;
    thud_span_copy((thud_span){code, code + strlen(code)}, f->reader->info->channel,
                   sizeof f->reader->info->channel);
    return c;
}

static bool keep_record(file *f, const record *r) {
    if (f->count == f->capacity) {
        const size_t capacity = f->capacity ? 2 * f->capacity : 64;
        record *larger = realloc(f->records, capacity * sizeof *larger);
        if (!larger) return thud_reader_fail_memory(f->reader);
        f->records = larger;
        f->capacity = capacity;
    }
    f->records[f->count++] = *r;
    return true;
}

/* notes channel and place of a record; skips logs and records without samples */
static bool note_record(file *f, size_t offset, size_t size, const MSRecord *msr) {
    char code[CODE];
    if (msr->samplecnt <= 0 || !(msr->samprate > 0) || msr->encoding == DE_ASCII) return true;
    if (!check_record(f, offset, size, msr)) return false;
    write_code(msr, code);
    channel *c = find_channel(f, code);
    if (!c) c = add_channel(f, offset, code, msr->samprate);
    if (!c) return false;
    if (!c->chosen) return true;
    if (fabs(1 - c->rate / msr->samprate) > SAME_RATE) return fail_at(f, offset, "the sampling rate changes here");
    return keep_record(f, &(record){offset, size, msr->starttime, (size_t)msr->samplecnt});
}

static bool find_records(file *f) {
    const size_t end = (size_t)(f->reader->text.end - f->reader->text.at);
    MSRecord *msr = NULL;
    bool good = true;
    for (size_t offset = 0, size; good && offset < end; offset += size)
        good = take_record(f, offset, false, &msr, &size) && note_record(f, offset, size, msr);
    f->library.forget(&msr);
    return good && thud_reader_channel_found(f->reader);
}

/* ---- samples ---- */

static int compare(const void *a, const void *b) {
    const record *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* each record must begin one step after the last sample of the previous one; clocks are off by less than half a
   step */
static bool check_order(file *f, double rate, size_t *total) {
    *total = 0;
    for (size_t i = 0; i < f->count; i++) {
        const record *r = &f->records[i], *before = r - 1;
        if (i > 0) {
            const double apart = (double)(r->start - before->start) / HPTMODULUS - (double)before->count / rate;
            if (fabs(apart) > 0.5 / rate)
                return thud_reader_fail(f->reader, f->reader->text.at + r->offset, "%s of %g s after sample %zu",
                                        apart > 0 ? "a gap" : "an overlap", fabs(apart), *total);
        }
        *total += r->count;
    }
    return true;
}

static bool copy_samples(file *f, const record *r, const MSRecord *msr) {
    thud_reader *reader = f->reader;
    if (!msr->datasamples || msr->numsamples != (int64_t)r->count)
        return fail_at(f, r->offset, "a record with fewer samples than its header says");
    for (size_t i = 0; i < r->count; i++) {
        const double value = msr->sampletype == 'i'   ? ((const int32_t *)msr->datasamples)[i]
                             : msr->sampletype == 'f' ? (double)((const float *)msr->datasamples)[i]
                                                      : ((const double *)msr->datasamples)[i];
        if (!isfinite(value)) return fail_at(f, r->offset, "a sample that is not a finite number");
        reader->values[reader->count++] = value;
    }
    if (msr->sampletype == 'i') reader->has_offset = true; /* counts; real numbers have been processed */
    return true;
}

static bool read_samples(file *f, size_t total) {
    MSRecord *msr = NULL;
    bool good = thud_reader_reserve(f->reader, total, false);
    f->reader->data = f->reader->text.at + f->records[0].offset;
    for (size_t i = 0, size; good && i < f->count; i++)
        good = take_record(f, f->records[i].offset, true, &msr, &size) && copy_samples(f, &f->records[i], msr);
    f->library.forget(&msr);
    return good;
}

/* the second letter of a channel code gives the instrument: N and G are accelerometers */
static void check_instrument(thud_reader *reader) {
    const char *component = strrchr(reader->info->channel, '.');
    if (!component || strlen(component) != 4 || strchr("NG", component[2])) return;
    thud_reader_warn(reader, reader->data,
                     "the channel code is that of a seismometer, not of an accelerometer; its data are taken as "
                     "accelerations, as asked");
}

static bool read_channel(file *f) {
    thud_reader *reader = f->reader;
    size_t total;
    if (!find_records(f)) return false;
    if (!reader->options->unit)
        return thud_reader_fail(reader, reader->text.at,
                                "counts of a recorder without its sensitivity: give the value of one count as the "
                                "option unit, as in '2.34e-6 m/s^2'");
    double rate = 0;
    for (size_t i = 0; i < f->channel_count; i++)
        if (f->channels[i].chosen) rate = f->channels[i].rate;
    qsort(f->records, f->count, sizeof *f->records, compare);
    if (!check_order(f, rate, &total) || !read_samples(f, total)) return false;
    reader->step = 1 / rate;
    check_instrument(reader);
    return true;
}

static bool read_file(file *f) {
    if (!thud_mseed_open(&f->library))
        return thud_reader_fail(f->reader, f->reader->text.at,
                                "MiniSEED cannot be read: libmseed is not installed");
    const bool good = read_channel(f);
    thud_mseed_close(&f->library);
    free(f->records);
    return good;
}

static bool read_mseed(thud_reader *reader) {
    const size_t size = (size_t)(reader->text.end - reader->text.at), longest = size < MAXRECLEN ? size : MAXRECLEN;
    file *f = calloc(1, sizeof *f);
    if (f) *f = (file){.reader = reader, .buffer = calloc(1, longest + MARGIN)};
    const bool allocated = f && f->buffer, good = allocated && read_file(f);
    if (!allocated) (void)thud_reader_fail_memory(reader);
    if (f) free(f->buffer);
    free(f);
    return good;
}

const thud_motion_format thud_format_mseed = {
    .name = "mseed",
    .description = "MiniSEED",
    .recognise = thud_mseed_recognise,
    .read = read_mseed,
    .binary = true,
};
