"""Grounds for held-out scenes. Each function takes a random.Random and a size (width, height) and returns a Pillow RGB picture."""
from importlib.util import find_spec
from pathlib import Path
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFont

_FONTS = [
    path
    for package in ("font_source_sans_pro", "font_source_serif_pro", "font_hanken_grotesk", "font_fredoka_one")
    for path in sorted(Path(find_spec(package).submodule_search_locations[0]).rglob("*.[to]tf"))
]
_SENTENCE = (
    "the quick harbour light turned over seven quiet boats while a baker counted loaves and nobody asked why rain had painted "
    "copper rings upon every window of our northern street until evening came with music bread and 24 lanterns"
).split()


def font(rng, size):
    return ImageFont.truetype(str(rng.choice(_FONTS)), max(6, int(size)))


def words(rng, count):
    return " ".join(rng.choice(_SENTENCE) for _ in range(count))


def color(rng, low=0, high=255):
    return tuple(rng.randint(low, high) for _ in range(3))


def _numpy(rng):
    return np.random.Generator(np.random.PCG64(rng.getrandbits(64)))


def _mixed(field, rng):
    a, b = np.float32(color(rng)), np.float32(color(rng))
    t = (field - field.min()) / (np.ptp(field) + 1e-9)
    return Image.fromarray((a + (b - a) * t[..., None]).astype(np.uint8))


def plasma(rng, size):
    """Noise shaped in the frequency domain."""
    w, h = size
    f = np.hypot(np.fft.fftfreq(h)[:, None], np.fft.rfftfreq(w)[None]) + 1 / max(size)
    phase = np.exp(2j * np.pi * _numpy(rng).random(f.shape))
    return _mixed(np.fft.irfft2(f ** -rng.uniform(.8, 2.4) * phase, (h, w)), rng)


def cells(rng, size):
    """Nearest of random points: pebbles, cracked earth, leather."""
    points = np.array([[rng.uniform(0, size[0]), rng.uniform(0, size[1])] for _ in range(rng.randint(8, 90))])
    y, x = np.mgrid[0 : size[1] : 2, 0 : size[0] : 2]
    distance = np.sqrt(((np.stack([x, y], -1)[:, :, None] - points) ** 2).sum(-1))
    two = np.partition(distance, 1, axis=2)
    field = two[..., 1] - two[..., 0] if rng.random() < .5 else two[..., 0]
    return _mixed(np.minimum(field, np.percentile(field, 80)), rng).resize(size, Image.Resampling.BILINEAR)


def weave(rng, size):
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    p, q = rng.randint(4, 40), rng.randint(4, 40)
    field = np.where(((x // p) + (y // q)) % 2, np.abs(x % p - p / 2) / p, np.abs(y % q - q / 2) / q)
    return _mixed(field + _numpy(rng).normal(0, .05, field.shape), rng)


def rings(rng, size):
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(float)
    radius = np.hypot(x - rng.uniform(0, size[0]), (y - rng.uniform(0, size[1])) * rng.uniform(.5, 2))
    return _mixed(np.sin(radius / rng.uniform(2, 30)) + rng.uniform(0, 1) * np.sin(x / rng.uniform(5, 50)), rng)


def ramp(rng, size):
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(float)
    field = x * rng.uniform(-1, 1) + y * rng.uniform(-1, 1)
    return _mixed(field + _numpy(rng).normal(0, rng.uniform(1, 40), field.shape), rng)


def labyrinth(rng, size):
    """Truchet tiles: quarter circles or diagonals."""
    image = Image.new("RGB", size, color(rng))
    draw, step, ink, width = ImageDraw.Draw(image), rng.randint(10, 60), color(rng), rng.randint(1, 8)
    round_ = rng.random() < .5
    for y in range(0, size[1], step):
        for x in range(0, size[0], step):
            if rng.random() < .5:
                if round_:
                    draw.arc([x - step / 2, y - step / 2, x + step / 2, y + step / 2], 0, 90, ink, width)
                    draw.arc([x + step / 2, y + step / 2, x + 1.5 * step, y + 1.5 * step], 180, 270, ink, width)
                else:
                    draw.line([x, y, x + step, y + step], ink, width)
            else:
                if round_:
                    draw.arc([x + step / 2, y - step / 2, x + 1.5 * step, y + step / 2], 90, 180, ink, width)
                    draw.arc([x - step / 2, y + step / 2, x + step / 2, y + 1.5 * step], 270, 360, ink, width)
                else:
                    draw.line([x + step, y, x, y + step], ink, width)
    return image


def newspaper(rng, size):
    image = Image.new("RGB", size, color(rng, 200, 255))
    draw, ink = ImageDraw.Draw(image), color(rng, 0, 90)
    columns, step = rng.randint(1, 4), rng.randint(9, 30)
    face = font(rng, step * .8)
    width = size[0] / columns
    for column in range(columns):
        y = rng.randint(0, step)
        while y < size[1]:
            if rng.random() < .05:
                height = rng.randint(step, 6 * step)
                draw.rectangle([column * width + 4, y, (column + 1) * width - 8, y + height], fill=color(rng))
                y += height + step
            text = words(rng, 30)
            draw.text((column * width + 4, y), text[: max(1, int(width / step * 2))], ink, face)
            y += step
        draw.rectangle([(column + 1) * width - 4, 0, (column + 1) * width, size[1]], fill=image.getpixel((0, 0)))
    return image


def chart(rng, size):
    """Diagrams: bars, lines, a pie, a calendar."""
    image = Image.new("RGB", size, color(rng, 190, 255))
    draw, kind = ImageDraw.Draw(image), rng.randint(0, 3)
    w, h = size
    if kind == 0:
        count = rng.randint(4, 40)
        for k in range(count):
            top = rng.uniform(.1, .9) * h
            draw.rectangle([w * (k + .1) / count, top, w * (k + .8) / count, h], fill=color(rng, 0, 200))
    elif kind == 1:
        for _ in range(rng.randint(2, 8)):
            draw.line([(w * k / 20, rng.uniform(0, h)) for k in range(21)], color(rng), rng.randint(1, 6))
    elif kind == 2:
        angle = 0
        while angle < 360:
            step = rng.uniform(10, 90)
            draw.pieslice([w * .1, h * .1, w * .9, h * .9], angle, angle + step, fill=color(rng))
            angle += step
    else:
        for row in range(6):
            for column in range(7):
                box = [w * column / 7, h * row / 6, w * (column + 1) / 7, h * (row + 1) / 6]
                draw.rectangle(box, outline=(40, 40, 40))
                draw.text((box[0] + 4, box[1] + 2), str(row * 7 + column + 1), (30, 30, 30), font(rng, w / 20))
    return image


def roofs(rng, size):
    """Scales, shingles, roof tiles."""
    image = Image.new("RGB", size, color(rng))
    draw, step, base = ImageDraw.Draw(image), rng.randint(12, 70), color(rng)
    for row, y in enumerate(range(size[1] + step, -step, -step // 2)):
        for x in range(-step, size[0] + step, step):
            fill = tuple(max(0, min(255, c + rng.randint(-25, 25))) for c in base)
            left = x + (step // 2 if row % 2 else 0)
            draw.ellipse([left, y - step, left + step, y], fill=fill, outline=(20, 20, 20))
    return image


def skyline(rng, size):
    """Houses with rows of windows."""
    image = Image.new("RGB", size, color(rng, 120, 255))
    draw, x = ImageDraw.Draw(image), 0
    while x < size[0]:
        width, top, step = rng.randint(30, 160), rng.uniform(0, .6) * size[1], rng.randint(8, 30)
        draw.rectangle([x, top, x + width, size[1]], fill=color(rng, 20, 180))
        pane = color(rng)
        for wy in range(int(top) + step // 2, size[1], step):
            for wx in range(x + step // 3, x + width - step // 2, step):
                draw.rectangle([wx, wy, wx + step * .5, wy + step * .6], fill=pane if rng.random() < .8 else (20, 20, 30))
        x += width
    return image


def waves(rng, size):
    image = Image.new("RGB", size, color(rng))
    draw, ink, gap = ImageDraw.Draw(image), color(rng), rng.randint(4, 40)
    amplitude, length, width = rng.uniform(0, 30), rng.uniform(20, 200), rng.randint(1, max(1, gap // 2))
    vertical = rng.random() < .5
    along, across = (size[1], size[0]) if vertical else size
    for start in range(-40, across + 40, gap):
        points = [(t, start + amplitude * math.sin(t / length)) for t in range(0, along + 8, 8)]
        draw.line([(b, a) if vertical else (a, b) for a, b in points], ink, width)
    return image


ALL = [plasma, plasma, cells, weave, rings, ramp, ramp, labyrinth, newspaper, newspaper, chart, roofs, skyline, waves]


def random_background(rng, size):
    return rng.choice(ALL)(rng, size)
