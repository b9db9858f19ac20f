"""Cheap changes, so that a rendered scene may be used several times."""
import cv2
import numpy as np

from synthesis.symbols import UNTOLD


def detector_sample(rng, samples, count, size, stretched):
    """From the first `count` samples: one picture (float32 from -1 to 1, size x size x 3), its boxes and classes.

    stretched: the share of pictures that show one code stretched to all of them.
    """
    if rng.random() < .2:
        picture, boxes, classes = _four(rng, samples, count)
    elif stretched and rng.random() < stretched:
        picture, boxes, classes = _one_stretched(rng, *_one(rng, samples, count))
    else:
        picture, boxes, classes = _one(rng, samples, count)
        if rng.random() < .3:
            picture, boxes, classes = _zoomed(rng, picture, boxes, classes)
    if picture.shape[0] != size:
        picture = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    picture, boxes = turned(rng, picture, boxes)
    return recolored(rng, picture), boxes, classes


def _one(rng, samples, count):
    index = int(rng.integers(0, count))
    target = samples.targets[index]
    return samples.picture(index), target["boxes"], target["classes"]


def _four(rng, samples, count):
    """Four scenes at half their size."""
    parts = [_one(rng, samples, count) for _ in range(4)]
    size = parts[0][0].shape[0] // 2
    small = [cv2.resize(p, (size, size), interpolation=cv2.INTER_AREA) for p, _, _ in parts]
    picture = np.vstack([np.hstack(small[:2]), np.hstack(small[2:])])
    shifts = np.float32([[0, 0, 0, 0], [0, .5, 0, .5], [.5, 0, .5, 0], [.5, .5, .5, .5]])
    boxes = np.concatenate([b / 2 + s for (_, b, _), s in zip(parts, shifts)])
    classes = np.concatenate([c for _, _, c in parts])
    # What is under 12 pixels now is no longer a code that anybody could tell.
    visible = (boxes[:, 2:] - boxes[:, :2]).max(1, initial=0) * 2 * size >= 12
    return picture, boxes, np.where(visible, classes, UNTOLD)


def _zoomed(rng, picture, boxes, classes):
    """A part of the scene."""
    side = rng.uniform(.6, 1)
    size = picture.shape[0]
    y, x = rng.uniform(0, 1 - side, 2)
    seen = _seen(boxes, classes, np.array([y, x]), np.array([side, side]))
    y0, x0, length = int(y * size), int(x * size), int(side * size)
    return _stretched(picture[y0 : y0 + length, x0 : x0 + length], size), *seen


def _one_stretched(rng, picture, boxes, classes):
    """One code stretched to the whole picture, as drawn codes and very wide pictures are; the scene as it is if it holds no large code.

    Of a scene without codes, any part: otherwise whatever is stretched would be a code.
    """
    size = picture.shape[0]
    if len(boxes) == 0:
        height, width = (rng.uniform(.2, .7, 2) * size).astype(int)
        y, x = int(rng.integers(0, size - height)), int(rng.integers(0, size - width))
        return _stretched(picture[y : y + height, x : x + width], size), boxes, classes
    extents = boxes[:, 2:] - boxes[:, :2]
    large = np.flatnonzero((extents.max(1, initial=0) > .3) & (extents.min(1, initial=1) * size > 24) & (classes != UNTOLD))
    if len(large) == 0:
        return picture, boxes, classes
    chosen = int(rng.choice(large))
    low = np.clip(boxes[chosen, :2] - rng.uniform(-.03, .2, 2) * extents[chosen], 0, 1)
    high = np.clip(boxes[chosen, 2:] + rng.uniform(-.03, .2, 2) * extents[chosen], 0, 1)
    (y0, x0), (y1, x1) = (low * size).astype(int), (high * size).astype(int)
    seen = _seen(boxes, classes, np.array([y0, x0]) / size, np.array([y1 - y0, x1 - x0]) / size)
    return _stretched(picture[y0:y1, x0:x1], size), *seen


def _seen(boxes, classes, start, extent):
    """The codes in a part of the scene, as parts of that part. One of which 70 % or less are left cannot be told."""
    moved = (boxes - np.tile(start, 2)) / np.tile(extent, 2)
    cut = np.clip(moved, 0, 1)
    share = (cut[:, 2:] - cut[:, :2]).prod(1) / (moved[:, 2:] - moved[:, :2]).prod(1)
    return cut[share > 0].astype(np.float32), np.where(share > .7, classes, UNTOLD)[share > 0]


def _stretched(part, size):
    return cv2.resize(part, (size, size), interpolation=cv2.INTER_LINEAR)


def turned(rng, picture, boxes):
    """Mirrored half of the time and turned by a multiple of 90°."""
    if rng.random() < .5:
        picture = picture[:, ::-1]
        boxes = np.stack([boxes[:, 0], 1 - boxes[:, 3], boxes[:, 2], 1 - boxes[:, 1]], 1)
    for _ in range(int(rng.integers(0, 4))):  # counter-clockwise: y becomes 1 - x, x becomes y
        picture = np.rot90(picture)
        boxes = np.stack([1 - boxes[:, 3], boxes[:, 0], 1 - boxes[:, 1], boxes[:, 2]], 1)
    return picture, boxes


def recolored(rng, picture):
    """Another contrast, brightness and tint, as float32 from -1 to 1."""
    if rng.random() < .15:
        picture = picture[..., rng.permutation(3)]
    x = picture.astype(np.float32)
    if rng.random() < .1:
        x[:] = x.mean(2, keepdims=True)
    x = (x - 127.5) * np.float32(rng.uniform(.6, 1.3)) + np.float32(127.5 * rng.uniform(.7, 1.3))
    x *= np.float32(1 + rng.normal(0, .05, 3))
    return np.clip(x, 0, 255) / np.float32(127.5) - 1
