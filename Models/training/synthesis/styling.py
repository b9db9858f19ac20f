"""How a code looks on its print: module shapes, ink spread, colors, pictures in its middle, damage."""
import cv2
import numpy as np

from . import colors
from .textures import noise
from .typography import Pen, random_font
from .vocabulary import line


def raster(rng, symbol, pixels):
    """The code enlarged to about `pixels` on its longer side: uint8, 0 ink and 255 paper, in whole pixels per module."""
    modules = symbol.modules
    if symbol.is_linear:
        modules = _bars(rng, symbol)
    elif symbol.symbology == "pdf417" and rng.random() < .5:  # row heights from 1 to 6 modules
        modules = _row_heights(rng, modules)
    scale = int(np.clip(np.ceil(pixels / max(modules.shape)), 1, 24))
    grid = cv2.resize(modules, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    if scale >= 4 and not symbol.is_linear and symbol.symbology != "pdf417" and rng.random() < .16:
        grid = _shaped(rng, symbol, modules, scale)
    elif scale >= 3 and rng.random() < .35:  # ink spreads, or the print head burns too little
        reach = int(rng.integers(2, max(3, scale // 2 + 1)))
        kernel = np.ones((1, reach) if symbol.is_linear else (reach, reach), np.uint8)
        grid = cv2.erode(grid, kernel) if rng.random() < .7 else cv2.dilate(grid, kernel)
    return grid, scale


def _bars(rng, symbol):
    """Bars of another height. Retail codes mostly keep their long guard bars."""
    modules = symbol.modules
    width = modules.shape[1]
    height = max(6, int(width * np.exp(rng.uniform(np.log(.1), np.log(1.0)))))
    if symbol.symbology == "ean_upc" and rng.random() < .75:
        height = max(6, int(width * rng.uniform(.25, .85)))
        guards = np.repeat(modules[-1:], max(1, int(height * .08)), 0)
        return np.concatenate([np.repeat(modules[:1], height, 0), guards])
    row = modules[len(modules) // 2]
    bars = np.repeat(row[None], height, 0)
    if symbol.symbology == "itf" and rng.random() < .2:  # bearer bars
        thick = int(rng.integers(3, 6))
        bars[:thick] = bars[-thick:] = 0
    return bars


def _row_heights(rng, modules):
    changes = np.flatnonzero((modules[1:] != modules[:-1]).any(1)) + 1
    starts = np.concatenate([[0], changes])
    unit = max(1, int(np.min(np.diff(np.concatenate([starts, [len(modules)]])))))
    return np.repeat(modules[::unit], int(rng.integers(1, 7)), 0)


def _shaped(rng, symbol, modules, scale):
    """Round modules or squares with gaps, as designers and dot-peen markers make them. Finder patterns stay whole in QR codes."""
    tile = np.full((scale, scale), 255, np.uint8)
    if rng.random() < .6:
        cv2.circle(tile, (scale // 2, scale // 2), max(1, int(scale * rng.uniform(.36, .56))), 0, -1)
    else:
        gap = max(1, int(scale * rng.uniform(.08, .2)))
        tile[gap:-gap, gap:-gap] = 0
    grid = cv2.resize(modules, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    shaped = np.maximum(grid, np.tile(tile, modules.shape))
    if symbol.symbology == "qr_code" and rng.random() < .8:
        f = 7 * scale
        for area in np.s_[:f, :f], np.s_[:f, -f:], np.s_[-f:, :f]:
            shaped[area] = grid[area]
    return shaped


def colored(rng, grid, symbol, ground):
    """The raster in ink on paper. `ground` is the print below it, which shows through where nothing covers it.

    Returns the picture and the color around it.
    """
    paper, ink = colors.paper(rng), colors.ink(rng)
    if ground is not None:
        paper = np.float32(ground)
        if colors.luminance(paper.reshape(-1, 3).mean(0)) < 110:
            ink = colors.as_color(rng.uniform(.8, 1, 3))
    elif rng.random() < .08:  # inverted
        paper, ink = ink, paper
    if rng.random() < .1:  # low contrast: laser marks, worn thermal paper, embossing
        strength = rng.uniform(.3, .7)
        ink = tuple(np.float32(ink) * strength + np.float32(paper).reshape(-1, 3).mean(0) * (1 - strength))
    mix = grid.astype(np.float32)[..., None] / 255
    inks = np.float32(ink)
    if symbol.symbology == "qr_code" and rng.random() < .06:  # a gradient over the modules
        other = np.float32(colors.ink(rng))
        inks = inks + (other - inks) * np.linspace(0, 1, grid.shape[1], dtype=np.float32)[None, :, None]
    picture = np.float32(paper) * mix + inks * (1 - mix)
    return picture.clip(0, 255).astype(np.uint8)


def with_emblem(rng, picture):
    """A small picture or letter in the middle of a QR code."""
    h, w = picture.shape[:2]
    side = int(min(h, w) * rng.uniform(.14, .3))
    y, x = (h - side) // 2, (w - side) // 2
    color = colors.surface(rng)
    pen = Pen(picture)
    margin = side // 8
    pen.draw.rectangle([x - margin, y - margin, x + side + margin, y + side + margin], fill=colors.paper(rng))
    if rng.random() < .5:
        pen.draw.ellipse([x, y, x + side, y + side], fill=color)
    else:
        pen.draw.rounded_rectangle([x, y, x + side, y + side], radius=side // 5, fill=color)
    pen.text((x + side / 2, y + side / 2), line(rng, 1, 1)[:2], random_font(rng, side * .6), colors.contrasting(rng, color), anchor="mm")
    return pen.picture()


def damaged(rng, picture):
    """Scratches, stains, worn or torn spots, missing print lines. At most about a fifth of the code suffers."""
    h, w = picture.shape[:2]
    picture = picture.copy()
    kind = rng.integers(0, 5)
    color = colors.paper(rng) if rng.random() < .6 else colors.surface(rng)
    if kind == 0:
        for _ in range(int(rng.integers(1, 8))):
            a, b = rng.uniform(0, [w, h], (2, 2)).astype(int).tolist()
            cv2.line(picture, a, b, color, max(1, int(min(h, w) * rng.uniform(.004, .03))), cv2.LINE_AA)
    elif kind == 1:
        center = rng.uniform(0, [w, h]).astype(int).tolist()
        axes = np.maximum(1, rng.uniform(.04, .2, 2) * min(h, w)).astype(int).tolist()
        cv2.ellipse(picture, center, axes, float(rng.uniform(0, 180)), 0, 360, color, -1, cv2.LINE_AA)
    elif kind == 2:
        worn = noise(rng, h, w, start=4, octaves=6, persistence=.8) > rng.uniform(1.1, 2)
        picture[worn] = color
    elif kind == 3:
        for _ in range(int(rng.integers(1, 5))):
            thick = max(1, int(min(h, w) * .01))
            if rng.random() < .5:
                y = int(rng.integers(0, h))
                picture[y : y + thick] = color
            else:
                x = int(rng.integers(0, w))
                picture[:, x : x + thick] = color
    else:  # the ink runs out towards one side
        fade = np.linspace(0, rng.uniform(.3, .85), w, dtype=np.float32)[None, :, None]
        fade = fade[:, ::-1] if rng.random() < .5 else fade
        picture = (picture * (1 - fade) + np.float32(picture.reshape(-1, 3).max(0)) * fade).astype(np.uint8)
    return picture
