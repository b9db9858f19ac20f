// What the checks need of the C library. Embedded Swift has no module of glibc.
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
