"""Scenes for the detector: a picture, the boxes of its codes and their classes."""
import cv2
import numpy as np

from . import camera, colors
from .clutter import random_clutter
from .prints import random_print
from .projection import Projection
from .symbols import draw_for_detector
from .textures import random_texture

SIZE = 320
# Of all scenes, this share holds no code.
EMPTY_SHARE = .33
# At least this part of a code's hull lies in the picture, or the code is not used.
VISIBLE_SHARE = .7
# The longer side of a code as a part of the picture's shorter side, and how often: far away, usual, filling the picture.
SIZE_RANGES, SIZE_SHARES = [(.06, .16), (.12, .75), (.6, 1.12)], [.22, .6, .18]


def render(rng, size=SIZE):
    """One scene: uint8 RGB of size x size, boxes N x 4 (ymin, xmin, ymax, xmax from 0 to 1), classes N."""
    while True:
        picture, boxes, classes = _attempt(rng, size)
        if all(_recognizable(picture, box) for box in boxes):
            return picture, boxes, classes


def _recognizable(picture, box):
    """False for a code that drowned in the dark, the light or the blur, or that has too few pixels to be one."""
    size = picture.shape[0]
    y0, x0, y1, x1 = (int(round(v * size)) for v in box)
    if min(y1 - y0, x1 - x0) < 6 or max(y1 - y0, x1 - x0) < 15:
        return False
    return picture[y0:y1, x0:x1].mean(2).std() > 7


def _attempt(rng, size):
    scene = Scene(rng, size)
    if rng.random() >= EMPTY_SHARE:
        for _ in range(int(rng.choice([1, 2, 3, 5], p=[.66, .18, .1, .06]))):
            scene.add_print(rng, draw_for_detector, code_size(rng))
    scene.add_foreground(rng)
    return scene.finish(rng, size)


def code_size(rng):
    """Far away, usual or filling the picture."""
    smallest, largest = SIZE_RANGES[int(rng.choice(len(SIZE_RANGES), p=SIZE_SHARES))]
    return np.exp(rng.uniform(np.log(smallest), np.log(largest)))


class Scene:
    """The canvas while it is painted, and the codes on it: their outlines in pixels and classes."""

    def __init__(self, rng, size):
        aspect = float(rng.choice([1, 4 / 3, 3 / 4, 3 / 2, 2 / 3, 16 / 9, 9 / 16], p=[.2, .19, .25, .08, .08, .08, .12]))
        area = (size * rng.uniform(1.0, 2.0)) ** 2
        self.height, self.width = int(np.sqrt(area / aspect)), int(np.sqrt(area * aspect))
        self.antialias = rng.random() < .75
        self.outlines, self.symbols = [], []
        self.canvas = self._ground(rng)

    def _ground(self, rng):
        kind = rng.random()
        if kind < .3:
            canvas = random_clutter(rng, self.height, self.width)
            if rng.random() < .6:  # seen at an angle, on something else
                page, canvas = canvas, random_texture(rng, self.height, self.width)
                self.canvas = canvas
                pose = Projection(rng, self.height, self.width, rng.uniform(.7, 2.2))
                pose.offset = np.float32(rng.uniform(.3, .7, 2) * [self.width, self.height])
                pose.paste(canvas, page, self.antialias)
        else:
            canvas = random_texture(rng, self.height, self.width)
        canvas = np.ascontiguousarray(canvas)
        for _ in range(int(rng.integers(0, 6))):
            self._object(rng, canvas)
        return canvas

    def _object(self, rng, canvas):
        """Something of its own look somewhere in the scene."""
        h, w = (int(v) for v in rng.uniform(.1, .8, 2) * max(self.height, self.width))
        make = random_clutter if rng.random() < .6 else random_texture
        picture = make(rng, max(h, 24), max(w, 24))
        pose = Projection(rng, *picture.shape[:2], rng.uniform(.4, 1.1))
        pose.offset = np.float32(rng.uniform(0, 1, 2) * [self.width, self.height])
        pose.paste(canvas, picture, self.antialias)

    def add_print(self, rng, draw, longest):
        """A print with codes, where it covers no other code. Nothing happens if no place is found.

        longest: the longer side of the first code as a part of the picture's shorter side.
        """
        pixels = longest * min(self.width, self.height) * (rng.uniform(1, 1.3) if longest < .6 else 1)
        item = random_print(rng, draw, pixels)
        h, w = item.picture.shape[:2]
        extent = max(np.ptp(item.corners[0], axis=0))
        for _ in range(6):
            pose = Projection(rng, h, w, pixels / extent)
            first = pose.outline(item.corners[0])
            pose.offset = self._offset(rng, first).astype(np.float32)
            outlines = [pose.outline(c) for c in item.corners]
            border = pose.outline(np.float32([[0, 0], [w, 0], [w, h], [0, h]]))
            if self._visible(outlines[0]) >= VISIBLE_SHARE and not self._covers(border):
                break
        else:
            return
        pose.paste(self.canvas, item.picture, self.antialias)
        for outline, symbol in zip(outlines, item.symbols):
            if self._visible(outline) >= VISIBLE_SHARE:
                self.outlines.append(outline)
                self.symbols.append(symbol)
            elif self._visible(outline) > 0:
                self._hide(outline)

    def _offset(self, rng, outline):
        """Moves an outline into the picture; some stay cut by its edge."""
        low, high = outline.min(0), outline.max(0)
        size = np.array([self.width, self.height])
        slack = .1 * (high - low) if rng.random() < .13 else 0
        first, last = -low - slack, size - high + slack
        return np.where(first <= last, rng.uniform(np.minimum(first, last), np.maximum(first, last)), (first + last) / 2)

    def _visible(self, outline):
        low, high = outline.min(0), outline.max(0)
        inside = np.clip(np.minimum(high, [self.width, self.height]) - np.maximum(low, 0), 0, None)
        return float(inside.prod() / max((high - low).prod(), 1e-6))

    def _covers(self, border):
        hull = cv2.convexHull(border.astype(np.float32))
        return any(cv2.intersectConvexConvex(hull, cv2.convexHull(o.astype(np.float32)))[0] > 0 for o in self.outlines)

    def _hide(self, outline):
        """A code that is mostly outside would be neither a code nor none: paint it over."""
        color = [int(v) for v in self.canvas[self.height // 2, self.width // 2]]
        cv2.fillPoly(self.canvas, [cv2.convexHull(outline.astype(np.int32))], color)

    def add_foreground(self, rng):
        for outline in self.outlines:
            if rng.random() < .07:
                camera.occlude(rng, self.canvas, outline)

    def boxes(self):
        size = np.array([self.width, self.height])
        boxes = [np.concatenate([np.clip(o.min(0) / size, 0, 1)[::-1], np.clip(o.max(0) / size, 0, 1)[::-1]]) for o in self.outlines]
        return np.float32(boxes).reshape(-1, 4)

    def finish(self, rng, size):
        boxes, classes = self.boxes(), np.int64([s.detector_class for s in self.symbols])
        if rng.random() >= .12:
            return camera.photograph(rng, self.canvas, size), boxes, classes
        # Letterboxed: bars at two sides.
        longer = max(self.height, self.width)
        inner = np.array([self.height, self.width]) / longer
        h, w = np.maximum(8, np.round(inner * size)).astype(int)
        top, left = (size - h) // 2, (size - w) // 2
        picture = np.full((size, size, 3), int(rng.choice([0, 0, 114, 255])), np.uint8)
        photo = camera.photograph(rng, self.canvas, size)
        picture[top : top + h, left : left + w] = cv2.resize(photo, (int(w), int(h)), interpolation=cv2.INTER_AREA)
        scale, shift = np.array([h, w, h, w]) / size, np.array([top, left, top, left]) / size
        return picture, np.float32(boxes * scale + shift), classes
