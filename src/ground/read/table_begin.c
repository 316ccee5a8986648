/* The beginning of a plain table: its rows, and the words of its header. */
#include "ground/read/rows.h"

#include <string.h>

#include "ground/read/columns.h"

/* the first line that gives no step or unit, and is not the list of columns just above the numbers */
static void read_title(thud_reader *reader, thud_span header) {
    thud_span line;
    size_t numbers;
    while (!*reader->info->title && thud_line_next(&header, &line)) {
        const bool last = header.at == header.end;
        if (last && thud_row_look(line, '.', &numbers) == THUD_ROW_TEXT) return;
        if (!thud_span_blank(thud_header_step(line)) || !thud_span_blank(thud_header_unit(line))) continue;
        while (line.at < line.end && *line.at && strchr("#%!/ \t", *line.at)) line.at++;
        thud_span_copy(line, reader->info->title, sizeof reader->info->title);
    }
}

bool thud_table_begin(thud_reader *reader, thud_layout *parts) {
    if (!thud_layout_find(reader->text, parts))
        return thud_reader_fail(reader, reader->text.at, "no row of numbers in the file");
    reader->point = parts->point;
    read_title(reader, parts->header);
    (void)thud_acceleration_unit_begins(thud_header_unit(parts->header), &reader->unit);
    return true;
}
