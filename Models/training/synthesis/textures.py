"""Surfaces that fill a picture: what codes lie on, and what must not be taken for one.

Every function takes a random generator, a height and a width and returns a uint8 RGB picture.
"""
import cv2
import numpy as np

from . import colors


def noise(rng, height, width, start=2, octaves=6, persistence=.6, stretch=(1, 1)):
    """Band-limited noise of about unit variance: octaves of random grids, each enlarged smoothly. stretch > 1 draws it out."""
    field = np.zeros((height, width), np.float32)
    cells, amplitude = float(start), 1.0
    for _ in range(octaves):
        rows, columns = (int(np.clip(cells / s, 2, n)) for s, n in zip(stretch, (height, width)))
        grid = rng.standard_normal((rows, columns), dtype=np.float32)
        field += amplitude * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC if cells < 40 else cv2.INTER_LINEAR)
        cells *= 2
        amplitude *= persistence
    return field / (field.std() + 1e-6)


def duotone(field, low, high):
    """A field, centered on 0, as a mixture of two colors."""
    index = np.clip(field * 127.5 + 127.5, 0, 255).astype(np.uint8)
    ramp = np.linspace(low, high, 256).astype(np.uint8)
    return cv2.LUT(cv2.merge([index] * 3), ramp[None])


def near(rng, color, spread):
    """A color beside another one."""
    return tuple(np.clip(np.float32(color) + rng.uniform(-spread, spread) + rng.uniform(-spread, spread, 3) * .3, 0, 255))


def _pair(rng, spread):
    """Two colors of one material; now and then black and white, as in knitwear, carpets and marble."""
    color = colors.surface(rng)
    return (colors.ink(rng), colors.paper(rng)) if rng.random() < .2 else (near(rng, color, spread), color)


def plain(rng, height, width):
    """A wall or a table under uneven light."""
    color = colors.surface(rng)
    field = noise(rng, height, width, octaves=int(rng.integers(1, 8)), persistence=rng.uniform(.3, .9))
    return duotone(field * rng.uniform(.1, .7), near(rng, color, 60), color)


def grain(rng, height, width):
    """Stone, concrete, asphalt, carpet: noise of one scale."""
    size = np.exp(rng.uniform(np.log(.7), np.log(8)))
    field = rng.standard_normal((height, width), dtype=np.float32)
    field = cv2.GaussianBlur(field, (0, 0), size) - cv2.GaussianBlur(field, (0, 0), size * rng.uniform(1.5, 4))
    field = field / (field.std() + 1e-6) + .5 * noise(rng, height, width)
    return duotone(field * rng.uniform(.2, 1.5), *_pair(rng, 90))


def wood(rng, height, width):
    ratio = rng.uniform(6, 25)
    field = noise(rng, height, width, start=rng.uniform(6, 20), stretch=(1, ratio) if rng.random() < .5 else (ratio, 1))
    tone = np.array([.55, .38, .22]) * rng.uniform(.5, 1.5) if rng.random() < .7 else np.array(colors.surface(rng)) / 255
    dark = colors.as_color(np.clip(tone * rng.uniform(.4, .8), 0, 1))
    picture = duotone(field * rng.uniform(.3, 1), dark, colors.as_color(np.clip(tone, 0, 1)))
    if rng.random() < .5:  # boards
        step = int(rng.integers(24, 140))
        for offset in range(int(rng.integers(0, step)), max(height, width), step):
            end = (offset, height) if ratio < 12 else (width, offset)
            start = (offset, 0) if ratio < 12 else (0, offset)
            cv2.line(picture, start, end, dark, int(rng.integers(1, 4)), cv2.LINE_AA)
    return picture


def _waves(rng, height, width, period, angle, wobble):
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    phase = (x * np.cos(angle) + y * np.sin(angle)) * (2 * np.pi / period)
    return np.sin(phase + wobble * noise(rng, height, width, octaves=4))


def fabric(rng, height, width):
    """Weave, knitwear, netting: two families of waves."""
    period = np.exp(rng.uniform(np.log(3), np.log(30)))
    angle = rng.uniform(0, np.pi)
    wobble = rng.uniform(0, 1.5)
    first = _waves(rng, height, width, period, angle, wobble)
    second = _waves(rng, height, width, period * rng.uniform(.5, 2), angle + rng.normal(np.pi / 2, .3), wobble)
    field = first * second if rng.random() < .5 else np.maximum(first, second)
    field += rng.uniform(0, .5) * rng.standard_normal(field.shape, dtype=np.float32)
    return duotone(field * rng.uniform(.2, 1.5), *_pair(rng, 110))


def stripes(rng, height, width):
    """Bars of random or equal widths: blinds, fences, shirts, crossings, corrugated sheets."""
    mean = np.exp(rng.uniform(np.log(2.5), np.log(60)))
    count = int(3 * max(height, width) / mean) + 4
    regular = rng.random() < .55
    widths = np.full(count, mean) * rng.choice([1, rng.uniform(.3, 2)], count if not regular else 1)
    if not regular:
        widths *= rng.uniform(.4, 2.2, count)
    edges = np.cumsum(np.maximum(widths, 1))
    palette = [colors.surface(rng) for _ in range(int(rng.choice([2, 2, 2, 3, 5])))]
    if rng.random() < .3:
        palette = [colors.ink(rng), colors.paper(rng)]
    size = int(np.hypot(height, width)) + 2
    index = np.searchsorted(edges, np.arange(size)) % len(palette)
    row = np.float32(palette)[index]
    if rng.random() < .45:  # rounded bars: each shaded across
        position = np.arange(size) - np.concatenate([[0], edges])[np.searchsorted(edges, np.arange(size))]
        row *= (.55 + .45 * np.sin(np.pi * np.clip(position / max(mean, 1), 0, 1)))[:, None].astype(np.float32)
    angle = rng.choice([0, 90, rng.uniform(0, 180)])
    square = np.repeat(row[None], size, 0).astype(np.uint8)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(angle), 1)
    turn[:, 2] += [(width - size) / 2, (height - size) / 2]
    return cv2.warpAffine(square, turn, (width, height), borderMode=cv2.BORDER_REFLECT)


def tiles(rng, height, width):
    """Bricks, tiles, paving, window fronts, chocolate: rectangles with joints, rows perhaps shifted."""
    h = int(np.exp(rng.uniform(np.log(6), np.log(110))))
    w = int(max(5, h * rng.choice([1, 1, 2, rng.uniform(.5, 4)])))
    joint = max(1, int(min(h, w) * rng.uniform(.03, .25)))
    shift = rng.choice([0, w // 2, int(rng.integers(0, w))])
    base, mortar = colors.surface(rng), colors.surface(rng)
    variety = rng.uniform(0, 70)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = mortar
    for row, top in enumerate(range(-int(rng.integers(0, h)), height, h)):
        for left in range(-w + (row * shift) % w, width, w):
            cv2.rectangle(picture, (left, top), (left + w - joint - 1, top + h - joint - 1), near(rng, base, variety), -1)
    return picture


def checks(rng, height, width):
    """Checkerboards, mosaics, pixel graphics: cells of two or more colors, regular or random."""
    cell = int(np.exp(rng.uniform(np.log(5), np.log(70))))
    rows, columns = height // cell + 2, width // cell + 2
    palette = np.uint8([colors.surface(rng) for _ in range(int(rng.choice([2, 2, 3, 6])))])
    if rng.random() < .6:
        index = np.add.outer(np.arange(rows), np.arange(columns)) % len(palette)
    else:
        index = rng.integers(0, len(palette), (rows, columns))
        palette = palette if len(palette) > 2 else np.uint8([near(rng, palette[0], 60), palette[0]])
    grid = cv2.resize(palette[index], (columns * cell, rows * cell), interpolation=cv2.INTER_NEAREST)
    return np.ascontiguousarray(grid[:height, :width])


def lattice(rng, height, width):
    """Squared paper, wire mesh, grilles, crosswords: thin lines or holes on a grid."""
    step = int(np.exp(rng.uniform(np.log(5), np.log(60))))
    ground = colors.surface(rng)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = ground
    ink = colors.contrasting(rng, ground)
    if rng.random() < .45:
        radius = max(1, int(step * rng.uniform(.15, .48)))
        for row, y in enumerate(range(0, height + step, step)):
            for x in range((row % 2) * step // 2 if rng.random() < .7 else 0, width + step, step):
                cv2.circle(picture, (x, y), radius, ink, -1, cv2.LINE_AA)
        return picture
    thick = max(1, int(step * rng.uniform(.04, .3)))
    for y in range(0, height, step):
        cv2.line(picture, (0, y), (width, y), ink, thick)
    for x in range(0, width, step if rng.random() < .7 else step * 2):
        cv2.line(picture, (x, 0), (x, height), ink, thick)
    if rng.random() < .25:  # a crossword
        for y in range(0, height, step):
            for x in range(0, width, step):
                if rng.random() < .2:
                    cv2.rectangle(picture, (x, y), (x + step, y + step), ink, -1)
    return picture


def halftone(rng, height, width):
    """A printed picture: dots on a turned screen whose size follows the tone."""
    period = rng.uniform(3, 12)
    angle = rng.uniform(0, np.pi)
    screen = _waves(rng, height, width, period, angle, 0) * _waves(rng, height, width, period, angle + np.pi / 2, 0)
    tone = noise(rng, height, width, octaves=4) * .4
    field = np.clip((screen - tone) * 4, -1, 1)
    return duotone(field, colors.ink(rng) if rng.random() < .5 else colors.surface(rng), colors.paper(rng))


def leaves(rng, height, width):
    """Opaque shapes over each other with power-law sizes: edges and flat parts as in photographs."""
    picture = plain(rng, height, width)
    scale = max(height, width)
    for _ in range(int(rng.integers(10, 140))):
        size = min(.03 / max(rng.random(), .03) ** .9, .7) * scale
        center = rng.uniform(0, [width, height])
        color = colors.surface(rng)
        shape = rng.integers(0, 4)
        if shape == 0:
            axes = tuple(np.maximum(1, (size * rng.uniform(.2, .6, 2))).astype(int).tolist())
            cv2.ellipse(picture, center.astype(int).tolist(), axes, float(rng.uniform(0, 180)), 0, 360, color, -1, cv2.LINE_AA)
        else:
            corners = int(rng.integers(3, 8)) if shape > 1 else 4
            angles = np.sort(rng.uniform(0, 2 * np.pi, corners)) if shape > 1 else np.arange(4) * np.pi / 2 + rng.random()
            radius = size * (rng.uniform(.25, .6, corners) if shape > 1 else rng.uniform(.25, .6))
            points = center + np.stack([np.cos(angles), np.sin(angles)], 1) * np.reshape(radius, (-1, 1))
            cv2.fillPoly(picture, [points.astype(np.int32)], color, cv2.LINE_AA)
    if rng.random() < .7:
        texture = noise(rng, height, width, start=8, persistence=.9)[..., None] * rng.uniform(2, 22)
        picture = np.clip(picture + texture, 0, 255).astype(np.uint8)
    return cv2.GaussianBlur(picture, (0, 0), rng.uniform(.5, 12)) if rng.random() < .35 else picture


def strokes(rng, height, width):
    """Grass, hair, twigs, foliage, scribbles: many thin strokes."""
    picture = plain(rng, height, width)
    palette = [colors.surface(rng) for _ in range(int(rng.integers(1, 5)))]
    direction, spread = rng.uniform(0, np.pi), rng.uniform(.05, 2)
    length = rng.uniform(.02, .25) * max(height, width)
    for _ in range(int(rng.integers(60, 420))):
        start = rng.uniform(0, [width, height])
        angle = direction + spread * rng.standard_normal()
        end = start + length * rng.uniform(.3, 1.5) * np.array([np.cos(angle), np.sin(angle)])
        color = near(rng, palette[int(rng.integers(0, len(palette)))], 40)
        cv2.line(picture, start.astype(int).tolist(), end.astype(int).tolist(), color, int(rng.integers(1, 5)), cv2.LINE_AA)
    return picture


def clouds(rng, height, width):
    """Smooth color fields, out-of-focus rooms, marble, skin."""
    channels = [noise(rng, height, width, octaves=int(rng.integers(2, 7)), persistence=rng.uniform(.3, .7)) for _ in range(2)]
    base = duotone(channels[0] * rng.uniform(.2, 1), colors.surface(rng), colors.surface(rng)).astype(np.float32)
    return np.clip(base + channels[1][..., None] * rng.uniform(0, 30), 0, 255).astype(np.uint8)


# Surfaces on which codes lie as well as negatives; the number is how often each is taken.
TEXTURES = {
    plain: 4, leaves: 4, clouds: 2, grain: 1.5, wood: 1.5, fabric: 1.5, stripes: 1.5, tiles: 1.2, checks: .8, lattice: 1,
    halftone: .6, strokes: 1.2,
}
_CHOICES, _SHARES = list(TEXTURES), np.array(list(TEXTURES.values())) / sum(TEXTURES.values())


def random_texture(rng, height, width):
    return _CHOICES[int(rng.choice(len(_CHOICES), p=_SHARES))](rng, height, width)
