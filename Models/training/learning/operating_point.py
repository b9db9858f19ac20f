"""Moves the detector's scores so that 0.5 is the score at which it serves best.

Focal loss leaves scores that rank well, but a score of 0.5 means nothing in itself, and users take 0.5.
"""
import math

import numpy as np
import torch

from evaluation.precision import quiet_at, recall_at

SCORES = np.round(np.arange(.3, .701, .02), 2)
# A box where there is no code is worse than a code that was missed: users can hold the camera nearer.
WEIGHT_OF_QUIET = 2


def best_score(kinds, class_count):
    """The score at which recall plus twice the part of quiet pictures without codes is highest.

    kinds: of each kind of pictures, detections and truths. Recall is the mean over the classes, then over the kinds, however many
    pictures of each there are: a score that finds nothing of one kind must not look good for the other.
    """
    detections, truths = (sum(parts, []) for parts in zip(*kinds))

    def worth(score):
        recall = np.mean([_mean_recall(*kind, class_count, score) for kind in kinds])
        return WEIGHT_OF_QUIET * float(np.nan_to_num(quiet_at(detections, truths, score))) + float(recall)

    return float(max(SCORES, key=worth))


def _mean_recall(detections, truths, class_count, score):
    return np.nanmean([recall_at(detections, truths, k, score) for k in range(class_count)])


@torch.no_grad()
def move_to_half(network, score):
    """Shifts all logits so that what had the score has 0.5. Order and precision stay as they are."""
    for head in network.scores:
        head[-1].bias -= math.log(score / (1 - score))
