// cold_start MODEL INPUT: from a file to detections with the TFLite C library, as its user would write it.
// The Swift program of the same name does the same.
#include "litert.h"

#include <stdio.h>
#include <stdlib.h>

static void fill(litert_session *session, const char *path) {
  size_t byte_count;
  void *memory = litert_lock_input(session, 0, &byte_count);
  FILE *file = fopen(path, "rb");
  if (!file || fread(memory, 1, byte_count, file) != byte_count) {
    fprintf(stderr, "%s does not hold the %zu bytes of the input\n", path, byte_count);
    exit(1);
  }
  fclose(file);
  litert_unlock_input(session, 0);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: cold_start MODEL INPUT\n");
    return 64;
  }
  litert_session session = litert_open(argv[1], "xnnpack", 1);
  fill(&session, argv[2]);
  litert_run(&session);
  if (session.output_count != 4) {
    fprintf(stderr, "%s is no detector with TFLite_Detection_PostProcess\n", argv[1]);
    return 1;
  }
  const float *boxes = litert_lock_output(&session, 0);
  const float *classes = litert_lock_output(&session, 1);
  const float *scores = litert_lock_output(&session, 2);
  const float *count = litert_lock_output(&session, 3);
  for (int i = 0; i < (int)*count; i++) {
    const float *box = boxes + 4 * i;
    printf("%d %.2f %.2f %.2f %.2f %.2f\n", (int)classes[i], scores[i], box[0], box[1], box[2], box[3]);
  }
  return 0;
}
