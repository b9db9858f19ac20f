// What libFuzzer offers to those who change bytes themselves; no package of Debian has a header that says so.

#include <stddef.h>
#include <stdint.h>

/// Changes bytes in place, which there is room for `capacity` of, and returns how many there are then.
size_t LLVMFuzzerMutate(uint8_t *data, size_t count, size_t capacity);
