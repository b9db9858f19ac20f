"""What the detector is trained to make small."""
import torch
from torch.nn import functional

CLASS_WEIGHT = 1.0
BOX_WEIGHT = .5
GAMMA, ALPHA = 2.0, .25


def detector_loss(encodings, logits, targets, target_encodings, class_weights):
    """Focal loss of the scores (Lin et al., 2017), smooth L1 of the boxes, and softmax cross-entropy between the classes of positives:
    without the last the network finds codes long before it tells their kinds apart. All are sums per positive anchor.

    class_weights: how much an anchor of each class counts in what is said of classes.
    """
    positive = targets > 0
    count = positive.sum().clamp(min=1).float()
    weights = torch.where(positive, class_weights[(targets - 1).clamp(min=0)], 1.0)
    truth = functional.one_hot(targets.clamp(min=0), logits.shape[-1] + 1)[..., 1:].float()
    counts = (targets >= 0)[..., None].float()
    entropy = functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    probability = torch.sigmoid(logits)
    missing = torch.where(truth > 0, 1 - probability, probability)
    focal = (entropy * missing**GAMMA * torch.where(truth > 0, ALPHA, 1 - ALPHA) * counts * weights[..., None]).sum() / count
    kinds = (functional.cross_entropy(logits[positive], targets[positive] - 1, reduction="none") * weights[positive]).sum() / count
    box = functional.smooth_l1_loss(encodings[positive], target_encodings[positive], reduction="sum", beta=.5) / count
    return {"focal": focal, "kinds": CLASS_WEIGHT * kinds, "box": BOX_WEIGHT * box}
