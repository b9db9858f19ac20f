// litert_worker MODEL INPUTS THREADS: the TFLite C library with XNNPACK, its default, as a worker of versus-peers.
#include "litert.h"
#include "worker.h"

static void run(void *session) { litert_run(session); }

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: litert_worker MODEL INPUTS THREADS\n");
    return 64;
  }
  litert_session session = litert_open(argv[1], "xnnpack", atoi(argv[3]));
  for (size_t i = 0; i < session.input_count; i++) {
    size_t byte_count;
    void *memory = litert_lock_input(&session, i, &byte_count);
    read_input(argv[2], session.input_names[i], memory, byte_count);
    litert_unlock_input(&session, i);
  }
  serve(run, &session);
  return 0;
}
