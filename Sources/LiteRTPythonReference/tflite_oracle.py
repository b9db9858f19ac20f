"""Runs .tflite models with the Python interpreter of TFLite and its reference kernels, as an oracle for tests.

It takes what the C interface of LiteRT does not: state tensors, strings, and results whose shapes only a run can tell.
Strings are values as files hold them: their number, the offset of each and of the end, and their bytes.

Where the argument `builtin` is given, the kernels are its usual ones, of which there are some for operators that the
reference kernels lack.

Requests come on standard input and are answered on standard output, one after the other, until the input ends. All
numbers are little-endian unsigned 32-bit integers; a *blob* is a length and as many bytes.

Request: the model (blob); the number of runs; the number of inputs; the values of each input of each run (blobs), in
the order of the model; the number of tensors that are asked for, and their indices.
Answer: 1 and the reason (blob) where the model is refused; else 0, and for each run each tensor: its rank, its
dimensions, its values (blob).
"""

import struct
import sys

try:
    import numpy
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
except ImportError as error:
    # Told to whoever asks for a model.
    MISSING = f"{error}: install the packages ai-edge-litert and numpy for {sys.executable}"
else:
    MISSING = None


def array_of(tensor, blob):
    if tensor["dtype"] is not numpy.bytes_:
        return numpy.frombuffer(blob, dtype=tensor["dtype"]).reshape(tensor["shape"])
    count = struct.unpack_from("<i", blob)[0]
    offsets = struct.unpack_from(f"<{count + 1}i", blob, 4)
    strings = [bytes(blob[start:end]) for start, end in zip(offsets, offsets[1:])]
    if not len(tensor["shape"]):
        # Of an array without dimensions, the interpreter takes the memory.
        return numpy.array(strings[0])
    array = numpy.empty(len(strings), dtype=object)
    array[:] = strings
    return array.reshape(tensor["shape"])


def bytes_of(array):
    if array.dtype != object:
        return numpy.ascontiguousarray(array).tobytes()
    strings = array.reshape(-1).tolist()
    offset = 4 * (len(strings) + 2)
    header = [len(strings), offset]
    for string in strings:
        offset += len(string)
        header.append(offset)
    return struct.pack(f"<{len(header)}i", *header) + b"".join(strings)


def run(model, runs, wanted):
    if MISSING:
        raise RuntimeError(MISSING)
    kernels = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES if "builtin" in sys.argv else OpResolverType.BUILTIN_REF
    interpreter = Interpreter(
        model_content=model,
        num_threads=1,
        experimental_op_resolver_type=kernels,
        experimental_preserve_all_tensors=True,
    )
    interpreter.allocate_tensors()
    inputs = interpreter.get_input_details()
    results = []
    for values in runs:
        for tensor, blob in zip(inputs, values, strict=True):
            interpreter.set_tensor(tensor["index"], array_of(tensor, blob))
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
                    raw = bytes_of(array)
                    write(array.ndim, *array.shape, len(raw))
                    target.write(raw)
        target.flush()


main()
