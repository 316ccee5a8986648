/*
 * Universidad Nacional Autónoma de México, standard file of accelerations: lines "KEY : value", with values of six
 * channels in one, "/V/N00E/N90E", then rows of one acceleration for each channel, below
 *
 *     DATOS DE ACELERACION:
 *     ---------+---------+---------+---------+
 *        CANAL-1   CANAL-2   CANAL-3
 *              V      N00E      N90E
 *     ---------+---------+---------+---------+
 */
#include "ground/read/format.h"
#include "ground/read/rows.h"

enum { WIDTH = 10, PER_LINE = 6 /* channels */, MOST = 2 * PER_LINE };

static bool recognise(thud_span text) {
    thud_span line;
    for (int i = 0; i < 12 && thud_line_next(&text, &line); i++)
        if (thud_span_begins(line, "ARCHIVO ESTANDAR DE ACELERACION")) return true;
    return false;
}

/* divides the text at the second row of dashes below the title of the data */
static bool take_header(thud_span text, thud_span *header, thud_span *data) {
    thud_span rest = text, line;
    int rules = -1; /* the title is not there yet */
    while (thud_line_next(&rest, &line)) {
        if (thud_span_begins(line, "DATOS DE ACELERACION")) rules = 0;
        if (rules >= 0 && thud_span_begins(line, "----") && ++rules == 2) {
            *header = (thud_span){text.at, line.at};
            *data = (thud_span){rest.at, text.end};
            return true;
        }
    }
    return false;
}

/* the text after the colon in the line that begins with a key and contains a mark such as "C1-C6"; NULL: any */
static thud_span value_of(thud_span header, const char *key, const char *mark) {
    thud_span line;
    while (thud_line_next(&header, &line)) {
        if (!thud_span_begins(line, key)) continue;
        if (!mark || thud_span_find(thud_span_before(line, " :"), mark))
            return thud_span_trim(thud_span_after(line, " :"));
    }
    return (thud_span){header.end, header.end};
}

/* the value of one channel, from 0, in "/V/N00E/N90E"; empty past the last */
static thud_span value_of_channel(thud_span header, const char *key, size_t channel) {
    thud_span values = value_of(header, key, channel < PER_LINE ? "C1-C6" : "C7-C12");
    for (size_t i = 0; i <= channel % PER_LINE; i++) values = thud_span_after(values, "/");
    return thud_span_trim(thud_span_before(values, "/"));
}

static bool choose_channel(thud_reader *reader, thud_span header, thud_rows *rows) {
    const thud_span said = value_of(header, "NUMERO DE CANALES", NULL);
    thud_number count;
    if (!thud_reader_find_number(said, &count) || !(count.value >= 1 && count.value <= MOST))
        return thud_reader_fail(reader, said.at, "expected a number of channels, from 1 to %d", (int)MOST);
    rows->columns = (size_t)count.value;
    for (size_t i = 0; i < rows->columns; i++)
        if (thud_reader_channel(reader, value_of_channel(header, "ORIENTACION", i))) rows->value = i;
    return thud_reader_channel_found(reader);
}

static bool read_header(thud_reader *reader, thud_span header, size_t channel) {
    thud_motion_info *info = reader->info;
    thud_span_copy(value_of(header, "FECHA DEL SISMO", NULL), info->title, sizeof info->title);
    thud_span_copy(value_of(header, "NOMBRE DE LA ESTACION", NULL), info->station, sizeof info->station);
    (void)thud_acceleration_unit_begins(value_of(header, "UNIDADES DE LOS DATOS", NULL), &reader->unit);
    thud_reader_peak(reader, value_of_channel(header, "ACEL. MAX.(Gal)", channel));
    return thud_reader_step(reader, value_of_channel(header, "INTERVALO DE MUESTREO", channel), &reader->step) &&
           thud_reader_count(reader, value_of_channel(header, "NUM. TOTAL DE MUESTRAS", channel),
                             &info->header_count);
}

static bool read_unam(thud_reader *reader) {
    thud_span header, data;
    thud_rows rows = {.time = THUD_ROWS_NO_TIME, .width = WIDTH};
    if (!take_header(reader->text, &header, &data))
        return thud_reader_fail(reader, reader->text.end, "the file ends before 'DATOS DE ACELERACION'");
    return choose_channel(reader, header, &rows) && read_header(reader, header, rows.value) &&
           thud_rows_read(reader, data, &rows);
}

const thud_motion_format thud_format_unam = {
    .name = "unam",
    .description = "UNAM, Mexico, standard file of accelerations",
    .recognise = recognise,
    .read = read_unam,
};
