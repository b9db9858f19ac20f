"""Scenes for the detector: a picture, the boxes of its codes and their classes."""
import cv2
import numpy as np

from . import camera
from .boards import board
from .clutter import random_clutter
from .prints import random_print
from .projection import Projection
from .symbols import UNTOLD, draw_for_detector
from .textures import random_texture

# The size of the detector's input, stated here alone.
SIZE = 384
# Of all scenes: parts of large pictures, as sliced inference sees them, and scenes with many codes. The rest are a few codes or none.
PART_SHARE, CROWD_SHARE = .3, .3
# Of parts and of the rest, this share holds no code.
EMPTY_SHARE_OF_PARTS, EMPTY_SHARE = .35, .42
# At least this part of a code's hull lies in the picture, or the code counts neither as one nor as none.
VISIBLE_SHARE = .7
# The longer side of a code as a part of the picture's shorter side, and how often: far away, usual, filling the picture.
SIZE_RANGES, SIZE_SHARES = [(.035, .16), (.12, .75), (.6, 1.12)], [.25, .58, .17]
PART_SIZES, CROWD_SIZES = (.05, .5), (.02, .15)
CROWD_COUNTS = 5, 30
# Blur of a part: what a whole picture shows at the size of the input hides more of its lens.
PART_BLUR = .6
PROCESSED_SHARE = .25
# Of what is held near, so much lies at any angle: people turn the camera or the thing.
NEAR_ASKEW = .15


def render(rng, size=SIZE):
    """One scene: uint8 RGB of size x size, boxes N x 4 (ymin, xmin, ymax, xmax from 0 to 1), classes N, of which some are untold."""
    kind = rng.random()
    if kind < PART_SHARE:
        picture, boxes, classes = _part(rng, size)
    elif kind < PART_SHARE + CROWD_SHARE:
        picture, boxes, classes = _crowd(rng, size)
    else:
        picture, boxes, classes = _usual(rng, size)
    if rng.random() < PROCESSED_SHARE:
        picture = camera.processed(rng, picture)
    return picture, boxes, told(picture, boxes, classes)


def told(picture, boxes, classes):
    """The classes, untold where the picture shows too little of a code."""
    recognizable = np.array([_recognizable(picture, box) for box in boxes], bool)
    return np.where(recognizable, classes, UNTOLD)


def _recognizable(picture, box):
    """False for a code that drowned in the dark, the light or the blur, or that has too few pixels to be one."""
    size = picture.shape[0]
    y0, x0, y1, x1 = (int(round(v * size)) for v in box)
    if min(y1 - y0, x1 - x0) < 6 or max(y1 - y0, x1 - x0) < 14:
        return False
    return picture[y0:y1, x0:x1].mean(2).std() > 7


def _usual(rng, size):
    scene = Scene(rng, *random_extent(rng, size))
    if rng.random() >= EMPTY_SHARE:
        for _ in range(int(rng.choice([1, 2, 3, 5], p=[.66, .18, .1, .06]))):
            scene.add_print(rng, draw_for_detector, code_size(rng))
    scene.add_foreground(rng)
    return scene.finish(rng, size)


def _part(rng, size):
    """A part of a large picture at its full resolution. Its edges cut codes anywhere."""
    scene = Scene(rng, *random_extent(rng, size), is_part=True)
    if rng.random() >= EMPTY_SHARE_OF_PARTS:
        for _ in range(int(rng.integers(1, 7))):
            scene.add_print(rng, draw_for_detector, _log_uniform(rng, *PART_SIZES))
    scene.add_foreground(rng)
    return scene.finish(rng, size)


def _crowd(rng, size):
    """Many codes: on boards, or on things that lie about. Half of them as a part of a large picture shows them."""
    scene = Scene(rng, *random_extent(rng, size), is_part=rng.random() < .5)
    smallest, largest = PART_SIZES if scene.is_part else CROWD_SIZES
    longest, wanted = _log_uniform(rng, smallest, min(largest, .25)), int(rng.integers(CROWD_COUNTS[0], CROWD_COUNTS[1] + 1))
    if rng.random() < .6:
        board_count = int(rng.choice([1, 2, 3], p=[.6, .25, .15]))
        for _ in range(board_count):
            scene.add_board(rng, board(rng, draw_for_detector, -(-wanted // board_count)), longest)
    else:
        for _ in range(min(wanted, 14)):
            scene.add_print(rng, draw_for_detector, longest * rng.uniform(.7, 1.4))
    return scene.finish(rng, size)


def _log_uniform(rng, smallest, largest):
    return np.exp(rng.uniform(np.log(smallest), np.log(largest)))


def code_size(rng):
    """Far away, usual or filling the picture."""
    return _log_uniform(rng, *SIZE_RANGES[int(rng.choice(len(SIZE_RANGES), p=SIZE_SHARES))])


def random_extent(rng, size):
    """Height and width of a scene of any shape, for pictures of a size."""
    aspect = float(rng.choice([1, 4 / 3, 3 / 4, 3 / 2, 2 / 3, 16 / 9, 9 / 16], p=[.2, .19, .25, .08, .08, .08, .12]))
    area = (size * rng.uniform(1.0, 2.0)) ** 2
    return int(np.sqrt(area / aspect)), int(np.sqrt(area * aspect))


class Scene:
    """The canvas while it is painted, and the codes on it: their outlines in pixels and classes, and the outlines of those that its
    edges cut.

    is_part: whether it is a part of a larger picture, which it shows in more detail and cuts where it likes.
    """

    def __init__(self, rng, height, width, is_part=False):
        self.height, self.width = height, width
        self.antialias = rng.random() < .75
        self.is_part = is_part
        self.outlines, self.symbols, self.cut = [], [], []
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
            if self._visible(outlines[0]) >= (0 if self.is_part else VISIBLE_SHARE) and not self._covers(border):
                break
        else:
            return
        self._paste(pose, item, outlines)

    def add_board(self, rng, item, longest):
        """A print with many codes somewhere in the scene, where it covers no code. Nothing happens if no place is found.

        longest: the longer side of the codes, about, as a part of the picture's shorter side.
        """
        h, w = item.picture.shape[:2]
        extent = np.mean([max(np.ptp(c, axis=0)) for c in item.corners])
        size = np.array([self.width, self.height])
        for _ in range(6):
            pose = Projection(rng, h, w, longest * size.min() / extent)
            border = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
            reach = np.ptp(pose.outline(border), axis=0) / 2
            # As a whole where there is room, else with its middle anywhere in the picture.
            pose.offset = np.where(2 * reach < size, rng.uniform(np.minimum(reach, size / 2), np.maximum(size - reach, size / 2)),
                                   rng.uniform(.2, .8, 2) * size).astype(np.float32)
            if not self._covers(pose.outline(border)):
                self._paste(pose, item, [pose.outline(c) for c in item.corners])
                return

    def add_near(self, rng, item, share):
        """A print of which the first code reaches over that share of the picture's width or height, the larger of both shares; edges
        cut it where it is larger than the picture or lies aside. Gives its pose."""
        h, w = item.picture.shape[:2]
        size = np.array([self.width, self.height])
        for _ in range(6):
            pose = Projection(rng, h, w, 1, NEAR_ASKEW)
            pose.enlarge(share / (np.ptp(pose.outline(item.corners[0]), axis=0) / size).max())
            code = pose.outline(item.corners[0])
            low, high = code.min(0), code.max(0)
            room = np.abs(size - (high - low))
            pose.offset = (size / 2 - (low + high) / 2 + room * np.clip(rng.normal(0, .22, 2), -.6, .6)).astype(np.float32)
            outlines = [pose.outline(c) for c in item.corners]
            if self._visible(outlines[0]) >= VISIBLE_SHARE:
                break
        self._paste(pose, item, outlines)
        return pose

    def _paste(self, pose, item, outlines):
        pose.paste(self.canvas, item.picture, self.antialias)
        for outline, symbol in zip(outlines, item.symbols):
            if self._visible(outline) >= VISIBLE_SHARE:
                self.outlines.append(outline)
                self.symbols.append(symbol)
            elif self._visible(outline) > 0:
                self.cut.append(outline)

    def _offset(self, rng, outline):
        """Moves an outline into the picture; some stay cut by its edge."""
        low, high = outline.min(0), outline.max(0)
        size = np.array([self.width, self.height])
        if self.is_part:
            slack = rng.uniform(0, .8) * (high - low) if rng.random() < .3 else 0
        else:
            slack = .1 * (high - low) if rng.random() < .13 else 0
        first, last = -low - slack, size - high + slack
        return np.where(first <= last, rng.uniform(np.minimum(first, last), np.maximum(first, last)), (first + last) / 2)

    def _visible(self, outline):
        low, high = outline.min(0), outline.max(0)
        inside = np.clip(np.minimum(high, [self.width, self.height]) - np.maximum(low, 0), 0, None)
        return float(inside.prod() / max((high - low).prod(), 1e-6))

    def _covers(self, border):
        hull = cv2.convexHull(border.astype(np.float32))
        return any(cv2.intersectConvexConvex(hull, cv2.convexHull(o.astype(np.float32)))[0] > 0 for o in [*self.outlines, *self.cut])

    def add_foreground(self, rng):
        for outline in self.outlines:
            if rng.random() < .07:
                camera.occlude(rng, self.canvas, outline)

    def boxes(self):
        """Those of the codes, then those of cut ones."""
        size = np.array([self.width, self.height])
        boxes = [np.concatenate([np.clip(o.min(0) / size, 0, 1)[::-1], np.clip(o.max(0) / size, 0, 1)[::-1]]) for o in [*self.outlines, *self.cut]]
        return np.float32(boxes).reshape(-1, 4)

    def classes(self):
        """Of the boxes."""
        return np.int64([s.detector_class for s in self.symbols] + [UNTOLD] * len(self.cut))

    def finish(self, rng, size):
        boxes, classes = self.boxes(), self.classes()
        if self.is_part:
            return camera.photograph(rng, self.canvas, size, PART_BLUR), boxes, classes
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
