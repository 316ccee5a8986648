/*
 * What fuzzing has found worth keeping, once more, without a fuzzer: each file named is given to the target, whose
 * demands end the program where one is not met. Prints how many there were; none at all is a failure.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST = 1 << 20 };

int main(int count, char **names) {
    uint8_t *bytes = malloc(LARGEST);
    for (int i = 1; bytes && i < count; i++) {
        FILE *file = fopen(names[i], "rb");
        if (!file) {
            fprintf(stderr, "replay: cannot read '%s'\n", names[i]);
            return 1;
        }
        const size_t size = fread(bytes, 1, LARGEST, file);
        fclose(file);
        /* of the size that it has: what reads beyond the end is seen */
        uint8_t *input = malloc(size + (size == 0));
        if (!input) return 1;
        for (size_t j = 0; j < size; j++) input[j] = bytes[j];
        LLVMFuzzerTestOneInput(input, size);
        free(input);
    }
    free(bytes);
    printf("%d inputs\n", count - 1);
    return count < 2;
}
