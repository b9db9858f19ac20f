"""Held-out close-ups: one large code, or none, in the small pictures of phones whose lenses cannot focus so near."""
import math

import numpy as np

from . import optics, scenes
from .backgrounds import random_background

SIZES, SIZE_SHARES = [(640, 480), (480, 640), (640, 360), (800, 600), (1024, 768)], [50, 20, 10, 10, 10]
SHARES = {
    "qr_code": 14, "data_matrix": 12, "aztec": 12, "pdf417": 12, "ean_upc": 26, "code_128": 11, "code_39": 5, "itf": 4, "codabar": 4,
}
EMPTY_SHARE = .2
# How much of the picture's width or height, the larger of both shares, a code takes; and how much of it lies in the picture at least.
SMALLEST, LARGEST, VISIBLE = 1 / 3, 1.3, .7
# The radius of the blur at most, in modules: no decoder reads that.
BLUR = {"qr_code": 1.4, "data_matrix": 1.1, "aztec": 1.1}
BLUR_OF_BARS = 1.9


def render(rng):
    """A picture (Pillow RGB) and its codes, as `scenes.render` gives them. rng: random.Random."""
    size = rng.choices(SIZES, SIZE_SHARES)[0]
    image = random_background(rng, size)
    for _ in range(rng.randint(0, 3)):
        sheet = random_background(rng, (rng.randint(120, 500), rng.randint(120, 500)))
        scenes.throw(rng, image, sheet, rng.uniform(.3, 1.4), [])
    if rng.random() < EMPTY_SHARE:
        return optics.photographed(rng, image, size[0] / rng.uniform(60, 300) * rng.random() * BLUR_OF_BARS), []
    kind = rng.choices(list(SHARES), list(SHARES.values()))[0]
    card, corners, text, module = scenes.carded(rng, kind)
    quad = _placed(rng, size, card, corners)
    outline = scenes.lay(image, card, quad, rng.uniform(-.08, .08) * card.size[1] if rng.random() < .3 else 0, corners)
    enlarged = math.dist(quad[0], quad[1]) / card.size[0]
    return optics.photographed(rng, image, module * enlarged * rng.random() * BLUR.get(kind, BLUR_OF_BARS)), [(kind, outline, text)]


def _placed(rng, size, card, corners):
    """Corners of the card in the picture, so that enough of the code lies in it."""
    shape, size = np.array(card.size, float), np.array(size, float)
    while True:
        turn = rng.choices([rng.gauss(0, .1), math.pi / 2 * rng.randint(0, 3) + rng.gauss(0, .08), rng.uniform(0, 2 * math.pi)], [6, 2, 1])[0]
        ahead, aside = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        squeezed = rng.uniform(.75, 1), rng.uniform(.75, 1)
        # From above, from below or from a side: opposite edges differ in length.
        lean, slope = rng.gauss(0, .06), rng.gauss(0, .06)

        def at(points):
            u, v = ((points / shape - .5) * shape * squeezed).T
            away = 1 + 2 * lean * u / shape[0] + 2 * slope * v / shape[1]
            return (u[:, None] * ahead + v[:, None] * aside) / away[:, None]

        code = at(corners)
        scale = rng.uniform(SMALLEST, LARGEST) / (np.ptp(code, axis=0) / size).max()
        middle = size * [rng.triangular(.2, .8), rng.triangular(.2, .8)]
        low, high = (f(code * scale, axis=0) for f in (np.min, np.max))
        shift = middle - (low + high) / 2
        seen = np.clip(np.minimum(high + shift, size) - np.maximum(low + shift, 0), 0, None)
        if seen.prod() >= VISIBLE * (high - low).prod():
            return at(np.array([[0, 0], [shape[0], 0], shape, [0, shape[1]]])) * scale + shift
