"""Looks at a folder of photographs as TFLite's own examples in Python do: Pillow opens a file and resizes it, LiteRT runs the
model. Each line of standard input has it go through the folder once; it prints how many photographs a second that were.
"""

import sys
import time
from pathlib import Path

import numpy as np
from ai_edge_litert.interpreter import Interpreter
from PIL import Image


def main():
    model, folder, threads = sys.argv[1:]
    interpreter = Interpreter(model, num_threads=int(threads))
    interpreter.allocate_tensors()
    picture = interpreter.get_input_details()[0]
    outputs = interpreter.get_output_details()
    _, height, width, _ = picture["shape"]
    files = sorted(path for path in Path(folder).iterdir() if path.suffix.lower() in (".jpg", ".jpeg"))
    for _ in sys.stdin:
        start = time.perf_counter()
        for file in files:
            image = Image.open(file).convert("RGB").resize((width, height))
            interpreter.set_tensor(picture["index"], np.expand_dims(np.asarray(image), 0))
            interpreter.invoke()
            boxes, classes, scores, _ = [interpreter.get_tensor(output["index"])[0] for output in outputs]
            _ = [(box, int(kind), score) for box, kind, score in zip(boxes, classes, scores) if score >= 0.5]
        print(len(files) / (time.perf_counter() - start), flush=True)


main()
