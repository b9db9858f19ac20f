"""Runs .tflite models with MediaPipe, which has kernels of its custom operators, for MediaPipeParityTests.

Requests and answers are those of Sources/LiteRTPythonReference/tflite_oracle.py. Inputs and outputs are of float32; the
tensors that are asked for are places among the outputs; all that is told of them are their elements, in one dimension.
"""

import os
import sys
import tempfile

import numpy
from mediapipe.python import packet_creator, packet_getter
from mediapipe.python._framework_bindings import calculator_graph

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Sources/LiteRTPythonReference"))
import tflite_oracle


def graph(model, inputs, outputs):
    """The configuration of a graph that runs a model: matrices in, lists of numbers out."""
    lines = [f'input_stream: "input{index}"' for index in range(inputs)]
    lines += [f'output_stream: "output{index}"' for index in range(outputs)]
    for index in range(inputs):
        lines.append(f"""node {{
          calculator: "TensorConverterCalculator" input_stream: "MATRIX:input{index}" output_stream: "TENSORS:fed{index}"
          options {{ [mediapipe.TensorConverterCalculatorOptions.ext] {{ row_major_matrix: true }} }}
        }}""")
    streams = " ".join(f'input_stream: "fed{index}"' for index in range(inputs))
    lines.append(f'node {{ calculator: "ConcatenateTensorVectorCalculator" {streams} output_stream: "all" }}')
    lines.append('node { calculator: "TfLiteCustomOpResolverCalculator" output_side_packet: "OP_RESOLVER:operators" }')
    lines.append(f"""node {{
      calculator: "InferenceCalculator" input_side_packet: "OP_RESOLVER:operators"
      input_stream: "TENSORS:all" output_stream: "TENSORS:results"
      options {{ [mediapipe.InferenceCalculatorOptions.ext] {{ model_path: "{model}" delegate {{ tflite {{}} }} }} }}
    }}""")
    streams = " ".join(f'output_stream: "result{index}"' for index in range(outputs))
    ranges = " ".join(f"ranges {{ begin: {index} end: {index + 1} }}" for index in range(outputs))
    lines.append(f"""node {{
      calculator: "SplitTensorVectorCalculator" input_stream: "results" {streams}
      options {{ [mediapipe.SplitVectorCalculatorOptions.ext] {{ {ranges} }} }}
    }}""")
    for index in range(outputs):
        lines.append(f"""node {{
          calculator: "TensorsToFloatsCalculator" input_stream: "TENSORS:result{index}" output_stream: "FLOATS:output{index}"
        }}""")
    return "\n".join(lines)


def run(model, values, outputs):
    """The elements of all outputs."""
    results = {}
    running = calculator_graph.CalculatorGraph(graph_config=graph(model, len(values), outputs))

    def keep(name, packet):
        results[name] = numpy.array(packet_getter.get_float_list(packet), dtype=numpy.float32)

    for index in range(outputs):
        running.observe_output_stream(f"output{index}", keep)
    running.start_run()
    for index, blob in enumerate(values):
        matrix = numpy.frombuffer(blob, dtype=numpy.float32).reshape(1, -1)
        running.add_packet_to_input_stream(f"input{index}", packet_creator.create_matrix(matrix).at(0))
    running.close_all_packet_sources()
    running.wait_until_done()
    return [results[f"output{index}"] for index in range(outputs)]


def main():
    # What MediaPipe prints must not get among the answers.
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.tflite")

        def run_all(model, runs, wanted):
            with open(path, "wb") as file:
                file.write(model)
            results = [run(path, values, len(wanted)) for values in runs]
            return [[arrays[index] for index in wanted] for arrays in results]

        tflite_oracle.serve(run_all, sys.stdin.buffer, target)


main()
