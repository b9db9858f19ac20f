// The protocol that every engine of versus-peers speaks on standard input and output.
//
// A worker loads its model, fills the inputs and prints "ready". For each line "run WARM_UP COUNT" it runs the model
// WARM_UP times untimed, then COUNT times, and prints the COUNT durations in nanoseconds on one line. It ends with its
// standard input.
#ifndef WORKER_H
#define WORKER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline long long nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Reads exactly `byte_count` bytes of `DIRECTORY/NAME.raw`; in the file's name, '/' and ':' of the tensor's are '_'.
static inline void read_input(const char *directory, const char *name, void *memory, size_t byte_count) {
  char path[4096];
  int offset = snprintf(path, sizeof path, "%s/", directory);
  snprintf(path + offset, sizeof path - offset, "%s.raw", name);
  for (char *c = path + offset; *c; c++) {
    if (*c == '/' || *c == ':') *c = '_';
  }
  FILE *file = fopen(path, "rb");
  size_t count = file ? fread(memory, 1, byte_count, file) : 0;
  if (!file || count != byte_count || fgetc(file) != EOF) {
    fprintf(stderr, "%s does not hold the %zu bytes of input %s\n", path, byte_count, name);
    exit(1);
  }
  fclose(file);
}

static inline void serve(void (*run)(void *), void *context) {
  printf("ready\n");
  fflush(stdout);
  int warm_up, count;
  while (scanf(" run %d %d", &warm_up, &count) == 2) {
    long long *times = malloc(sizeof(long long) * (count > 0 ? count : 1));
    for (int i = 0; i < warm_up; i++) run(context);
    for (int i = 0; i < count; i++) {
      long long start = nanoseconds();
      run(context);
      times[i] = nanoseconds() - start;
    }
    for (int i = 0; i < count; i++) printf(i ? " %lld" : "%lld", times[i]);
    printf("\n");
    fflush(stdout);
    free(times);
  }
}

#endif
