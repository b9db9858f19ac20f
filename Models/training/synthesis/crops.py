"""Crops for the classifier: a code with a margin, as the detector's boxes give it, or a part of a picture without one."""
import numpy as np

from . import camera
from .scenes import Scene, random_extent
from .symbols import LINEAR, SYMBOLOGY_CLASSES, draw, with_any_ratio

SIZE = 256
# How often each class is drawn: linear symbologies are the hard ones to tell apart.
UNKNOWN_SHARE, LINEAR_SHARE = .13, .62
# The margin round a code, as a part of its size: the users are told 10 %, and boxes are never exact.
MARGIN = (-.04, .24)
# A code that fills the picture was near, or the photograph has more pixels than the crop: beside its modules, blur is small.
BLUR = .5


def render(rng):
    """One crop: uint8 RGB of SIZE x SIZE and the index of its class."""
    symbology = _symbology(rng)
    while True:
        scene = Scene(rng, *random_extent(rng, 320))
        if symbology == "unknown":
            low = rng.uniform(0, .6, 2) * [scene.width, scene.height]
            high = low + rng.uniform(.15, .4, 2) * [scene.width, scene.height]
        else:
            scene.add_print(rng, lambda r: with_any_ratio(r, draw(r, symbology)), rng.uniform(.45, .98))
            if not scene.outlines:
                continue
            scene.add_foreground(rng)
            low, high = scene.outlines[0].min(0), scene.outlines[0].max(0)
            extent = high - low
            low, high = low - rng.uniform(*MARGIN, 2) * extent, high + rng.uniform(*MARGIN, 2) * extent
        (x0, y0), (x1, y1) = np.maximum(low, 0).astype(int), np.minimum(high, [scene.width, scene.height]).astype(int)
        if min(x1 - x0, y1 - y0) < 12:
            continue
        picture = camera.photograph(rng, np.ascontiguousarray(scene.canvas[y0:y1, x0:x1]), SIZE, BLUR)
        if symbology == "unknown" or picture.mean(2).std() > 10:
            return picture, SYMBOLOGY_CLASSES.index(symbology)


def _symbology(rng):
    kind = rng.random()
    if kind < UNKNOWN_SHARE:
        return "unknown"
    linear = kind < UNKNOWN_SHARE + LINEAR_SHARE
    names = [n for n in SYMBOLOGY_CLASSES if (n in LINEAR) == linear and n != "unknown"]
    return str(rng.choice(names))
