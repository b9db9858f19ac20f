"""Close-ups: one large code, or none, photographed by an old phone from nearer than its lens can focus."""
import cv2
import numpy as np

from . import hands, phones
from .clutter import random_clutter
from .prints import bare, package, sticker
from .projection import Projection
from .scenes import SIZE, Scene, told
from .symbols import UNTOLD, draw_for_close_up
from .textures import random_texture

# Height and width of what such phones gave, and how often.
EXTENTS, EXTENT_SHARES = [(480, 640), (640, 480), (360, 640), (576, 704), (600, 800)], [.5, .22, .08, .1, .1]
# This share shows no code but what else may be large and blurred: else blur itself would be one.
EMPTY_SHARE = .25
# How much of the picture's width or height a code takes. Linear codes are long, so that more of them is told where they are cut.
SMALLEST, LARGEST_LINEAR, LARGEST = 1 / 3, 1.3, 1.15
# How far lenses are out of focus at most: the radius of the disc in widths of a module. A decoder needs 1 or less. At the limit, bars of
# one module are gone; wide ones and their rhythm are what is left to see. Of a QR code, the squares in three corners are left.
BLUR_OF_BARS, BLUR_OF_QR_CODES, BLUR_OF_MATRICES = 2, 1.5, 1.2
# Of so many pictures fingers are a part that hold what they show.
HELD_SHARE = .2
# A code that the picture resembles less counts neither as one nor as none.
RESEMBLANCE = .5
# What is blurred without a code is blurred as a linear code with so many modules would be.
MODULES = 60, 160


def render(rng, size=SIZE):
    """One close-up, as `scenes.render` gives scenes."""
    scene = Scene(rng, *EXTENTS[int(rng.choice(len(EXTENTS), p=EXTENT_SHARES))])
    blur = _nothing(rng, scene) if rng.random() < EMPTY_SHARE else _code(rng, scene)
    if rng.random() < HELD_SHARE:
        hands.hold(rng, scene.canvas, scene.outlines[0] if scene.outlines else _middle(scene))
    scene.add_foreground(rng)
    picture = phones.photograph(rng, scene.canvas, size, blur)
    boxes = scene.boxes()
    classes = told(picture, boxes, scene.classes())
    shown = np.array([_resemblance(scene.canvas, picture, box, blur) >= RESEMBLANCE for box in boxes], bool)
    return picture, boxes, np.where(shown, classes, UNTOLD)


def _resemblance(canvas, picture, box, blur):
    """The correlation of a code in the picture with the same code blurred alone: what veils, glare and noise have left of it. Light that
    changes slowly does not count."""
    size = picture.shape[0]
    y0, x0, y1, x1 = (int(round(v * size)) for v in box)
    alone = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    alone = cv2.GaussianBlur(alone, (0, 0), max(.5, blur / 2 * size / canvas.shape[1]))
    parts = [p[y0:y1, x0:x1].mean(2, dtype=np.float32) for p in (alone, picture)]
    if parts[0].size == 0:
        return 0
    reach = max(parts[0].shape) // 4 | 1
    first, second = (p - cv2.blur(p, (reach, reach)) for p in parts)
    return (first * second).mean() / np.sqrt((first**2).mean() * (second**2).mean() + 1e-9)


def _middle(scene):
    size = np.float32([scene.width, scene.height])
    return np.float32([[.3, .3], [.7, .3], [.7, .7], [.3, .7]]) * size


def _code(rng, scene):
    """Adds a code; gives how far it is out of focus, in pixels."""
    symbol = draw_for_close_up(rng)
    share = rng.uniform(SMALLEST, LARGEST_LINEAR if symbol.is_linear else LARGEST)
    item = _print(rng, symbol, share * max(scene.height, scene.width))
    pose = scene.add_near(rng, item, share)
    limit = BLUR_OF_BARS if _has_bars(symbol) else BLUR_OF_QR_CODES if symbol.symbology == "qr_code" else BLUR_OF_MATRICES
    return _module(pose, item.corners[0], symbol) * limit * rng.random()


def _has_bars(symbol):
    return symbol.is_linear or symbol.symbology == "pdf417"


def _module(pose, corners, symbol):
    """The width of a module in pixels of the scene."""
    a, b, _, d = pose.forward(corners)
    rows, columns = symbol.modules.shape
    across = np.linalg.norm(b - a) / columns
    return across if _has_bars(symbol) else min(across, np.linalg.norm(d - a) / rows)


def _print(rng, symbol, pixels):
    kind = rng.random()
    if kind < .15:
        return bare(rng, symbol, pixels)
    return sticker(rng, [symbol], pixels) if kind < .5 else package(rng, symbol, pixels)


def _nothing(rng, scene):
    """Adds something printed, woven or built that is as large as a code would be; gives how far it is out of focus, in pixels."""
    share = rng.uniform(SMALLEST, LARGEST_LINEAR)
    make = random_clutter if rng.random() < .7 else random_texture
    height, width = (max(48, int(side * share * rng.uniform(.5, 1.5))) for side in (scene.height, scene.width))
    pose = Projection(rng, height, width, rng.uniform(1, 1.8))
    pose.offset = np.float32(rng.uniform(.35, .65, 2) * [scene.width, scene.height])
    pose.paste(scene.canvas, make(rng, height, width), scene.antialias)
    return scene.width * share / rng.uniform(*MODULES) * BLUR_OF_BARS * rng.random()
