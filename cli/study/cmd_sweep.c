#define _GNU_SOURCE /* sched_getaffinity */

/*
 * thud sweep: a study, case by case, into a store that survives being killed.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <thud/sweep.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/run/scenario_input.h"
#include "cli/study/study_parts.h"
#include "study/store/shards.h"
#include "study/store/store_chunk.h"

enum { JOBS_LIMIT = 1024 };

static const cli_option option_table[] = {
    {"-o", "DIR", "folder of results.db; created if missing"},
    {"jobs", "N", "threads; default: one per core"},
    {"executor", "NAME",
     "cores, opencl for a GPU (cases that its kernels do not cover run on the cores), or auto (default): a GPU, or "
     "kernels on the cores, for large studies where they are faster"},
    {"device", "N", "number of the device in thud devices; default 0"},
    {"layout", "NAME",
     "layout of a new results.db: rows, one per case, or columns (columns:N: in chunks of N cases); default: "
     "columns from 100,000 cases on"},
    {"shard", "I/N",
     "run part I of N of the cases, with its own store, DIR/shard-I; readers of DIR see all shards as one study"},
    {"spread", NULL,
     "add columns that show how far the numbers of each case can be trusted; takes 34 times as long"},
    {"dry-run", NULL, "list the cases without running them"},
    {"yes", NULL, "allow more than a million cases"},
    {"extend", NULL, "continue although the lists of values have changed, keeping the cases that are in both"},
    {"restart", NULL, "begin anew; existing results are moved to results-1.db"},
    FILE_LIMIT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

static int check_options(const cli_options *options) {
    if (options->word_count == 0) return usage_error("no study given: thud sweep STUDY.yaml -o DIR");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    if (option_given(options, "extend") && option_given(options, "restart"))
        return usage_error("--extend and --restart exclude each other");
    if (!option_given(options, "-o") && !option_given(options, "dry-run"))
        return usage_error("-o DIR is missing: thud sweep STUDY.yaml -o DIR");
    return EXIT_DONE;
}

/* cores available to this process, which a scheduler may have limited */
static size_t core_count(void) {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return (size_t)CPU_COUNT(&allowed);
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (size_t)cores : 1;
}

static thud_study_mode chosen_mode(const cli_options *options) {
    if (option_given(options, "restart")) return THUD_STUDY_RESTART;
    return option_given(options, "extend") ? THUD_STUDY_EXTEND : THUD_STUDY_CONTINUE;
}

/* rows, columns, or columns:N with chunks of N cases */
static int read_layout(const cli_options *options, thud_study_options *how) {
    const char *name = option_value(options, "layout");
    char more = 0;
    if (!name || strcmp(name, "auto") == 0) return EXIT_DONE;
    how->layout = strcmp(name, "rows") == 0 ? THUD_STUDY_LAYOUT_ROWS : THUD_STUDY_LAYOUT_COLUMNS;
    if (strcmp(name, "rows") == 0 || strcmp(name, "columns") == 0) return EXIT_DONE;
    const bool counted = sscanf(name, "columns:%5zu%c", &how->chunk, &more) == 1;
    if (counted && how->chunk >= 1 && how->chunk <= THUD_CHUNK_ROWS_MOST) return EXIT_DONE;
    return usage_error("--layout is rows, columns, columns:N with N up to %d, or auto, not '%s'",
                       THUD_CHUNK_ROWS_MOST, name);
}

/* "2/8" */
static int read_shard(const cli_options *options, thud_study_options *how) {
    const char *text = option_value(options, "shard");
    char more = 0;
    if (!text) return EXIT_DONE;
    if (sscanf(text, "%4zu/%4zu%c", &how->shard, &how->shards, &more) == 2 && how->shard >= 1 &&
        how->shard <= how->shards)
        return EXIT_DONE;
    return usage_error("--shard: expected I/N, as in 2/8, not '%s'", text);
}

static int explain(thud_status status, const thud_study_summary *summary) {
    const thud_study_progress *p = &summary->progress;
    if (status == THUD_ERROR_STOPPED)
        return work_error("interrupted: %zu of %zu cases are done; the same command continues from there", p->done,
                          p->total);
    if (status == THUD_ERROR_FILE && p->done > 0)
        return work_error("%s; %zu of %zu cases are kept, and the same command continues from there",
                          summary->error.text, p->done, p->total);
    return store_error(status, summary->error.text);
}

/* damaged rows are reported in any case */
static void report_damage(const thud_study_summary *summary, const char *directory) {
    if (summary->damaged == 1)
        warn("the row of case %zu in '%s/results.db' was damaged; the case is run again", summary->first_damaged,
             directory);
    if (summary->damaged > 1)
        warn("%zu rows in '%s/results.db' were damaged, that of case %zu first; the cases are run again",
             summary->damaged, directory, summary->first_damaged);
}

/* a shard reports on itself; thud status DIR on all. The store was just written by this process, so a missing or
 * changed one is a failure, not bad input. */
static int report(const cli_options *options, const thud_study_options *how, const thud_study_summary *summary) {
    const bool as_json = option_given(options, "json"), sharded = how->shards > 0;
    char *shard = sharded ? thud_shards_path(how->directory, how->shard - 1) : NULL;
    if (sharded && !shard) return work_error("out of memory");
    const int status =
        store_report(sharded ? shard : how->directory, as_json, summary, sharded ? how->directory : NULL);
    free(shard);
    return status == EXIT_USAGE ? EXIT_FAILED : status;
}

static int sweep(const void *context, const thud_study *study, const thud_executor *executor) {
    const cli_options *options = context;
    thud_study_options how = thud_study_options_default(option_value(options, "-o"));
    thud_study_summary summary;
    how.jobs = core_count();
    if (!option_count(options, "jobs", 1, JOBS_LIMIT, &how.jobs)) return EXIT_USAGE;
    if (read_layout(options, &how) != EXIT_DONE || read_shard(options, &how) != EXIT_DONE) return EXIT_USAGE;
    sweep_progress progress = sweep_progress_start();
    how.mode = chosen_mode(options);
    how.context = &progress;
    how.progress = sweep_progress_show;
    how.stop = sweep_progress_stopped;
    sweep_device device = {0};
    int chosen = executor ? EXIT_DONE : sweep_device_choose(options, study, how.jobs, &device);
    if (chosen != EXIT_DONE) return chosen;
    how.executor = device.is_chosen ? &device.executor.executor : executor;
    thud_status status = thud_study_run(study, &how, &summary);
    sweep_progress_finish(&progress);
    sweep_device_report(&device);
    if (*summary.aside && !option_given(options, "json"))
        printf("the previous results are now %s\n", summary.aside);
    report_damage(&summary, how.directory);
    if (status != THUD_OK) return explain(status, &summary);
    /* in a study with shards, the first one writes them */
    int written =
        how.shard > 1 ? EXIT_DONE : sweep_histories(study, how.directory, how.mode != THUD_STUDY_CONTINUE);
    if (written != EXIT_DONE) return written;
    return report(options, &how, &summary);
}

enum { CASES_MOST = 1000000 };

/* this many cases are mostly a mistake: two axes of samples that are crossed instead of paired */
static int confirm(const cli_options *options, const thud_study *study) {
    const char *a, *b;
    size_t count = thud_study_case_count(study);
    if (count <= CASES_MOST || option_given(options, "yes")) return EXIT_DONE;
    if (thud_study_crossed_samples(study, &a, &b))
        return usage_error(
            "%zu cases: the samples of '%s' and '%s' are crossed; 'zip: [%s, %s]' pairs them, and --yes runs "
            "them all",
            count, a, b, a, b);
    return usage_error("%zu cases; --yes runs them all", count);
}

static int read_study(const void *context, thud_study **study) {
    const cli_options *options = context;
    int status = study_input_read(options->words[0], study);
    if (status != EXIT_DONE) return status;
    if (!option_given(options, "dry-run")) status = confirm(options, *study);
    if (status == EXIT_DONE && option_given(options, "spread") && thud_study_add_spread(*study) != THUD_OK)
        status = work_error("out of memory");
    if (status != EXIT_DONE) {
        thud_study_free(*study);
        *study = NULL;
    }
    return status;
}

static int run_here(const cli_options *options) {
    thud_study *study = NULL;
    int status = read_study(options, &study);
    if (status != EXIT_DONE) return status;
    if (option_given(options, "dry-run")) status = sweep_list(study, option_given(options, "json"));
    else status = sweep(options, study, NULL);
    thud_study_free(study);
    return status;
}

static int run(const cli_options *options) {
    int status = check_options(options);
    if (status != EXIT_DONE) return status;
    if (option_given(options, "dry-run")) {
        interrupt_stop_listening(); /* a list has no results to keep */
        if (interrupt_asked()) return work_error("interrupted");
    }
    if (option_given(options, "dry-run") || !ranks_launched()) return run_here(options);
    if (option_given(options, "jobs")) return usage_error("--jobs counts threads; under mpirun use its own -n");
    const char *executor = option_value(options, "executor");
    const bool devices = executor && strcmp(executor, "opencl") == 0;
    if (executor && !devices && strcmp(executor, "cores") != 0)
        return usage_error("--executor is cores or opencl under mpirun, not '%s'", executor);
    if (option_given(options, "device")) return usage_error("--device: under mpirun each rank has its own");
    ranks_work work = {
        .context = options, .read = read_study, .sweep = sweep, .devices = devices, .jobs = core_count()};
    return ranks_run(&work);
}

const cli_command command_sweep = {
    .name = "sweep",
    .synopsis = "STUDY -o DIR [--jobs N] [--executor NAME] [--extend | --restart] [--dry-run] [--json]",
    .summary = "Run a study: one scenario for every combination of values",
    .details =
        "Every finished case is a row of DIR/results.db. A sweep can be killed at any instant; the same command "
        "then\n"
        "runs the missing cases. It refuses if the study, its scenario or a record has changed since, unless "
        "--extend\n"
        "or --restart is given. A case that fails is a row too, with its reason, and the exit status is 0. Ctrl-C\n"
        "drops the running cases, keeps all others, and ends with exit status 1.\n"
        "The results are the same to the bit for any number of threads, and under mpirun, where every rank runs "
        "cases\n"
        "and rank 0 writes: mpirun -n 64 thud sweep STUDY -o DIR.\n"
        "JSON: title, directory, thud_version, cases, done, failed, wall_seconds (of all cases together), before\n"
        "(cases that were already there), damaged (rows that were run again), executor, seconds, cases_per_second, "
        "and\n"
        "failures with status, reason, cases and first. With --dry-run: title, cases, list. docs/sweep.md "
        "describes a row.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  printf 'scenario: ball.yaml\\nvary: {e: {path: contacts.0.restitution, from: 0, to: 1, count: 11}}\\n' "
        ">study.yaml\n"
        "  thud sweep study.yaml --dry-run\n"
        "  thud sweep study.yaml -o study\n"
        "  thud export study results.csv\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
    .stops_on_request = true,
};
