/*
 * The contract of all executors on the ranks of an MPI job; run by mpirun. Rank 0 tries, the others serve.
 */
#include <stdio.h>
#include <stdlib.h>

#include "contract.h"
#include "study/run/executor_mpi.h"

static bool never(void *context) {
    (void)context;
    return false;
}

int main(void) {
    int rank = 0, size = 1, faults = 0;
    if (thud_mpi_start(&rank, &size) != THUD_OK) return EXIT_FAILURE;
    /* each rank by itself, then with an executor of its own, as for a device: orders of many cases */
    for (size_t i = 0; i < 2 * CONTRACT_TRIALS; i++) {
        const size_t trial = i % CONTRACT_TRIALS;
        const bool together = i >= CONTRACT_TRIALS;
        const thud_mpi_service service = {
            .stop = never, .executor = together ? &thud_executor_threads : NULL, .jobs = 2};
        thud_study study = contract_study(trial);
        if (rank != 0) {
            thud_mpi_serve(&study, &service);
            continue;
        }
        const char *fault =
            contract_try(trial, together ? &thud_executor_mpi_devices : &thud_executor_mpi, 1, &study);
        thud_mpi_dismiss();
        if (fault) fprintf(stderr, "%d ranks, %s: %s\n", size, contract_name(trial), fault);
        faults += fault != NULL;
    }
    if (rank == 0) printf("%d ranks: %d of %d trials failed\n", size, faults, 2 * CONTRACT_TRIALS);
    thud_mpi_finish();
    return faults > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
