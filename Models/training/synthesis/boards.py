"""Prints with many codes in rows: sheets of stickers, shelves with price tags, cardboard with labels, screens."""
import numpy as np

from . import colors, symbols
from .clutter import random_clutter, screen, spines
from .prints import block_of, embedded
from .textures import random_texture

# A board is painted with so many pixels for each code and is reduced when it is pasted.
CODE_PIXELS = 110


def board(rng, draw, count):
    """A print with `count` codes, or fewer where its cells stay empty. draw(rng) gives codes."""
    first, is_uniform = draw(rng), rng.random() < .6
    found = [first] + [symbols.draw(rng, first.symbology) if is_uniform else draw(rng) for _ in range(count - 1)]
    look = int(rng.integers(0, 1 << 32))  # what comes off one printer looks alike
    blocks = [block_of(np.random.default_rng(look) if is_uniform else rng, s, CODE_PIXELS * rng.uniform(.9, 1.2)) for s in found]
    height, width = (max(b.picture.shape[axis] for b in blocks) for axis in (0, 1))
    columns = int(np.clip(round(np.sqrt(count * height / width) * np.exp(rng.normal(0, .3))), 1, count))
    rows = -(-count // columns)
    is_shelf = rng.random() < .25
    across, down = 1 + rng.gamma(1.5, .15), rng.uniform(1.6, 3.5) if is_shelf else 1 + rng.gamma(1.5, .15)
    cell = np.array([height * down, width * across])
    extent = (cell * [rows, columns] + 10).astype(int)
    ground = _shelves(rng, extent, rows, cell[0], height) if is_shelf else _ground(rng, extent)
    jitter = 0 if rng.random() < .5 else 1
    placed = []
    for number, item in enumerate(blocks):
        if number and rng.random() < .08:  # sold out, peeled off
            continue
        h, w = item.picture.shape[:2]
        room = cell - [h, w]
        part = np.array([1, .5]) if is_shelf else np.array([.5, .5])
        part = part + jitter * rng.uniform(-.5, .5, 2) * [0 if is_shelf else 1, 1]
        y, x = (cell * [number // columns, number % columns] + room * part + 5).astype(int)
        placed.append((item, int(x), int(y)))
    return embedded(ground, placed)


def _ground(rng, extent):
    kind = rng.random()
    if kind < .45:
        ground = np.empty((*extent, 3), np.uint8)
        ground[:] = colors.paper(rng) if rng.random() < .8 else colors.surface(rng)
        return ground
    if kind < .6:
        return screen(rng, *extent)
    return (random_clutter if kind < .8 else random_texture)(rng, *extent)


def _shelves(rng, extent, rows, pitch, tag):
    """Goods on boards; the tags go onto the boards' edges."""
    ground = np.empty((*extent, 3), np.uint8)
    ground[:] = colors.surface(rng)
    for row in range(rows):
        top, bottom = int(row * pitch) + 2, int((row + 1) * pitch - tag)
        if bottom - top >= 24:
            goods = spines if rng.random() < .6 else random_clutter
            ground[top:bottom] = goods(rng, bottom - top, int(extent[1]))
    return ground
