"""Runs .tflite models with the Python interpreter of TFLite and its reference kernels, as an oracle for tests.

It takes what the C interface of LiteRT does not: state tensors, strings, and results whose shapes only a run can tell.
Strings are values as files hold them: their number, the offset of each and of the end, and their bytes.

Where the argument `builtin` is given, the kernels are its usual ones, of which there are some for operators that the
reference kernels lack. Where the argument `apart` is given, each model runs in a process of its own, and one that ends this
process is refused, as is one that takes longer than PATIENCE_APART.

Where the argument `seconds=N` is given, a model that takes longer ends this process: one that has damaged its memory may
never end.

Requests come on standard input and are answered on standard output, one after the other, until the input ends. All
numbers are little-endian unsigned 32-bit integers; a *blob* is a length and as many bytes.

Request: the model (blob); the number of runs; the number of inputs; the values of each input of each run (blobs), in
the order of the model; the number of tensors that are asked for, and their indices.
Answer: 1 and the reason (blob) where the model is refused; else 0, and for each run each tensor: its rank, its
dimensions, its values (blob).
"""

import ctypes
import os
import pickle
import platform
import signal
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


# Seconds that a model may take that may do anything.
PATIENCE_APART = 10


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


def run_apart(model, runs, wanted):
    """Does what `run` does in a copy of this process.

    Throws RuntimeError also where the copy ends.
    """
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE_APART)
        try:
            answer = run(model, runs, wanted), None
        except (RuntimeError, ValueError) as error:
            answer = None, str(error)
        with os.fdopen(target, "wb") as file:
            pickle.dump(answer, file)
        os._exit(0)
    os.close(target)
    with os.fdopen(source, "rb") as file:
        answer = file.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise RuntimeError(f"the interpreter ended with status {status}")
    results, reason = pickle.loads(answer)
    if reason is not None:
        raise RuntimeError(reason)
    return results


def flush_subnormal_numbers():
    """Makes this thread count numbers that are too small for a full fraction as zero, operands and results.

    The C library does so while a model runs; its interpreter for Python does not.
    """
    if platform.machine() != "x86_64":
        return
    library = ctypes.CDLL("libm.so.6")
    # Of the 32 bytes of a floating-point environment, the last four are the register MXCSR.
    environment = (ctypes.c_uint32 * 8)()
    library.fegetenv(environment)
    environment[7] |= 0x8040
    library.fesetenv(environment)


def serve(run, source, target, seconds=0):
    """Answers requests until there are no more. `run` takes a model, the runs' inputs and the tensors that are asked for.

    A model that takes longer than so many seconds ends this process; 0 stands for any time.
    """

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
        signal.alarm(seconds)
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
        signal.alarm(0)


if __name__ == "__main__":
    flush_subnormal_numbers()
    limits = [int(argument.removeprefix("seconds=")) for argument in sys.argv if argument.startswith("seconds=")]
    serve(run_apart if "apart" in sys.argv else run, sys.stdin.buffer, sys.stdout.buffer, *limits)
