"""Scenes and crops as samples of a shard: a picture and its targets by name."""
import numpy as np

from . import close_ups, crops, scenes

# This share of the detector's samples is close-ups, of those that are trained on as of those that are looked at. The rest is scenes.
CLOSE_UP_SHARE = .5
# The side of a kind's pictures.
SIZES = {"detector": scenes.SIZE, "classifier": crops.SIZE}


def scene(rng):
    is_close_up = rng.random() < CLOSE_UP_SHARE
    picture, boxes, classes = (close_ups if is_close_up else scenes).render(rng)
    return picture, {"boxes": boxes, "classes": classes, "close_up": np.array([is_close_up])}


def crop(rng):
    picture, label = crops.render(rng)
    return picture, {"class": np.int64([label])}
