"""Mean average precision at an intersection over union of 0.5, and counts at a score, from detections per picture."""
import numpy as np


def overlaps(box, boxes):
    low, high = np.maximum(box[:2], boxes[:, :2]), np.minimum(box[2:], boxes[:, 2:])
    common = np.clip(high - low, 0, None).prod(1)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    return common / ((box[2:] - box[:2]).prod() + areas - common + 1e-9)


def average_precision(detections, truths, label, threshold=.5):
    """detections, truths: per picture (boxes, scores, classes) and (boxes, classes). Area under the interpolated curve; nan without truths.

    A detection of a code that cannot be told, of a class below 0, counts neither as right nor as wrong.
    """
    hits, total = [], 0
    for (boxes, scores, classes), (true_boxes, true_classes) in zip(detections, truths):
        wanted, untold = true_boxes[true_classes == label], true_boxes[true_classes < 0]
        total += len(wanted)
        free = np.ones(len(wanted), bool)
        mine = np.flatnonzero(classes == label)
        for k in mine[np.argsort(-scores[mine], kind="stable")]:
            hit = False
            if len(wanted):
                overlap = np.where(free, overlaps(boxes[k], wanted), 0)
                best = int(overlap.argmax())
                hit = overlap[best] >= threshold
                free[best] &= not hit
            if not hit and len(untold) and overlaps(boxes[k], untold).max() >= threshold:
                continue
            hits.append((scores[k], hit))
    if total == 0:
        return float("nan")
    hits.sort(key=lambda h: -h[0])
    found = np.cumsum([h for _, h in hits]) if hits else np.zeros(0)
    precision = np.maximum.accumulate((found / np.arange(1, len(hits) + 1))[::-1])[::-1]
    recall = found / total
    return float(np.sum(np.diff(np.concatenate([[0], recall])) * precision))


def recall_at(detections, truths, label, score=.5, threshold=.5):
    """The part of a class's codes that have a detection of that class, with that score at least, round them."""
    found = total = 0
    for (boxes, scores, classes), (true_boxes, true_classes) in zip(detections, truths):
        sure = boxes[(scores >= score) & (classes == label)]
        for box in true_boxes[true_classes == label]:
            total += 1
            found += bool(len(sure)) and bool(overlaps(box, sure).max() >= threshold)
    return found / total if total else float("nan")


def quiet_at(detections, truths, score=.5):
    """The part of the pictures without a code in which nothing is reported with that score."""
    empty = [d for d, (boxes, _) in zip(detections, truths) if len(boxes) == 0]
    return sum(not (scores >= score).any() for _, scores, _ in empty) / len(empty) if empty else float("nan")


def figures(detections, truths, names):
    """The figures of a detector by name, rounded for a log."""
    precisions = [average_precision(detections, truths, k) for k in range(len(names))]
    result = {"map50": float(np.nanmean(precisions)), "quiet50": quiet_at(detections, truths)}
    for k, name in enumerate(names):
        result[f"ap50_{name}"] = precisions[k]
        result[f"recall50_{name}"] = recall_at(detections, truths, k)
    return {name: round(value, 4) for name, value in result.items()}
