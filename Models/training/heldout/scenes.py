"""Held-out scenes: codes on cards, thrown onto a ground, with Pillow's own warps and filters."""
import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from . import codes
from .backgrounds import color, font, random_background, words

SIZES = [(960, 720), (720, 960), (900, 900), (1200, 900), (810, 1440), (1440, 810)]
SHARES = {
    "qr_code": 24, "micro_qr": 1, "data_matrix": 19, "aztec": 19, "pdf417": 19,
    "ean_upc": 10, "code_128": 6, "code_39": 2, "itf": 2, "codabar": 2,
}


def render(rng, symbology=None):
    """A picture (Pillow RGB) and its codes: (symbology, outline N x 2 in pixels, what it says). A symbology: exactly one code, of this kind,
    large."""
    size = rng.choice(SIZES)
    image = random_background(rng, size)
    for _ in range(rng.randint(0, 3)):  # posters and sheets without codes
        sheet = random_background(rng, (rng.randint(90, 450), rng.randint(90, 450)))
        throw(rng, image, sheet, sheet.size[0] / size[0] * rng.uniform(.5, 1.5), [])
    count = 1 if symbology else rng.choices([0, 1, 2, 3], [25, 50, 17, 8])[0]
    found = []
    for _ in range(count):
        kind = symbology or rng.choices(list(SHARES), list(SHARES.values()))[0]
        card, corners, text, _ = carded(rng, kind)
        longest = rng.uniform(.45, .9) if symbology else math.exp(rng.uniform(math.log(.09), math.log(.92)))
        share = longest * min(size) / size[0] * card.size[0] / np.ptp(corners, axis=0).max()
        outline = throw(rng, image, card, share, [o for _, o, _ in found], corners)
        if outline is not None:
            found.append((kind, outline, text))
    return photographed(rng, image), found


def carded(rng, kind):
    """A code on its own paper, its four corners there, what it says, and how many pixels wide a module is."""
    matrix, text, content = codes.draw(rng, kind)
    module = max(2, round(560 / matrix.shape[1]))
    if matrix.shape[0] == 1:
        matrix = np.repeat(matrix, max(8, int(matrix.shape[1] * rng.uniform(.2, .8))), 0)
    paper, ink = color(rng, 215, 255), color(rng, 0, 45)
    if rng.random() < .2:
        paper = color(rng, 150, 255)
    if rng.random() < .05:
        paper, ink = ink, paper
    code = Image.fromarray(np.where(matrix[..., None], np.uint8(ink), np.uint8(paper))).resize(
        (matrix.shape[1] * module, matrix.shape[0] * module), Image.Resampling.NEAREST
    )
    quiet = module * (8 if kind in codes.LINEAR else rng.randint(2, 4))
    margins = [quiet + int(rng.random() ** 3 * 200) for _ in range(4)]
    card = Image.new("RGB", (code.size[0] + margins[0] + margins[2], code.size[1] + margins[1] + margins[3]), paper)
    draw = ImageDraw.Draw(card)
    face = font(rng, rng.uniform(16, 60))
    for y in range(0, card.size[1], int(face.size * 1.3)):
        if rng.random() < .6:
            draw.text((rng.randint(0, 20), y), words(rng, rng.randint(2, 12)), ink, face)
    area = [margins[0] - quiet, margins[1] - quiet, margins[0] + code.size[0] + quiet, margins[1] + code.size[1] + quiet]
    draw.rectangle(area, fill=paper)
    if text and rng.random() < .7:
        face = font(rng, code.size[0] / max(12, len(text)))
        draw.text((margins[0] + code.size[0] / 2, margins[1] + code.size[1] + 1), text, ink, face, anchor="ma")
    card.paste(code, (margins[0], margins[1]))
    (l, t), (w, h) = margins[:2], code.size
    return card, np.array([[l, t], [l + w, t], [l + w, t + h], [l, t + h]], float), content, module


def throw(rng, image, card, share, taken, corners=None):
    """Pastes a card with random corners, perhaps arched. Returns the outline of the code, or None if there was no place for it."""
    w, h = card.size
    scale = share * image.size[0] / w
    for _ in range(8):
        turn = rng.gauss(0, .15) if rng.random() < .5 else rng.uniform(-math.pi, math.pi)
        base = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) * scale / 2
        base = base * [1, rng.uniform(.55, 1)] if rng.random() < .5 else base * [rng.uniform(.55, 1), 1]
        base = base @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        base = base * (1 + np.array([[rng.uniform(-.12, .12)] for _ in range(4)]))
        matrix = _homography(np.array([[0, 0], [w, 0], [w, h], [0, h]], float), base)
        inner = base if corners is None else _mapped(matrix, corners)
        room = np.array(image.size) - np.ptp(inner, axis=0)
        if (room < 0).any() and corners is not None:
            scale *= .85
            continue
        target = np.array([rng.uniform(0, max(room[0], 1)), rng.uniform(0, max(room[1], 1))]) - inner.min(0)
        quad = base + target
        if any(_boxes_meet(quad, o) for o in taken):
            continue
        arch = rng.uniform(-.06, .06) * h if rng.random() < .25 else 0
        return lay(image, card, quad, arch, corners)
    return None


def lay(image, card, quad, arch, corners):
    """Pastes a card with its corners at those of the quadrilateral, arched by so many pixels of the card. Returns the outline of what has
    these corners on the card, if they are given."""
    w, h = card.size
    matrix = _homography(np.array([[0, 0], [w, 0], [w, h], [0, h]], float), quad)
    _paste(image, _arched(card, arch), matrix)
    if corners is None:
        return None
    t = np.linspace(0, 1, 16, endpoint=False)[:, None]
    border = np.concatenate([a + (b - a) * t for a, b in zip(corners, np.roll(corners, -1, 0))])
    border[:, 1] += arch * np.sin(np.pi * border[:, 0] / w)
    return _mapped(matrix, border)


def _arched(card, arch):
    """Columns shifted along half a sine, as on a bulging surface."""
    if not arch:
        return card
    pixels = np.array(card)
    rows = np.arange(card.size[1])
    shift = np.round(arch * np.sin(np.pi * np.arange(card.size[0]) / card.size[0])).astype(int)
    index = np.clip(rows[:, None] - shift[None], 0, card.size[1] - 1)
    return Image.fromarray(np.take_along_axis(pixels, index[..., None], 0))


def _boxes_meet(a, b):
    return bool((a.min(0) < b.max(0)).all() and (b.min(0) < a.max(0)).all())


def _homography(source, target):
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def _mapped(matrix, points):
    p = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    return p[:, :2] / p[:, 2:]


def _paste(image, card, matrix):
    inverse = np.linalg.inv(matrix)
    corners = _mapped(matrix, np.array([[0, 0], [card.size[0], 0], [card.size[0], card.size[1]], [0, card.size[1]]], float))
    shrink = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    if shrink < .6:  # first reduced, so that the warp does not skip pixels
        small = card.resize((max(1, int(card.size[0] * shrink)), max(1, int(card.size[1] * shrink))), Image.Resampling.BOX)
        inverse = np.diag([small.size[0] / card.size[0], small.size[1] / card.size[1], 1]) @ inverse
        card = small
    coefficients = (inverse / inverse[2, 2]).ravel()[:8].tolist()
    warped = card.transform(image.size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC)
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).polygon([tuple(p) for p in corners], fill=255)
    image.paste(warped, (0, 0), mask.filter(ImageFilter.GaussianBlur(.6)))


def photographed(rng, image):
    """Light, lens, sensor, file."""
    if rng.random() < .4:
        image = ImageEnhance.Brightness(image).enhance(rng.uniform(.45, 1.25))
    if rng.random() < .4:
        image = ImageEnhance.Contrast(image).enhance(rng.uniform(.55, 1.3))
    if rng.random() < .3:
        image = ImageEnhance.Color(image).enhance(rng.uniform(0, 1.6))
    if rng.random() < .45:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(.3, 1.8)))
    elif rng.random() < .25:
        image = image.filter(ImageFilter.BoxBlur(rng.uniform(.5, 1.5)))
    pixels = np.array(image, np.float32)
    generator = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    if rng.random() < .4:  # a lamp at one side
        y, x = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]]
        distance = np.hypot(x - rng.uniform(0, pixels.shape[1]), y - rng.uniform(0, pixels.shape[0])) / max(pixels.shape)
        pixels *= (1.25 - rng.uniform(.3, .8) * distance)[..., None]
    if rng.random() < .5:
        pixels += generator.normal(0, rng.uniform(1, 12), pixels.shape)
    image = Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
    if rng.random() < .6:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=rng.randint(35, 92))
        image = Image.open(io.BytesIO(file.getvalue())).convert("RGB")
    return image
