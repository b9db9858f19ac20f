"""Trains the detector on a rendered set."""
import functools
import os

import numpy as np
import torch

from evaluation.precision import figures
from synthesis.shards import SampleSet
from synthesis.symbols import DETECTOR_CLASSES

from . import boxes as box_math
from .augmentation import detector_sample
from .detector import SIZE, Detector, anchors
from .losses import detector_loss
from .training import Phase, Plan, train

FULL = Plan(phases=(Phase(3000, 192), Phase(9500, SIZE)), falls=((9000, 10500), (11500, 12500)))
# How many steps the rate takes to fall at the end of a training that begins with weights.
FALL = 1500
SHORT = Plan(phases=(Phase(700, 192), Phase(300, SIZE)), average_decay=.99, most_samples=4000)
# PDF417 codes are the hardest to tell from others, and being wide they have the fewest anchors. They count more once codes are found:
# before, that would only cost steps.
CLASS_WEIGHTS, WEIGHTS_FROM_STEP = [1.0, 1.2, 1.0, 3.0, 1.2], 6500
# Codes stretched to the whole picture: this share of the pictures, where there is a large code. They, too, come when codes are found.
STRETCHED, STRETCHED_FROM_STEP = .15, 7000


def tuning(steps, seed, beginning):
    """The plan that goes on with the weights of a finished training. A run that will not reach its end in time may be given fewer
    steps while the rate has not begun to fall."""
    return Plan(
        phases=(Phase(steps, SIZE),), seed=seed, learning_rate=1e-3, falls=((max(0, steps - FALL), steps),), first_samples=2000,
        samples_per_step=3, beginning=beginning, steps_before=FULL.steps,
    )


def class_weights(step):
    return torch.tensor(CLASS_WEIGHTS if step >= WEIGHTS_FROM_STEP else [1.0] * len(CLASS_WEIGHTS))


known_anchors = functools.lru_cache(maxsize=None)(anchors)


def make_batch(samples, plan, step, size):
    count, learned = plan.samples_at(step), plan.steps_before + step
    samples.load(count)
    pictures, targets, encodings = [], [], []
    for k in range(plan.batch):
        rng = np.random.default_rng([plan.seed, step, k])
        picture, boxes, classes = detector_sample(rng, samples, count, size, STRETCHED if learned >= STRETCHED_FROM_STEP else 0)
        target, encoding = box_math.match(known_anchors(size), np.float32(boxes), classes)
        pictures.append(picture)
        targets.append(target)
        encodings.append(encoding)
    targets, encodings = torch.from_numpy(np.stack(targets)), torch.from_numpy(np.stack(encodings))
    return to_input(np.stack(pictures)), targets, encodings, class_weights(learned)


def to_input(pictures):
    """Pictures (batch, height, width, 3) from -1 to 1 as the network takes them."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2)


def loss(network, pictures, targets, encodings, weights):
    with torch.autocast("cpu", torch.bfloat16):
        predicted, logits = network(pictures)
    return detector_loss(predicted.float(), logits.float(), targets, encodings, weights)


def batches(pictures):
    """Inputs of uint8 pictures, some at a time."""
    for start in range(0, len(pictures), 16):
        x = np.stack(pictures[start : start + 16]).astype(np.float32) / np.float32(127.5) - 1
        yield to_input(x).contiguous(memory_format=torch.channels_last)


@torch.inference_mode()
def detect(network, pictures, minimum=.02):
    """Detections (boxes, scores, classes) of uint8 pictures by the float network, one after the other."""
    found = []
    for x in batches(pictures):
        encodings, logits = network(x)
        for encoding, scores in zip(encodings.numpy(), logits.sigmoid().numpy()):
            boxes = box_math.decode(encoding, known_anchors(x.shape[-1]))
            found.append(box_math.detections(boxes, scores, minimum))
    return found


@torch.inference_mode()
def score_shift(network, samples, count):
    """What must be added to all logits so that the loss of the scores is smallest on the first samples."""
    shifts, losses = np.round(np.arange(-2, 2.01, .05), 2), 0
    index = 0
    for x in batches([samples.picture(k) for k in range(count)]):
        _, logits = network(x)
        for row in logits:
            truth = samples.targets[index]
            index += 1
            matched = box_math.match(known_anchors(x.shape[-1]), truth["boxes"], truth["classes"])
            target, encoding = (torch.from_numpy(part) for part in matched)
            near = (target != 0) | (row.max(1)[0] > -4)  # the rest hardly counts
            row, target, encoding = row[near], target[near], encoding[near]
            terms = [detector_loss(encoding, row + float(s), target, encoding, class_weights(0))["focal"] for s in shifts]
            losses = losses + torch.stack(terms).numpy() * max(1, int((target > 0).sum()))
    return float(shifts[losses.argmin()])


def of_both_kinds(network, samples):
    """Detections and truths of scenes, and of close-ups."""
    detections = detect(network, [samples.picture(k) for k in range(len(samples.targets))])
    kinds = [([], []), ([], [])]
    for found, target in zip(detections, samples.targets):
        kind = kinds[bool(target["close_up"][0])]
        kind[0].append(found)
        kind[1].append((target["boxes"], target["classes"]))
    return kinds


def evaluate(network, samples):
    scenes, close_ups = (figures(*kind, DETECTOR_CLASSES) for kind in of_both_kinds(network, samples))
    return {**scenes, "close_ups": close_ups}


def run(plan, training_folder, check_folder, check_count, folder, is_rendering, fill=None):
    """fill(network, checks) gives the network the weights that the plan begins with."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(os.cpu_count())
    samples, checks = SampleSet(training_folder, is_rendering), SampleSet(check_folder, is_rendering).load(check_count)
    network = Detector()
    if fill and not (folder / "checkpoint.pt").exists():
        fill(network, checks)
    return train(network, plan, functools.partial(make_batch, samples, plan), loss, folder, lambda n: evaluate(n, checks))
