"""Loads a model with a library that is not this package, and runs it once on zeros.

    load.py c-library MODEL RUNNER LIBRARY
    load.py interpreter|openvino MODEL

Exit code: 0 where the model ran, 3 where it was refused with an error. Anything else is a crash.
"""

import os
import resource
import sys

REFUSED = 3
MEMORY_LIMIT = 8 << 30


def interpreter(model):
    import numpy
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(model_path=model, num_threads=1)
    interpreter.allocate_tensors()
    for details in interpreter.get_input_details():
        if details["dtype"] is not numpy.bytes_:
            interpreter.set_tensor(details["index"], numpy.zeros(details["shape"], details["dtype"]))
    interpreter.invoke()


def openvino(model):
    import numpy
    import openvino

    compiled = openvino.Core().compile_model(openvino.Core().read_model(model), "CPU")
    compiled([numpy.zeros(value.partial_shape.get_min_shape(), value.element_type.to_dtype()) for value in compiled.inputs])


def main():
    loader, model = sys.argv[1:3]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    if loader == "c-library":
        runner, library = sys.argv[3:]
        os.execv(runner, [runner, library, "builtin", model])
    try:
        {"interpreter": interpreter, "openvino": openvino}[loader](model)
    except ImportError:
        raise
    except Exception as error:
        print(error, file=sys.stderr)
        sys.exit(REFUSED)


main()
