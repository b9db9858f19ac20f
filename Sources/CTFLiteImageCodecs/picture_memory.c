// A Mac compiles all targets of a checkout, also those that nothing depends on there.
#ifndef __APPLE__
#include "CTFLiteImageCodecs.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void tflite_keep_freed_pictures(void) {
#ifdef __GLIBC__
  // Blocks of up to 32 MiB, the most that GNU's library takes from its heaps, which are not made smaller.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}
#endif
