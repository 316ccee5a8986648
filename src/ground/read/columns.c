/*
 * Reads the description of columns in the lines above a table: "t [s], a [g]", "# time(s) acc(cm/s2)", "dt =
 * 0.01", "unit: g".
 */
#include "ground/read/columns.h"

#include <string.h>

/* a line of the header without comment signs */
static thud_span bare(thud_span line) {
    line = thud_span_trim(line);
    while (line.at < line.end && strchr("#%!/;", *line.at) && *line.at) line.at++;
    return thud_span_trim(line);
}

/* the text in the first brackets, square or round; empty, at the end, when there are none */
static thud_span bracketed(thud_span span) {
    const char *open = span.at;
    while (open < span.end && *open != '[' && *open != '(') open++;
    if (open == span.end) return (thud_span){span.end, span.end};
    const char *close = open + 1;
    while (close < span.end && *close != (*open == '[' ? ']' : ')')) close++;
    return (thud_span){open + 1, close};
}

/* "ag_m_s2", "acc_g": a unit of acceleration after an underscore; otherwise the end of the name */
static const char *suffix_of(thud_span name) {
    thud_acceleration_unit unit;
    for (const char *p = name.at; p < name.end; p++)
        if (*p == '_' && p > name.at && thud_acceleration_unit_is((thud_span){p + 1, name.end}, &unit)) return p;
    return name.end;
}

/* "a [g]": name and unit */
static thud_record_column make_column(thud_span field) {
    const thud_span unit = bracketed(field);
    if (unit.at > field.at && unit.at < field.end)
        return (thud_record_column){thud_span_trim((thud_span){field.at, unit.at - 1}), thud_span_trim(unit)};
    const thud_span name = thud_span_trim(field);
    const char *suffix = suffix_of(name);
    if (suffix == name.end) return (thud_record_column){name, (thud_span){name.end, name.end}};
    return (thud_record_column){(thud_span){name.at, suffix}, (thud_span){suffix + 1, name.end}};
}

/* the position of brackets after spaces; NULL if there are none */
static const char *brackets_follow(const char *at, const char *end) {
    while (at < end && *at == ' ') at++;
    return at < end && (*at == '[' || *at == '(') ? at : NULL;
}

/* removes the field up to a delimiter from the line; a space ends a word including its brackets */
static thud_span take_field(thud_span *line, char delimiter) {
    const char *p = line->at, *unit;
    for (int depth = 0; p < line->end; p++) {
        if (*p == delimiter && depth <= 0) {
            if (delimiter != ' ' || !(unit = brackets_follow(p, line->end))) break;
            p = unit;
        }
        if (*p == '[' || *p == '(') depth++;
        if (*p == ']' || *p == ')') depth--;
    }
    const thud_span field = {line->at, p};
    line->at = p < line->end ? p + 1 : p;
    if (delimiter == ' ') *line = thud_span_trim(*line);
    return field;
}

static size_t split(thud_span line, char delimiter, thud_record_column columns[THUD_COLUMNS_NAMED]) {
    size_t count = 0;
    for (; line.at < line.end && count < THUD_COLUMNS_NAMED; count++)
        columns[count] = make_column(take_field(&line, delimiter));
    return line.at < line.end ? THUD_COLUMNS_NAMED + 1 : count;
}

/* names of several words with brackets: "Time [s] Acceleration EW [cm/s2]" */
static size_t split_at_brackets(thud_span line, thud_record_column columns[THUD_COLUMNS_NAMED]) {
    size_t count = 0;
    for (;;) {
        const thud_span unit = bracketed(line);
        if (unit.at == line.end) return count;
        if (count == THUD_COLUMNS_NAMED) return THUD_COLUMNS_NAMED + 1;
        columns[count++] = make_column((thud_span){line.at, unit.end});
        line.at = unit.end < line.end ? unit.end + 1 : line.end;
    }
}

static bool split_into(thud_span line, size_t count, thud_record_column columns[THUD_COLUMNS_NAMED]) {
    static const char delimiters[] = ";\t,";
    for (const char *d = delimiters; *d; d++)
        if (memchr(line.at, *d, (size_t)(line.end - line.at))) return split(line, *d, columns) == count;
    return split_at_brackets(line, columns) == count || split(line, ' ', columns) == count;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool thud_column_is_time(const thud_record_column *column) {
    static const char *const units[] = {"s", "sec", "second", "seconds", "ms", "msec"};
    const thud_span after_time = thud_span_after(column->name, "time");
    if (thud_span_equals(column->name, "t")) return true;
    if (thud_span_begins(column->name, "time") && (after_time.at == after_time.end || !is_letter(*after_time.at)))
        return true;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (thud_span_equals(column->unit, units[i])) return true;
    return false;
}

/* the text after a word that no letter precedes */
static thud_span after_word(thud_span line, const char *word) {
    const char *start = line.at;
    for (const char *at; (at = thud_span_find(line, word)); line.at = at + 1)
        if (at == start || !is_letter(at[-1])) return (thud_span){at + strlen(word), line.end};
    return (thud_span){line.end, line.end};
}

/* the text after "dt" and an equals sign or a colon; empty if the line has none */
static thud_span step_in(thud_span line) {
    const thud_span value = thud_span_trim(after_word(line, "dt"));
    if (value.at < value.end && (*value.at == '=' || *value.at == ':')) return (thud_span){value.at + 1, value.end};
    return (thud_span){line.end, line.end};
}

static thud_span unit_in(thud_span line) {
    static const char *const words[] = {
        "units of", "units are", "units:", "units =", "units=", "unit:", "unit =", "unit="};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const thud_span value = thud_span_trim(after_word(line, words[i]));
        if (value.at < value.end) return value;
    }
    return (thud_span){line.end, line.end};
}

/* the result of a function in the last line that has one: titles come first, and may contain any words */
static thud_span find_last(thud_span header, thud_span (*find)(thud_span)) {
    thud_span line, found = {header.end, header.end};
    while (thud_line_next(&header, &line)) {
        const thud_span here = find(line);
        if (here.at < here.end) found = here;
    }
    return found;
}

thud_span thud_header_step(thud_span header) { return find_last(header, step_in); }

thud_span thud_header_unit(thud_span header) { return find_last(header, unit_in); }

/* a time or a unit of acceleration: the line is certainly about columns */
static bool is_telling(const thud_record_column *columns, size_t count) {
    thud_acceleration_unit unit;
    for (size_t i = 0; i < count; i++)
        if (thud_column_is_time(&columns[i]) || thud_acceleration_unit_is(columns[i].unit, &unit)) return true;
    return false;
}

bool thud_columns_find(thud_span header, size_t count, thud_record_column columns[THUD_COLUMNS_NAMED]) {
    thud_span line;
    bool found = false;
    thud_record_column tried[THUD_COLUMNS_NAMED];
    while (count <= THUD_COLUMNS_NAMED && thud_line_next(&header, &line)) {
        line = bare(line);
        if (line.at == line.end || !split_into(line, count, tried)) continue;
        const bool last = header.at == header.end; /* just above the numbers */
        const bool names = last && !found && thud_span_blank(step_in(line)) && thud_span_blank(unit_in(line));
        if (!is_telling(tried, count) && !names) continue;
        memcpy(columns, tried, count * sizeof *columns);
        found = true;
    }
    return found;
}
