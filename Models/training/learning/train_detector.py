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
from .detector import Detector, anchors
from .losses import detector_loss
from .training import Phase, Plan, train

SIZE = 320
FULL = Plan(phases=(Phase(3000, 192), Phase(9500, SIZE)), falls=((9000, 10500), (11500, 12500)))
SHORT = Plan(phases=(Phase(700, 192), Phase(300, SIZE)), average_decay=.99, most_samples=4000)
# PDF417 codes are the hardest to tell from others, and being wide they have the fewest anchors. They count more once codes are found:
# before, that would only cost steps.
CLASS_WEIGHTS, WEIGHTS_FROM_STEP = [1.0, 1.2, 1.0, 3.0, 1.2], 6500
# Codes that fill the picture, which scenes hardly hold: this share of the pictures, where the scene has a large code. They, too, come
# when codes are found.
CLOSE_UPS, CLOSE_UPS_FROM_STEP = .3, 7000


def class_weights(step):
    return torch.tensor(CLASS_WEIGHTS if step >= WEIGHTS_FROM_STEP else [1.0] * len(CLASS_WEIGHTS))


@functools.lru_cache(maxsize=None)
def anchor_tensor(size):
    return torch.from_numpy(anchors(size))


def make_batch(samples, plan, step, size):
    count = plan.samples_at(step)
    samples.load(count)
    pictures, targets, encodings = [], [], []
    for k in range(plan.batch):
        rng = np.random.default_rng([plan.seed, step, k])
        picture, boxes, classes = detector_sample(rng, samples, count, size, CLOSE_UPS if step >= CLOSE_UPS_FROM_STEP else 0)
        target, encoding = box_math.match(anchor_tensor(size), torch.from_numpy(np.float32(boxes)), torch.from_numpy(classes))
        pictures.append(picture)
        targets.append(target)
        encodings.append(encoding)
    return to_input(np.stack(pictures)), torch.stack(targets), torch.stack(encodings), class_weights(step)


def to_input(pictures):
    """Pictures (batch, height, width, 3) from -1 to 1 as the network takes them."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2)


def loss(network, pictures, targets, encodings, weights):
    with torch.autocast("cpu", torch.bfloat16):
        predicted, logits = network(pictures)
    return detector_loss(predicted.float(), logits.float(), targets, encodings, weights)


@torch.inference_mode()
def detect(network, pictures, minimum=.02):
    """Detections (boxes, scores, classes) of uint8 pictures by the float network, one after the other."""
    found = []
    for start in range(0, len(pictures), 16):
        x = np.stack(pictures[start : start + 16]).astype(np.float32) / np.float32(127.5) - 1
        encodings, logits = network(to_input(x).contiguous(memory_format=torch.channels_last))
        for encoding, scores in zip(encodings, logits.sigmoid()):
            boxes = box_math.decode(encoding, anchor_tensor(x.shape[1]))
            found.append(tuple(part.numpy() for part in box_math.detections(boxes, scores, minimum)))
    return found


def detections_and_truths(network, samples):
    detections = detect(network, [samples.picture(k) for k in range(len(samples.targets))])
    return detections, [(t["boxes"], t["classes"]) for t in samples.targets]


def evaluate(network, samples):
    return figures(*detections_and_truths(network, samples), DETECTOR_CLASSES)


def run(plan, training_folder, check_folder, check_count, folder, is_rendering):
    torch.manual_seed(plan.seed)
    torch.set_num_threads(os.cpu_count())
    samples, checks = SampleSet(training_folder, is_rendering), SampleSet(check_folder, is_rendering).load(check_count)
    return train(Detector(), plan, functools.partial(make_batch, samples, plan), loss, folder, lambda n: evaluate(n, checks))
