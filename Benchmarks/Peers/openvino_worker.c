// openvino_worker MODEL INPUTS THREADS: OpenVINO's CPU plugin as a worker of versus-peers, through its C interface, so
// that no interpreter stands between the clock and the engine.
#include <openvino/c/openvino.h>

#include "worker.h"

static void check(ov_status_e status, const char *call) {
  if (status == OK) return;
  fprintf(stderr, "%s: %s: %s\n", call, ov_get_error_info(status), ov_get_last_err_msg());
  exit(1);
}
#define CHECK(call) check(call, #call)

static void run(void *request) { CHECK(ov_infer_request_infer(request)); }

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: openvino_worker MODEL INPUTS THREADS\n");
    return 64;
  }
  ov_core_t *core;
  ov_model_t *model;
  ov_compiled_model_t *compiled;
  ov_infer_request_t *request;
  CHECK(ov_core_create(&core));
  CHECK(ov_core_read_model(core, argv[1], NULL, &model));
  // Its default would run float operators in bfloat16. Pinning is done from outside, for every engine alike.
  CHECK(ov_core_compile_model(
      core, model, "CPU", 10, &compiled, ov_property_key_inference_num_threads, argv[3], ov_property_key_num_streams,
      "1", ov_property_key_hint_performance_mode, "LATENCY", ov_property_key_hint_inference_precision, "f32",
      ov_property_key_hint_enable_cpu_pinning, "NO"));
  CHECK(ov_compiled_model_create_infer_request(compiled, &request));

  size_t input_count;
  CHECK(ov_compiled_model_inputs_size(compiled, &input_count));
  for (size_t i = 0; i < input_count; i++) {
    ov_output_const_port_t *port;
    char *name;
    ov_tensor_t *tensor;
    size_t byte_count;
    void *memory;
    CHECK(ov_compiled_model_input_by_index(compiled, i, &port));
    CHECK(ov_port_get_any_name(port, &name));
    CHECK(ov_infer_request_get_input_tensor_by_index(request, i, &tensor));
    CHECK(ov_tensor_get_byte_size(tensor, &byte_count));
    CHECK(ov_tensor_data(tensor, &memory));
    read_input(argv[2], name, memory, byte_count);
  }
  serve(run, request);
  return 0;
}
