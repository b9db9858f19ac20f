"""Prints that carry codes: stickers, packages, tickets, pages, screens. A print knows where its codes are."""
from dataclasses import dataclass

import cv2
import numpy as np

from . import colors, styling
from .clutter import random_clutter, screen, table, text_page
from .textures import random_texture
from .typography import Pen, body_font, random_font
from .vocabulary import line


@dataclass
class Print:
    picture: np.ndarray  # uint8 RGB
    corners: list  # per code: its four corners in pixels of the picture, without quiet zone
    symbols: list  # per code


@dataclass
class Block:
    """One code with its quiet zone and the text that belongs to it."""

    picture: np.ndarray
    box: tuple  # left, top, right, bottom of the code in the picture
    symbol: object


def block_of(rng, symbol, pixels, ground=None):
    """A code of about `pixels` on its longer side, or of one a module where it has more."""
    grid, scale = styling.raster(rng, symbol, pixels)
    h, w = grid.shape
    quiet = int(scale * rng.choice([0, 1, 2, 3, 4, 6], p=[.08, .12, .25, .2, .2, .15]))
    sides = quiet * (3 if symbol.is_linear else 1)
    caption = symbol.is_linear and rng.random() < .75
    below = int(min(h * .5, w * rng.uniform(.08, .14))) if caption else 0
    other_text = not symbol.is_linear and rng.random() < .25
    below = max(below, int(h * rng.uniform(.08, .2)) if other_text else 0)
    mask = np.full((h + 2 * quiet + below, w + 2 * sides), 255, np.uint8)
    mask[quiet : quiet + h, sides : sides + w] = grid
    if below >= 6:
        pen = Pen(mask)
        text = symbol.text[:40] if symbol.is_linear else line(rng, 1, 3)
        top = quiet + h + (0 if rng.random() < .7 else below // 8)
        face = random_font(rng, below * .95)
        pen.text((sides + w / 2, top), " ".join(text) if symbol.is_linear and len(text) < 14 else text, face, 0, anchor="ma")
        mask = pen.picture()
    if ground is not None:
        ground = cv2.resize(ground, mask.shape[::-1], interpolation=cv2.INTER_AREA)
    picture = styling.colored(rng, mask, symbol, ground)
    code = np.s_[quiet : quiet + h, sides : sides + w]
    if symbol.symbology == "qr_code" and rng.random() < .1:
        picture[code] = styling.with_emblem(rng, picture[code])
    if rng.random() < .12:
        picture[code] = styling.damaged(rng, picture[code])
    return Block(picture, (sides, quiet, sides + w, quiet + h), symbol)


def bare(rng, symbol, pixels):
    """Only the code and its quiet zone, perhaps on a textured material that shows through."""
    ground = None
    if rng.random() < .12:
        size = int(np.clip(pixels, 32, 256))
        texture = random_texture(rng, size, size).astype(np.float32)
        ground = (texture.mean((0, 1)) + (texture - texture.mean((0, 1))) * rng.uniform(.1, .45)).clip(0, 255).astype(np.uint8)
    block = block_of(rng, symbol, pixels, ground)
    return embedded(block.picture, [(block, 0, 0)])


def embedded(picture, placed):
    """Lays blocks (block, left, top) onto the picture of a print."""
    corners = []
    for block, x, y in placed:
        h, w = block.picture.shape[:2]
        picture[y : y + h, x : x + w] = block.picture
        l, t, r, b = block.box
        corners.append(np.float32([[x + l, y + t], [x + r, y + t], [x + r, y + b], [x + l, y + b]]))
    return Print(picture, corners, [block.symbol for block, _, _ in placed])


def sticker(rng, symbols, pixels):
    """One or several codes among lines of text on plain paper, as on price tags, medicine boxes and parcels."""
    blocks = [block_of(rng, s, pixels * (1 if i == 0 else rng.uniform(.4, 1))) for i, s in enumerate(symbols)]
    paper = tuple(int(v) for v in blocks[0].picture[0, 0])
    down = rng.random() < .6
    gap = int(rng.uniform(.04, .35) * pixels)
    heights, widths = [b.picture.shape[0] for b in blocks], [b.picture.shape[1] for b in blocks]
    margins = (rng.uniform(0, .9, 4) ** 2 * pixels).astype(int)
    inner_h = sum(heights) + gap * (len(blocks) - 1) if down else max(heights)
    inner_w = max(widths) if down else sum(widths) + gap * (len(blocks) - 1)
    height, width = inner_h + margins[0] + margins[1], inner_w + margins[2] + margins[3]
    ground = np.empty((height, width, 3), np.uint8)
    ground[:] = paper
    pen = Pen(ground)
    ink = colors.ink(rng) if colors.luminance(paper) > 110 else colors.paper(rng)
    _write_around(rng, pen, height, width, pixels, ink)
    if rng.random() < .25:
        pen.draw.rectangle([2, 2, width - 3, height - 3], outline=ink, width=max(1, int(pixels * .01)))
    ground = pen.picture()
    x, y, placed = int(margins[2]), int(margins[0]), []
    for block, h, w in zip(blocks, heights, widths):
        placed.append((block, x, y))
        if down:
            y += h + gap
        else:
            x += w + gap
    return embedded(ground, placed)


def _write_around(rng, pen, height, width, pixels, ink):
    """Lines of one or two sizes over the whole print; the codes are laid over them afterwards."""
    size = max(5, pixels * rng.uniform(.03, .2))
    face, sizes = body_font(rng), (size, size * rng.uniform(.5, 1.6))
    left = rng.uniform(0, .1) * width
    y = rng.uniform(0, size)
    while y < height:
        if rng.random() < .85:
            pen.body(rng, (left, y), width * rng.uniform(.1, .95), sizes[int(rng.random() < .3)], face, ink)
        elif rng.random() < .4:
            pen.draw.line([0, y, width, y], fill=ink, width=max(1, int(size * .08)))
        y += size * rng.uniform(1, 1.8)


def package(rng, symbol, pixels):
    """A code on a much larger printed ground: the back of a package, a page, a ticket, a screen, a poster."""
    block = block_of(rng, symbol, pixels)
    h, w = block.picture.shape[:2]
    spread = rng.uniform(1.3, 4)
    height, width = (int(min(max(side * rng.uniform(1.05, 1.3), max(h, w) * spread * rng.uniform(.5, 1)), side + 900)) for side in (h, w))
    kind = rng.random()
    if kind < .3:
        ground = text_page(rng, height, width)
    elif kind < .45:
        ground = table(rng, height, width)
    elif kind < .6:
        ground = screen(rng, height, width)
    elif kind < .85:
        ground = random_clutter(rng, height, width)
    else:
        ground = random_texture(rng, height, width)
    x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
    pad = int(rng.uniform(0, .12) * min(h, w))
    if rng.random() < .6 and pad:  # a field of the code's paper around it, with or without a frame
        corner = tuple(int(v) for v in block.picture[0, 0])
        cv2.rectangle(ground, (x - pad, y - pad), (x + w + pad, y + h + pad), corner, -1)
        if rng.random() < .3:
            cv2.rectangle(ground, (x - pad, y - pad), (x + w + pad, y + h + pad), colors.ink(rng), max(1, pad // 6))
    return embedded(ground, [(block, x, y)])


def random_print(rng, draw, pixels):
    """A print around a code of about `pixels` on its longer side; draw(rng) gives codes."""
    kind = rng.random()
    if kind < .2:
        return bare(rng, draw(rng), pixels)
    if kind < .55:
        count = int(rng.choice([1, 2, 3, 4], p=[.72, .17, .07, .04]))
        return sticker(rng, [draw(rng) for _ in range(count)], pixels)
    return package(rng, draw(rng), pixels)
