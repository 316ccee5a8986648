/* Arithmetic on named numbers: parsed once into a list of operations, then evaluated many times. */
#include "model/expression.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "numeric/constant.h"

enum { MOST_STEPS = 200, DEEPEST = 50 };

typedef enum operation {
    NUMBER,
    VALUE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    POWER,
    MIN,
    MAX,
    NEGATE,
    SQRT,
    EXP,
    LOG,
    TANH,
    ABS
} operation;

typedef struct step {
    operation operation;
    double number;
    size_t value;
} step;

/* operands before operators: each step works on a stack */
struct thud_expression {
    size_t count;
    step steps[MOST_STEPS];
};

typedef struct reader {
    const char *text;
    size_t at;
    int depth;
    thud_expression_lookup *lookup;
    void *context;
    thud_expression *out;
    thud_expression_fault *fault;
    bool failed;
} reader;

static void fail(reader *r, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void fail(reader *r, size_t at, const char *format, ...) {
    if (r->failed) return;
    r->failed = true;
    r->fault->at = at;
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(r->fault->text, sizeof r->fault->text, format, arguments);
    va_end(arguments);
}

static void add(reader *r, step what) {
    if (r->out->count == MOST_STEPS) fail(r, r->at, "the expression is too long");
    else r->out->steps[r->out->count++] = what;
}

static void add_operation(reader *r, operation which) { add(r, (step){.operation = which}); }

static char peek(reader *r) {
    while (r->text[r->at] == ' ' || r->text[r->at] == '\t') r->at++;
    return r->text[r->at];
}

static bool take(reader *r, char sign) {
    if (peek(r) != sign) return false;
    r->at++;
    return true;
}

static void read_sum(reader *r);

static bool takes_two(operation which) { return which >= ADD && which <= MAX; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void read_number(reader *r) {
    const char *end;
    const double number = thud_number_value(r->text + r->at, &end);
    const size_t start = r->at;
    r->at = (size_t)(end - r->text);
    if (end == r->text + start || isinf(number)) fail(r, start, "expected a number");
    else if (is_letter(*end)) fail(r, r->at, "a unit cannot stand here; write the number in SI units");
    else add(r, (step){.operation = NUMBER, .number = number});
}

static void read_argument(reader *r, size_t start, const char *name) {
    static const char *const names[] = {"sqrt", "exp", "log", "tanh", "abs", "min", "max"};
    static const operation operations[] = {SQRT, EXP, LOG, TANH, ABS, MIN, MAX};
    enum { COUNT = sizeof names / sizeof names[0] };
    size_t which = 0;
    while (which < COUNT && strcmp(names[which], name) != 0) which++;
    if (which == COUNT) {
        const size_t near = thud_text_nearest(name, names, COUNT);
        if (near < COUNT) fail(r, start, "unknown function '%.40s'; did you mean '%s'?", name, names[near]);
        else fail(r, start, "unknown function '%.40s'; there are sqrt, exp, log, tanh, abs, min and max", name);
        return;
    }
    const size_t open = r->at++;
    read_sum(r);
    if (takes_two(operations[which])) {
        if (!r->failed && !take(r, ',')) fail(r, r->at, "%s takes two numbers with a comma between them", name);
        if (!r->failed) read_sum(r);
    }
    if (!r->failed && !take(r, ')')) fail(r, open, "this parenthesis is not closed");
    add_operation(r, operations[which]);
}

static void read_name(reader *r) {
    char name[100];
    const size_t start = r->at;
    while (is_letter(r->text[r->at]) || is_digit(r->text[r->at])) r->at++;
    const size_t length = r->at - start;
    if (length >= sizeof name) {
        fail(r, start, "a name of %zu letters", length);
        return;
    }
    memcpy(name, r->text + start, length);
    name[length] = '\0';
    if (peek(r) == '(') {
        read_argument(r, start, name);
        return;
    }
    thud_expression_fault fault = {.text = ""};
    const size_t value = r->lookup(r->context, name, &fault);
    if (value != SIZE_MAX) add(r, (step){.operation = VALUE, .value = value});
    else if (strcmp(name, "pi") == 0) add(r, (step){.operation = NUMBER, .number = THUD_PI});
    else fail(r, start, "%s", fault.text);
}

static void read_atom(reader *r) {
    const char next = peek(r);
    if (next == '(') {
        const size_t open = r->at++;
        read_sum(r);
        if (!r->failed && !take(r, ')')) fail(r, open, "this parenthesis is not closed");
    } else if (is_digit(next) || next == '.') {
        read_number(r);
    } else if (is_letter(next)) {
        read_name(r);
    } else if (next == '\0') {
        fail(r, r->at, "the expression ends too early");
    } else {
        fail(r, r->at, "expected a number, a name or a parenthesis");
    }
}

static void read_factor(reader *r) {
    if (++r->depth > DEEPEST) fail(r, r->at, "nested more than %d levels deep", (int)DEEPEST);
    if (r->failed) return;
    if (take(r, '-')) {
        read_factor(r);
        add_operation(r, NEGATE);
    } else if (take(r, '+')) {
        read_factor(r);
    } else {
        read_atom(r);
        if (!r->failed && take(r, '^')) {
            read_factor(r);
            add_operation(r, POWER);
        }
    }
    r->depth--;
}

static void read_product(reader *r) {
    read_factor(r);
    while (!r->failed) {
        if (take(r, '*')) {
            read_factor(r);
            add_operation(r, MULTIPLY);
        } else if (take(r, '/')) {
            read_factor(r);
            add_operation(r, DIVIDE);
        } else return;
    }
}

static void read_sum(reader *r) {
    read_product(r);
    while (!r->failed) {
        if (take(r, '+')) {
            read_product(r);
            add_operation(r, ADD);
        } else if (take(r, '-')) {
            read_product(r);
            add_operation(r, SUBTRACT);
        } else return;
    }
}

thud_status thud_expression_parse(const char *text, thud_expression_lookup *lookup, void *context,
                                  thud_expression **expression, thud_expression_fault *fault) {
    thud_expression *out = calloc(1, sizeof *out);
    if (!out) return THUD_ERROR_MEMORY;
    reader r = {.text = text, .lookup = lookup, .context = context, .out = out, .fault = fault};
    read_sum(&r);
    if (!r.failed && peek(&r) != '\0') fail(&r, r.at, "expected an operator: + - * / ^");
    if (!r.failed) {
        *expression = out;
        return THUD_OK;
    }
    free(out);
    return THUD_ERROR_SYNTAX;
}

void thud_expression_free(thud_expression *expression) { free(expression); }

static double calculate(operation which, double a, double b) {
    switch (which) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case DIVIDE: return a / b;
    case POWER: return pow(a, b);
    case MIN: return fmin(a, b);
    case MAX: return fmax(a, b);
    case NEGATE: return -a;
    case SQRT: return sqrt(a);
    case EXP: return exp(a);
    case LOG: return log(a);
    case TANH: return tanh(a);
    case ABS: return fabs(a);
    case NUMBER:
    case VALUE: break;
    }
    return NAN;
}

double thud_expression_value(const thud_expression *expression, const double *values) {
    double stack[MOST_STEPS];
    size_t height = 0;
    for (size_t i = 0; i < expression->count; i++) {
        const step *s = &expression->steps[i];
        if (s->operation == NUMBER) stack[height++] = s->number;
        else if (s->operation == VALUE) stack[height++] = values[s->value];
        else if (takes_two(s->operation)) {
            height--;
            stack[height - 1] = calculate(s->operation, stack[height - 1], stack[height]);
        } else stack[height - 1] = calculate(s->operation, stack[height - 1], 0);
    }
    return stack[0];
}

int thud_expression_uses(const thud_expression *expression, size_t number) {
    for (size_t i = 0; i < expression->count; i++)
        if (expression->steps[i].operation == VALUE && expression->steps[i].value == number) return 1;
    return 0;
}
