"""Runs .tflite models with the Python interpreter of TFLite and its reference kernels, as an oracle for tests.

It takes what the C interface of LiteRT does not: state tensors, and results whose shapes only a run can tell.

Requests come on standard input and are answered on standard output, one after the other, until the input ends. All
numbers are little-endian unsigned 32-bit integers; a *blob* is a length and as many bytes.

Request: the model (blob); the number of runs; the number of inputs; the values of each input of each run (blobs), in
the order of the model; the number of tensors that are asked for, and their indices.
Answer: 1 and the reason (blob) where the model is refused; else 0, and for each run each tensor: its rank, its
dimensions, its values (blob).
"""

import struct
import sys

import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def run(model, runs, wanted):
    interpreter = Interpreter(
        model_content=model,
        num_threads=1,
        experimental_op_resolver_type=OpResolverType.BUILTIN_REF,
        experimental_preserve_all_tensors=True,
    )
    interpreter.allocate_tensors()
    inputs = interpreter.get_input_details()
    results = []
    for values in runs:
        for tensor, blob in zip(inputs, values, strict=True):
            array = numpy.frombuffer(blob, dtype=tensor["dtype"]).reshape(tensor["shape"])
            interpreter.set_tensor(tensor["index"], array)
        interpreter.invoke()
        results.append([numpy.asarray(interpreter.get_tensor(index)) for index in wanted])
    return results


def main():
    source, target = sys.stdin.buffer, sys.stdout.buffer

    def number():
        raw = source.read(4)
        if len(raw) < 4:
            sys.exit(0)
        return struct.unpack("<I", raw)[0]

    def blob():
        return source.read(number())

    def write(*numbers):
        target.write(struct.pack(f"<{len(numbers)}I", *numbers))

    while True:
        model = blob()
        run_count, input_count = number(), number()
        runs = [[blob() for _ in range(input_count)] for _ in range(run_count)]
        wanted = [number() for _ in range(number())]
        try:
            results = run(model, runs, wanted)
        except (RuntimeError, ValueError) as error:
            reason = str(error).encode()
            write(1, len(reason))
            target.write(reason)
        else:
            write(0)
            for arrays in results:
                for array in arrays:
                    raw = numpy.ascontiguousarray(array).tobytes()
                    write(array.ndim, *array.shape, len(raw))
                    target.write(raw)
        target.flush()


main()
