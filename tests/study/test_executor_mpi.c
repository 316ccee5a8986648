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
    for (size_t i = 0; i < CONTRACT_TRIALS; i++) {
        thud_study study = contract_study(i);
        if (rank != 0) {
            thud_mpi_serve(&study, never, NULL);
            continue;
        }
        const char *fault = contract_try(i, &thud_executor_mpi, 1, &study);
        thud_mpi_dismiss();
        if (fault) fprintf(stderr, "%d ranks, %s: %s\n", size, contract_name(i), fault);
        faults += fault != NULL;
    }
    if (rank == 0) printf("%d ranks: %d of %d trials failed\n", size, faults, CONTRACT_TRIALS);
    thud_mpi_finish();
    return faults > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
