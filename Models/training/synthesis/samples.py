"""Scenes and crops as samples of a shard: a picture and its targets by name."""
import numpy as np

from . import crops, scenes


# The side of a kind's pictures.
SIZES = {"detector": scenes.SIZE, "classifier": crops.SIZE}


def scene(rng):
    picture, boxes, classes = scenes.render(rng)
    return picture, {"boxes": boxes, "classes": classes}


def crop(rng):
    picture, label = crops.render(rng)
    return picture, {"class": np.int64([label])}
