"""Evaluates both models on the held-out sets and prints the figures; writes them as JSON, and pages of the worst cases."""
import json

import numpy as np

from PIL import Image

from heldout import sets
from heldout.codes import DETECTOR_CLASSES

from . import card, decoding, engine, pages, sizes
from .precision import figures, quiet_at, recall_at

SCENE_COUNT, CROWD_COUNT, CLOSE_UP_COUNT, CROP_COUNT = 2000, 300, 500, 1100
MINIMUM_SCORE = .05
# What users get: boxes that reach this score, and the slices that the issue of small codes allows.
USUAL_SCORE, SLICES = .5, 12


def detector(model, results, heldout):
    """Figures of an int8 detector beside those of float.tflite, its parent, which lies among the results."""
    folder = heldout / "scenes"
    sets.write_scenes(folder, SCENE_COUNT)
    truths = json.loads((folder / "truth.json").read_text())
    pictures = [folder / t["image"] for t in truths]
    wanted = [_truth(t) for t in truths]
    found = engine.detect(model, pictures, DETECTOR_CLASSES, MINIMUM_SCORE)
    result = figures(found, wanted, DETECTOR_CLASSES)
    result["float_map50"] = figures(engine.detect(results / "float.tflite", pictures, DETECTOR_CLASSES, MINIMUM_SCORE), wanted, DETECTOR_CLASSES)["map50"]
    result["highest_score"] = round(max(float(s.max(initial=0)) for _, s, _ in found), 3)
    readable, read = decoding.useful_boxes(folder, truths, found)
    result["readable_codes"], result["read_in_box"] = readable, round(read / max(1, readable), 4)
    pages.draw_worst_scenes(results / "worst-scenes.png", folder, truths, found, DETECTOR_CLASSES)
    rows = [
        ("mAP at IoU 0.5", result["map50"]),
        ("the same of the float parent", result["float_map50"]),
        ("pictures without a code in which nothing reaches 0.5", result["quiet50"]),
        ("codes that decode in the box, of those that decode when cropped perfectly", result["read_in_box"]),
    ]
    for name in DETECTOR_CLASSES:
        rows.append((f"`{name}`: average precision", result[f"ap50_{name}"]))
        rows.append((f"`{name}`: found with 0.5 or more", result[f"recall50_{name}"]))
    card.fill(model.parent / "README.md", rows)
    result["crowds"] = crowds(model, heldout)
    result["close_ups"] = close_ups(model, results, heldout)
    return _kept(result, results / "figures.json")


def crowds(model, heldout):
    """Recall by size on scenes with many codes: of whole pictures, and with slices."""
    folder = heldout / "crowds"
    sets.write_crowds(folder, CROWD_COUNT)
    truths = json.loads((folder / "truth.json").read_text())
    pictures = [folder / t["image"] for t in truths]
    wanted = [_truth(t) for t in truths]
    extents = [Image.open(p).size[::-1] for p in pictures]
    ways = {"whole": 0, "sliced": SLICES}
    detections = {way: engine.detect(model, pictures, DETECTOR_CLASSES, USUAL_SCORE, slices) for way, slices in ways.items()}
    found = {way: sizes.found_codes(d, wanted) for way, d in detections.items()}
    result, rows = {}, []
    for name, label in [("all", None), *((n, k) for k, n in enumerate(DETECTOR_CLASSES))]:
        columns = [sizes.by_size(found[way], wanted, extents, label) for way in ways]
        for (_, _, size), (count, whole), (_, sliced) in zip(sizes.SIZES, *columns):
            rows.append((f"`{name}`" if label is not None else "all", size, count, whole, sliced))
            result[f"{name}, {size}"] = {"codes": count, "whole": whole, "sliced": sliced}
    right = [round(sizes.right_boxes(detections[way], wanted), 4) for way in ways]
    rows.append(("boxes that lie round a code", "", "", *right))
    result["right_boxes"] = dict(zip(ways, right))
    card.fill(model.parent / "README.md", rows, "sizes", ("codes", "side, of the picture", "number", "whole picture", f"{SLICES} slices at most"))
    return result


def close_ups(model, results, heldout):
    """Recall by class on large codes out of focus, and how many such pictures without a code are left alone."""
    folder = heldout / "close-ups"
    sets.write_close_ups(folder, CLOSE_UP_COUNT)
    truths = json.loads((folder / "truth.json").read_text())
    wanted = [_truth(t) for t in truths]
    found = engine.detect(model, [folder / t["image"] for t in truths], DETECTOR_CLASSES, MINIMUM_SCORE)
    pages.draw_worst_scenes(results / "worst-close-ups.png", folder, truths, found, DETECTOR_CLASSES)
    result, rows = {}, []
    for label, name in enumerate(DETECTOR_CLASSES):
        count = sum(int((classes == label).sum()) for _, classes in wanted)
        result[f"recall50_{name}"] = round(recall_at(found, wanted, label, USUAL_SCORE), 4)
        rows.append((f"`{name}`: found with {USUAL_SCORE} or more", count, result[f"recall50_{name}"]))
    result["quiet50"] = round(quiet_at(found, wanted, USUAL_SCORE), 4)
    empty = sum(not len(classes) for _, classes in wanted)
    rows.append((f"pictures without a code in which nothing reaches {USUAL_SCORE}", empty, result["quiet50"]))
    card.fill(model.parent / "README.md", rows, "close-ups", ("figure", "number", "value"))
    return result


def classifier(model, results, heldout):
    folder = heldout / "crops"
    sets.write_crops(folder, CROP_COUNT)
    truths = json.loads((folder / "truth.json").read_text())
    labels = (model.parent / "dict.txt").read_text().split()
    scores = engine.classify(model, [folder / t["image"] for t in truths])
    right = np.array([labels[s.argmax()] == t["class"] for s, t in zip(scores, truths)])
    result = {"top1": round(float(right.mean()), 4)}
    for label in labels:
        result[f"top1_{label}"] = round(float(right[[t["class"] == label for t in truths]].mean()), 4)
    pages.draw_worst_crops(results / "worst-crops.png", folder, truths, scores, labels)
    rows = [("crops whose best label is right", result["top1"])]
    card.fill(model.parent / "README.md", rows + [(f"`{label}`", result[f"top1_{label}"]) for label in labels])
    return _kept(result, results / "figures.json")


def _truth(entry):
    boxes = np.float32([[c["box"][k] for k in (1, 0, 3, 2)] for c in entry["codes"]]).reshape(-1, 4)
    return boxes, np.int64([DETECTOR_CLASSES.index(c["class"]) for c in entry["codes"]])


def _kept(result, path):
    for name, value in result.items():
        print(f"{name:30} {json.dumps(value)}")
    path.write_text(json.dumps(result, indent=2) + "\n")
    return result
