"""Boxes, anchors and what the network must say about them."""
import torch

# What TFLite_Detection_PostProcess divides the encodings of center y, center x, height, width by.
SCALES = torch.tensor([10.0, 10.0, 5.0, 5.0])
# An anchor with at least this intersection over union with a code is an example of it; between the two it counts for nothing.
POSITIVE, NEGATIVE = .5, .4


def corners(centered):
    return torch.cat([centered[:, :2] - centered[:, 2:] / 2, centered[:, :2] + centered[:, 2:] / 2], 1)


def area(boxes):
    return (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(1)


def intersection_over_union(a, b):
    """Every box of a (N x 4, ymin, xmin, ymax, xmax) with every one of b: N x M."""
    low, high = torch.maximum(a[:, None, :2], b[None, :, :2]), torch.minimum(a[:, None, 2:], b[None, :, 2:])
    common = (high - low).clamp(min=0).prod(2)
    return common / (area(a)[:, None] + area(b)[None] - common + 1e-9)


def encode(boxes, anchors):
    center, size = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).clamp(min=1e-3)
    return torch.cat([(center - anchors[:, :2]) / anchors[:, 2:], torch.log(size / anchors[:, 2:])], 1) * SCALES


def decode(encodings, anchors):
    offsets = encodings / SCALES
    center = offsets[:, :2] * anchors[:, 2:] + anchors[:, :2]
    return corners(torch.cat([center, torch.exp(offsets[:, 2:]) * anchors[:, 2:]], 1))


def match(anchors, boxes, classes):
    """Per anchor: its class (-1 counts for nothing, 0 background, 1... a code's class plus 1) and its box encoding."""
    if len(boxes) == 0:
        return torch.zeros(len(anchors), dtype=torch.long), torch.zeros(len(anchors), 4)
    overlap = intersection_over_union(corners(anchors), boxes)
    best, owner = overlap.max(1)
    # Every code has at least its best anchor, even where none overlaps enough.
    for code, anchor in enumerate(overlap.argmax(0).tolist()):
        if overlap[anchor, code] > .1:
            best[anchor], owner[anchor] = 2, code
    target = torch.zeros(len(anchors), dtype=torch.long)
    target[(best >= NEGATIVE) & (best < POSITIVE)] = -1
    positive = best >= POSITIVE
    target[positive] = classes[owner[positive]] + 1
    return target, encode(boxes[owner], anchors)


def suppress(boxes, scores, threshold=.5, limit=100):
    """Greedy non-maximum suppression among boxes of one class: indices that stay, best first."""
    order = scores.argsort(descending=True, stable=True)[:400]
    overlap = intersection_over_union(boxes[order], boxes[order])
    alive = torch.ones(len(order), dtype=torch.bool)
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
        likely = (column > minimum).nonzero()[:, 0]
        kept = likely[suppress(boxes[likely], column[likely])]
        found.append((boxes[kept], column[kept], torch.full((len(kept),), label)))
    return tuple(torch.cat(parts) for parts in zip(*found))
