"""What the judges of heads share: requests of the tests, and answers.

Each request is a line of JSON, followed by float32 numbers, little-endian: "judge", "head", "outputs", a name and a shape for
each of the arrays that follow, "classes", "threshold", "overlap", and "side", the input's. Each answer is a line of JSON:
[left, top, right, bottom, score, class] for each object, in parts of the input.
"""

import json
import sys

import numpy as np


def only(outputs):
    """The one output that there is."""
    (values,) = outputs.values()
    return values


def rows(outputs, word, width):
    """The rows of all outputs whose names begin with a word, one after the other."""
    return np.concatenate([values.reshape(-1, width) for name, values in outputs.items() if name.startswith(word)])


def serve(judges):
    for line in iter(sys.stdin.buffer.readline, b""):
        request = json.loads(line)
        outputs = {}
        for name, shape in request["outputs"]:
            values = np.frombuffer(sys.stdin.buffer.read(4 * int(np.prod(shape))), "<f4")
            # Wide numbers, so that nobody's last bits decide.
            outputs[name] = values.reshape(shape).astype(np.float64)
        print(json.dumps(judges[request["judge"]](outputs, request)), flush=True)
