"""The program `tflite` of this project, run on folders of pictures."""
from pathlib import Path
import json
import os
import subprocess
import tempfile

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[3]
# Pictures given to one run of the program.
CHUNK = 200


def program():
    """TFLITE names the program; otherwise it is the repository's own build."""
    candidates = [Path(p) for p in [os.environ.get("TFLITE")] if p]
    candidates += [REPOSITORY / ".build" / kind / "tflite" for kind in ("release", "debug")]
    for path in candidates:
        if path.exists():
            return path
    raise SystemExit("no tflite program: build it with `swift build -c release --product tflite`, or set TFLITE to its path")


def detect(model, pictures, labels, threshold, slices=0):
    """Per picture: boxes in pixels (N x 4: top, left, bottom, right), scores, class numbers. slices: how many parts of a picture are
    looked at besides the whole, at most."""
    options = ["--slices", str(slices)] if slices else []
    results = []
    for start in range(0, len(pictures), CHUNK):
        command = [program(), "detect", "--model", model, "--json", "--threshold", str(threshold), *options, *pictures[start : start + CHUNK]]
        entries = json.loads(_output(command))
        for entry in entries:
            if "error" in entry:
                raise SystemExit(f"{entry['image']}: {entry['error']}")
            found = entry["detections"]
            boxes = [[d["box"][k] for k in ("y", "x", "height", "width")] for d in found]
            boxes = np.float32(boxes).reshape(-1, 4)
            boxes[:, 2:] += boxes[:, :2]
            results.append((boxes, np.float32([d["score"] for d in found]), np.int64([labels.index(d["label"]) for d in found])))
    return results


def classify(model, pictures):
    """Per picture, the scores of all classes."""
    scores = []
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "run.npz"
        for picture in pictures:
            _output([program(), "run", model, picture, "--float", "--output", output])
            with np.load(output) as arrays:
                scores.append(arrays["output0"].ravel())
    return np.stack(scores)


def _output(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command[:6]))} … failed: {done.stderr.strip()}")
    return done.stdout
