"""Held-out scenes with many codes, in pictures as large as photographs are: 5 to 30, down to a fiftieth of the picture."""
import math

import numpy as np
from PIL import Image

from . import scenes
from .backgrounds import random_background

SIZES = [(2400, 1800), (1800, 2400), (2560, 1440), (2000, 2000)]
COUNTS = 5, 30
# The longer side of a code as a part of the picture's shorter side.
SMALLEST, LARGEST = 1 / 50, .4
# The ground is made at half the size and enlarged: it needs no fine detail beside the codes, and takes a quarter of the time.
GROUND = 2


def render(rng):
    """A picture (Pillow RGB) and its codes, as `scenes.render` gives them. rng: random.Random."""
    size = rng.choice(SIZES)
    image = random_background(rng, (size[0] // GROUND, size[1] // GROUND)).resize(size, Image.Resampling.BICUBIC)
    count = rng.randint(*COUNTS)
    columns = max(1, round(math.sqrt(count * size[0] / size[1])))
    rows = -(-count // columns)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    # Scattered, or as on a sheet: all of one kind and about one size.
    is_sheet = rng.random() < .4
    kind, longest = _kind(rng), _longest(rng, size, rows, columns)
    found = []
    for row, column in rng.sample(cells, count):
        if not is_sheet:
            kind, longest = _kind(rng), _longest(rng, size, rows, columns)
        box = [size[0] * column // columns, size[1] * row // rows, size[0] * (column + 1) // columns, size[1] * (row + 1) // rows]
        patch = image.crop(box)
        card, corners, text, _ = scenes.carded(rng, kind)
        share = longest * rng.uniform(.9, 1.1) * min(size) / patch.size[0] * card.size[0] / np.ptp(corners, axis=0).max()
        outline = scenes.throw(rng, patch, card, share, [], corners)
        if outline is not None:
            image.paste(patch, box[:2])
            found.append((kind, np.clip(outline, 0, patch.size) + box[:2], text))
    return scenes.photographed(rng, image), found


def _kind(rng):
    return rng.choices(list(scenes.SHARES), list(scenes.SHARES.values()))[0]


def _longest(rng, size, rows, columns):
    """Of any size that the cells have room for."""
    room = min(size[0] / columns, size[1] / rows) / min(size)
    return math.exp(rng.uniform(math.log(SMALLEST), math.log(min(LARGEST, .9 * room))))
