"""Boxes, anchors and what the network must say about them.

In NumPy: where training and rendering keep all cores busy, PyTorch's threads wait for each other forty times as long as this takes.
"""
import numpy as np

# What TFLite_Detection_PostProcess divides the encodings of center y, center x, height, width by.
SCALES = np.float32([10, 10, 5, 5])
# An anchor with at least this intersection over union with a code is an example of it; between the two it counts for nothing.
POSITIVE, NEGATIVE = .5, .4
# An anchor with at least this one with a code that cannot be told counts for nothing. Low, since many such codes are small
# beside any anchor; beside the smallest anchors, up to so many times the area of the smallest, those count that hold this part of them.
UNTOLD_OVERLAP = .15
SMALLEST, UNTOLD_PART = 3, .5


def corners(centered):
    return np.concatenate([centered[:, :2] - centered[:, 2:] / 2, centered[:, :2] + centered[:, 2:] / 2], 1)


def area(boxes):
    return (boxes[:, 2:] - boxes[:, :2]).clip(min=0).prod(1)


def intersection(a, b):
    """Every box of a (N x 4, ymin, xmin, ymax, xmax) with every one of b: N x M."""
    height = np.minimum(a[:, None, 2], b[None, :, 2]) - np.maximum(a[:, None, 0], b[None, :, 0])
    width = np.minimum(a[:, None, 3], b[None, :, 3]) - np.maximum(a[:, None, 1], b[None, :, 1])
    return height.clip(min=0) * width.clip(min=0)


def intersection_over_union(a, b):
    """Every box of a with every one of b: N x M."""
    common = intersection(a, b)
    return common / (area(a)[:, None] + area(b)[None] - common + np.float32(1e-9))


def encode(boxes, anchors):
    center, size = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).clip(min=1e-3)
    return np.concatenate([(center - anchors[:, :2]) / anchors[:, 2:], np.log(size / anchors[:, 2:])], 1) * SCALES


def decode(encodings, anchors):
    offsets = encodings / SCALES
    center = offsets[:, :2] * anchors[:, 2:] + anchors[:, :2]
    return corners(np.concatenate([center, np.exp(offsets[:, 2:]) * anchors[:, 2:]], 1))


def match(anchors, boxes, classes):
    """Per anchor: its class (-1 counts for nothing, 0 background, 1... a code's class plus 1) and its box encoding.

    classes: -1 for a code that cannot be told.
    """
    target, encodings = np.zeros(len(anchors), np.int64), np.zeros((len(anchors), 4), np.float32)
    told = classes >= 0
    if not told.all():
        target[_see_untold(corners(anchors), boxes[~told])] = -1
    if not told.any():
        return target, encodings
    boxes, classes = boxes[told], classes[told]
    overlap = intersection_over_union(corners(anchors), boxes)
    best, owner = overlap.max(1), overlap.argmax(1)
    # Every code has at least its best anchor, even where none overlaps enough.
    for code, anchor in enumerate(overlap.argmax(0)):
        if overlap[anchor, code] > .1:
            best[anchor], owner[anchor] = 2, code
    target[(best >= NEGATIVE) & (best < POSITIVE)] = -1
    positive = best >= POSITIVE
    target[positive] = classes[owner[positive]] + 1
    return target, encode(boxes[owner], anchors)


def _see_untold(places, untold):
    """Which anchors see so much of a code that cannot be told that they count for nothing."""
    holds = intersection(places, untold) >= np.maximum(UNTOLD_PART * area(untold), 1e-9)
    is_small = area(places) <= SMALLEST * area(places).min()
    return (intersection_over_union(places, untold) >= UNTOLD_OVERLAP).any(1) | is_small & holds.any(1)


def suppress(boxes, scores, threshold=.5, limit=100):
    """Greedy non-maximum suppression among boxes of one class: indices that stay, best first."""
    order = np.argsort(-scores, kind="stable")[:400]
    overlap = intersection_over_union(boxes[order], boxes[order])
    alive = np.ones(len(order), bool)
    kept = []
    for i in range(len(order)):
        if alive[i]:
            kept.append(int(order[i]))
            alive &= overlap[i] <= threshold
        if len(kept) == limit:
            break
    return kept


def detections(boxes, scores, minimum):
    """What the operator reports with its regular suppression: boxes, scores and classes, class by class. scores: a row for each box, a
    column for each class."""
    found = []
    for label, column in enumerate(scores.T):
        likely = np.flatnonzero(column > minimum)
        kept = likely[suppress(boxes[likely], column[likely])]
        found.append((boxes[kept], column[kept], np.full(len(kept), label)))
    return tuple(np.concatenate(parts) for parts in zip(*found))
