"""Trains the classifier on a rendered set of crops."""
import functools
import os

import cv2
import numpy as np
import torch
from torch.nn import functional

from synthesis.shards import SampleSet
from synthesis.symbols import SYMBOLOGY_CLASSES

from .augmentation import recolored
from .classifier import Classifier
from .train_detector import to_input
from .training import Phase, Plan, train

SIZE = 256
FULL = Plan(phases=(Phase(10000, SIZE),), learning_rate=3e-3, falls=((7500, 10000),), most_samples=20000)
SHORT = Plan(phases=(Phase(500, SIZE),), learning_rate=3e-3, average_decay=.99, most_samples=4000)
SMOOTHING = .05


def make_batch(samples, plan, step, size):
    count = plan.samples_at(step)
    samples.load(count)
    pictures, labels = [], []
    for k in range(plan.batch):
        rng = np.random.default_rng([plan.seed, step, k])
        index = int(rng.integers(0, count))
        picture = np.rot90(samples.picture(index), int(rng.integers(0, 4)))
        if size != picture.shape[0]:
            picture = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
        pictures.append(recolored(rng, picture))
        labels.append(int(samples.targets[index]["class"][0]))
    return to_input(np.stack(pictures)), torch.tensor(labels)


def loss(network, pictures, labels):
    with torch.autocast("cpu", torch.bfloat16):
        logits = network(pictures)
    return {"entropy": functional.cross_entropy(logits.float(), labels, label_smoothing=SMOOTHING)}


@torch.inference_mode()
def evaluate(network, samples):
    right = np.zeros(len(SYMBOLOGY_CLASSES))
    total = np.zeros(len(SYMBOLOGY_CLASSES))
    for start in range(0, len(samples.targets), 32):
        indices = range(start, min(start + 32, len(samples.targets)))
        x = np.stack([samples.picture(k) for k in indices]).astype(np.float32) / np.float32(127.5) - 1
        best = network(to_input(x).contiguous(memory_format=torch.channels_last)).argmax(1).numpy()
        for k, label in zip(indices, best):
            truth = int(samples.targets[k]["class"][0])
            total[truth] += 1
            right[truth] += label == truth
    per_class = {f"top1_{n}": round(float(r / t), 4) for n, r, t in zip(SYMBOLOGY_CLASSES, right, total) if t}
    return {"top1": round(float(right.sum() / total.sum()), 4), **per_class}


def run(plan, training_folder, check_folder, check_count, folder, is_rendering):
    torch.manual_seed(plan.seed)
    torch.set_num_threads(os.cpu_count())
    samples, checks = SampleSet(training_folder, is_rendering), SampleSet(check_folder, is_rendering).load(check_count)
    network = Classifier(len(SYMBOLOGY_CLASSES))
    return train(network, plan, functools.partial(make_batch, samples, plan), loss, folder, lambda n: evaluate(n, checks))
