"""Recall by size: how many of the large, the middle and the small codes are found."""
import numpy as np

from .precision import overlaps

# The longer side of a code's box, each side as a part of the picture's: from, to, and how a table calls it.
SIZES = [(.2, 9, "1/5 and more"), (.1, .2, "1/10 to 1/5"), (0, .1, "below 1/10")]


def found_codes(detections, truths, score=.5, threshold=.5):
    """Per picture, for each code whether a box of its class with that score at least lies round it."""
    result = []
    for (boxes, scores, classes), (true_boxes, true_classes) in zip(detections, truths):
        found = []
        for box, label in zip(true_boxes, true_classes):
            sure = boxes[(scores >= score) & (classes == label)]
            found.append(bool(len(sure)) and bool(overlaps(box, sure).max() >= threshold))
        result.append(np.array(found, bool))
    return result


def right_boxes(detections, truths, score=.5, threshold=.5):
    """The part of the boxes with that score at least that lie round a code, whatever its class."""
    right = total = 0
    for (boxes, scores, _), (true_boxes, _) in zip(detections, truths):
        sure = boxes[scores >= score]
        total += len(sure)
        right += sum(len(true_boxes) > 0 and overlaps(box, true_boxes).max() >= threshold for box in sure)
    return right / total if total else float("nan")


def by_size(found, truths, extents, label=None):
    """For each size: codes, and the part of them that is found. extents: per picture, height and width; label: of this class alone."""
    sides, hits = [], []
    for hit, (boxes, classes), extent in zip(found, truths, extents):
        chosen = slice(None) if label is None else classes == label
        sides.append(((boxes[:, 2:] - boxes[:, :2]) / np.float32(extent)).max(1, initial=0)[chosen])
        hits.append(hit[chosen])
    sides, hits = np.concatenate(sides), np.concatenate(hits)
    rows = [hits[(sides >= low) & (sides < high)] for low, high, _ in SIZES]
    return [(len(row), round(float(row.mean()), 4) if len(row) else None) for row in rows]
