"""Things that are printed, shown or built and are no codes: text, tables, keyboards, screens, logos, book spines.

Every function takes a random generator, a height and a width and returns a uint8 RGB picture.
"""
import cv2
import numpy as np

from . import colors
from .textures import near, random_texture
from .typography import Pen, body_font, random_font
from .vocabulary import line


def _sheet(height, width, color):
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = color
    return picture


def text_page(rng, height, width):
    """Paragraphs of one size, one or more columns: books, newspapers, instructions, ingredients."""
    ground = colors.paper(rng)
    ink = colors.ink(rng) if rng.random() < .8 else colors.contrasting(rng, ground)
    if rng.random() < .12:
        ground, ink = ink, ground
    pen = Pen(_sheet(height, width, ground))
    size = int(np.exp(rng.uniform(np.log(5), np.log(34))))
    leading = max(4, int(size * rng.uniform(.95, 1.7)))
    columns = int(rng.integers(1, 4)) if width > 25 * size else 1
    face = body_font(rng)
    ideograms = rng.random() < .15
    for column in range(columns):
        left = int(width * (column + .03) / columns)
        for y in range(int(rng.integers(0, 10)), height, leading):
            if rng.random() < .08:
                continue
            if ideograms:
                pen.ideograms(rng, left, y, size, int(min(30, width / columns / size * rng.uniform(.3, .95))), ink)
            else:
                pen.body(rng, (left, y), width / columns * (.9 if rng.random() < .85 else rng.uniform(.1, .9)), size, face, ink)
        if columns > 1 and column:  # keep the columns apart
            pen.draw.rectangle([left - size, 0, left - 2, height], fill=ground)
    return pen.picture()


def headline(rng, height, width):
    """A few words of different sizes, as on packages, posters and signs."""
    ground = colors.surface(rng) if rng.random() < .6 else colors.paper(rng)
    picture = random_texture(rng, height, width) if rng.random() < .2 else _sheet(height, width, ground)
    pen = Pen(picture)
    y = -int(rng.integers(0, 20))
    while y < height:
        size = int(np.exp(rng.uniform(np.log(8), np.log(max(12, height * .35)))))
        ink = colors.contrasting(rng, ground)
        x = int(rng.uniform(-.1, .5) * width)
        if rng.random() < .12:
            pen.ideograms(rng, x, y, size, int(rng.integers(2, 9)), ink)
        else:
            pen.text((x, y), line(rng, 1, 4), random_font(rng, size), ink)
        y += int(size * rng.uniform(1, 2.5))
    return pen.picture()


def table(rng, height, width):
    """Nutrition facts, invoices, receipts, timetables, spreadsheets."""
    ground, ink = colors.paper(rng), colors.ink(rng)
    pen = Pen(_sheet(height, width, ground))
    row = int(np.exp(rng.uniform(np.log(9), np.log(34))))
    face = body_font(rng)
    xs = [0, *sorted(rng.integers(0, width, int(rng.integers(1, 7))).tolist()), width]
    ruled = rng.random() < .65
    thick = int(rng.integers(1, 4))
    for index, y in enumerate(range(0, height, row)):
        if rng.random() < .1:
            pen.draw.rectangle([0, y, width, y + row], fill=ink if rng.random() < .4 else near_int(rng, ground, 40))
        if ruled or rng.random() < .1:
            pen.draw.line([0, y, width, y], fill=ink, width=thick)
        for left, right in zip(xs, xs[1:]):
            if right - left > row and rng.random() < .85:
                pen.body(rng, (left + 3, y + row * .12), (right - left) * rng.uniform(.1, .7), row * .62, face, ink)
    if ruled and rng.random() < .7:
        for x in xs:
            pen.draw.line([x, 0, x, height], fill=ink, width=thick)
    return pen.picture()


def near_int(rng, color, spread):
    return tuple(int(v) for v in near(rng, color, spread))


def receipt(rng, height, width):
    """Monospaced-looking lines on a strip of thermal paper."""
    pen = Pen(_sheet(height, width, near_int(rng, (235, 235, 232), 18)))
    size = max(6, int(width / rng.uniform(14, 30)))
    face, body = random_font(rng, size), body_font(rng)
    ink = near_int(rng, (60, 60, 70), 40)
    for y in range(size, height, int(size * 1.3)):
        kind = rng.random()
        if kind < .12:
            pen.draw.line([size, y, width - size, y], fill=ink, width=1)
        elif kind < .3:
            pen.text((width / 2, y), line(rng, 1, 3), face, ink, anchor="ma")
        else:
            pen.body(rng, (size, y), width * rng.uniform(.15, .55), size, body, ink)
            pen.text((width - size, y), f"{rng.uniform(0, 99):.2f}", face, ink, anchor="ra")
    return pen.picture()


def keyboard(rng, height, width):
    """Keys of a keyboard, a telephone, a remote control or a calculator."""
    body, key = colors.surface(rng), colors.surface(rng)
    pen = Pen(_sheet(height, width, body))
    step = int(np.exp(rng.uniform(np.log(14), np.log(80))))
    gap = max(1, int(step * rng.uniform(.06, .3)))
    face = random_font(rng, step * rng.uniform(.25, .5))
    ink = colors.contrasting(rng, key)
    radius = int(step * rng.uniform(0, .3))
    for row, y in enumerate(range(0, height, step)):
        x = -int(step * .25 * (row % 4))
        while x < width:
            w = step * (1 if rng.random() < .9 else int(rng.integers(2, 6)))
            pen.draw.rounded_rectangle([x, y, x + w - gap, y + step - gap], radius=radius, fill=near_int(rng, key, 8))
            legend = chr(int(rng.integers(65, 91))) if rng.random() < .8 else str(int(rng.integers(0, 10)))
            pen.text((x + step * .2, y + step * .15), legend, face, ink)
            x += w
    return pen.picture()


def spines(rng, height, width):
    """Books, records or boxes on a shelf, seen from the side."""
    picture = _sheet(height, width, colors.surface(rng))
    x = 0
    while x < width:
        w = int(np.exp(rng.uniform(np.log(5), np.log(70))))
        color = colors.surface(rng)
        top = int(rng.uniform(0, .25) * height)
        cv2.rectangle(picture, (x, top), (x + w - 1, height), color, -1)
        for _ in range(int(rng.integers(0, 3))):
            y = int(rng.uniform(top, height))
            cv2.rectangle(picture, (x, y), (x + w - 1, y + int(rng.integers(2, 20))), colors.surface(rng), -1)
        if w > 10 and rng.random() < .8:
            strip = Pen(_sheet(w, height - top, color))
            strip.text((rng.uniform(0, .4) * height, w * .15), line(rng, 2, 6), random_font(rng, w * .6), colors.contrasting(rng, color))
            part = np.rot90(strip.picture(), 3)[:, : max(0, width - x)]
            picture[top : top + part.shape[0], x : x + part.shape[1]] = part
        x += w
    return picture


def screen(rng, height, width):
    """A user interface: bars, cards, icons, lists, a photograph or two."""
    dark = rng.random() < .35
    ground = near_int(rng, (28, 28, 32) if dark else (244, 244, 246), 10)
    ink = (230, 230, 230) if dark else (40, 40, 46)
    pen = Pen(_sheet(height, width, ground))
    accent, face = colors.surface(rng), body_font(rng)
    row = int(np.clip(height / rng.uniform(6, 18), 10, 90))
    pen.draw.rectangle([0, 0, width, row], fill=accent)
    pen.text((row * .3, row * .2), line(rng, 1, 3), random_font(rng, row * .5), colors.contrasting(rng, accent))
    y = int(row * 1.3)
    while y < height:
        kind = rng.integers(0, 4)
        if kind == 0:  # a list row
            pen.draw.ellipse([row * .2, y, row * 1.0, y + row * .8], fill=colors.surface(rng))
            pen.body(rng, (row * 1.3, y), width * rng.uniform(.2, .6), row * .35, face, ink)
            pen.body(rng, (row * 1.3, y + row * .4), width * rng.uniform(.2, .7), row * .26, face, near_int(rng, (128, 128, 128), 20))
            y += int(row * 1.2)
        elif kind == 1:  # icons
            count = int(rng.integers(3, 7))
            for k in range(count):
                left = width * (k + .15) / count
                side = min(row * .9, width / count * .7)
                pen.draw.rounded_rectangle([left, y, left + side, y + side], radius=int(side * .22), fill=colors.surface(rng))
                pen.text((left + side * .3, y + side * .2), chr(int(rng.integers(65, 91))), random_font(rng, side * .5), (255, 255, 255))
            y += int(row * 1.3)
        elif kind == 2:  # text
            for _ in range(int(rng.integers(2, 6))):
                pen.body(rng, (row * .3, y), width * rng.uniform(.3, .95), row * .3, face, ink)
                y += int(row * .42)
        else:  # a button
            pen.draw.rounded_rectangle([width * .15, y, width * .85, y + row * .8], radius=int(row * .3), fill=colors.surface(rng))
            pen.text((width / 2, y + row * .2), line(rng, 1, 2), random_font(rng, row * .35), (255, 255, 255), anchor="ma")
            y += int(row * 1.2)
    return pen.picture()


def logo(rng, height, width):
    """Rings, targets, stars, letters in shapes, corner marks: round and square graphics with strong contrast."""
    ground = colors.paper(rng) if rng.random() < .6 else colors.surface(rng)
    picture = _sheet(height, width, ground)
    for _ in range(int(rng.integers(1, 5))):
        ink = colors.contrasting(rng, ground)
        size = min(height, width) * rng.uniform(.15, .5)
        cx, cy = (int(v) for v in rng.uniform(.2, .8, 2) * [width, height])
        kind = rng.integers(0, 5)
        if kind < 2:  # concentric rings or squares
            for k, radius in enumerate(np.linspace(size, size * .15, int(rng.integers(2, 6)))):
                color = ink if k % 2 == 0 else ground
                if kind == 0:
                    cv2.circle(picture, (cx, cy), int(radius), color, -1, cv2.LINE_AA)
                else:
                    cv2.rectangle(picture, (int(cx - radius), int(cy - radius)), (int(cx + radius), int(cy + radius)), color, -1)
        elif kind == 2:  # a star or a gear
            count = int(rng.integers(5, 24))
            angles = np.arange(2 * count) * np.pi / count
            radii = size * np.where(np.arange(2 * count) % 2, rng.uniform(.4, .85), 1)
            points = np.stack([cx + radii * np.cos(angles), cy + radii * np.sin(angles)], 1)
            cv2.fillPoly(picture, [points.astype(np.int32)], ink, cv2.LINE_AA)
        elif kind == 3:
            for k in range(int(rng.integers(2, 7))):
                left, right = int(cx - size * rng.uniform(.3, 1)), int(cx + size * rng.uniform(.3, 1))
                top = int(cy - size + k * size * .35)
                cv2.rectangle(picture, (left, top), (right, top + int(size * .2)), ink, -1)
        else:
            axes = (int(size), int(size * rng.uniform(.4, 1)))
            cv2.ellipse(picture, (cx, cy), axes, 0, 0, 360, ink, -1, cv2.LINE_AA)
        if rng.random() < .7:
            pen = Pen(picture)
            pen.text((cx, cy), line(rng, 1, 1), random_font(rng, size * rng.uniform(.3, .9)), colors.contrasting(rng, ink), anchor="mm")
            picture = pen.picture()
    return picture


def ruler(rng, height, width):
    """Scales, rulers, piano keys, music paper: marks at regular distances."""
    ground = colors.paper(rng) if rng.random() < .7 else colors.surface(rng)
    ink = colors.contrasting(rng, ground)
    pen = Pen(_sheet(height, width, ground))
    kind = rng.integers(0, 3)
    if kind == 0:  # a ruler
        step = rng.uniform(3, 14)
        for k in range(int(width / step)):
            length = height * (.6 if k % 10 == 0 else .45 if k % 5 == 0 else .3)
            pen.draw.line([k * step, 0, k * step, length], fill=ink, width=1)
            if k % 10 == 0:
                pen.text((k * step, height * .62), str(k // 10), random_font(rng, step * 2.5), ink)
    elif kind == 1:  # piano keys
        step = rng.uniform(10, 50)
        for k in range(int(width / step) + 1):
            pen.draw.line([k * step, 0, k * step, height], fill=(60, 60, 60), width=max(1, int(step * .06)))
            if k % 7 not in (0, 3):
                pen.draw.rectangle([k * step - step * .3, 0, k * step + step * .3, height * .62], fill=(18, 18, 20))
    else:  # staves
        gap = rng.uniform(3, 9)
        y = gap
        while y < height:
            for k in range(5):
                pen.draw.line([0, y + k * gap, width, y + k * gap], fill=ink, width=1)
            for x in np.arange(gap, width, gap * rng.uniform(2, 5)):
                cy = y + rng.uniform(0, 4) * gap
                pen.draw.ellipse([x, cy, x + gap * 1.2, cy + gap], fill=ink)
                pen.draw.line([x + gap * 1.2, cy, x + gap * 1.2, cy - 3 * gap], fill=ink, width=1)
            y += gap * rng.uniform(7, 10)
    return pen.picture()


def board(rng, height, width):
    """A printed circuit board: chips with rows of pins, tracks, small parts."""
    ground = near_int(rng, (30, 90, 55) if rng.random() < .7 else colors.surface(rng), 25)
    picture = _sheet(height, width, ground)
    copper = near_int(rng, (190, 180, 140), 40)
    for _ in range(int(rng.integers(5, 30))):
        x, y = (int(v) for v in rng.uniform(0, [width, height]))
        for _ in range(3):
            dx, dy = [(1, 0), (0, 1), (1, 1), (-1, 1)][int(rng.integers(0, 4))]
            length = int(rng.integers(5, 80))
            end = (x + dx * length, y + dy * length)
            cv2.line(picture, (x, y), end, near(rng, ground, 30), 2, cv2.LINE_AA)
            x, y = end
    for _ in range(int(rng.integers(2, 12))):
        x, y = (int(v) for v in rng.uniform(0, [width, height]))
        w, h = (int(v) for v in rng.integers(8, 90, 2))
        pitch = int(rng.integers(3, 9))
        for px in range(x, x + w, pitch):
            cv2.line(picture, (px, y - pitch), (px, y + h + pitch), copper, max(1, pitch // 2))
        cv2.rectangle(picture, (x, y), (x + w, y + h), near(rng, (25, 25, 28), 15), -1)
    pen = Pen(picture)
    for _ in range(int(rng.integers(2, 14))):
        pen.text(tuple(rng.uniform(0, [width, height])), line(rng, 1, 1), random_font(rng, int(rng.integers(6, 18))), (225, 225, 225))
    return pen.picture()


def cells(rng, height, width):
    """Almost a code: random cells in two colors without any finder pattern, as in mosaics, pixel art and puzzles."""
    ground = colors.paper(rng)
    ink = colors.ink(rng) if rng.random() < .6 else colors.contrasting(rng, ground)
    rows, columns = (int(v) for v in rng.integers(4, 15, 2))
    grid = rng.random((rows, columns)) < rng.uniform(.25, .75)
    if rng.random() < .3:  # symmetric, as woven patterns and pixel figures are
        grid[:, columns - columns // 2 :] = grid[:, : columns // 2][:, ::-1]
    palette = np.uint8([ground, ink])
    return cv2.resize(palette[grid.astype(int)], (width, height), interpolation=cv2.INTER_NEAREST)


def bars(rng, height, width):
    """Almost a barcode: equal bars, or a few bars of any width, on a plain field."""
    ground = colors.paper(rng)
    picture = _sheet(height, width, ground)
    ink = colors.ink(rng) if rng.random() < .6 else colors.contrasting(rng, ground)
    margin = int(rng.uniform(0, .2) * width)
    if rng.random() < .6:
        step = rng.uniform(4, 40)
        edges = np.arange(margin, width - margin, step)
        lengths = np.full(len(edges), step * rng.uniform(.25, .75))
    else:
        edges = np.sort(rng.uniform(margin, width - margin, int(rng.integers(2, 9))))
        lengths = rng.uniform(.01, .06, len(edges)) * width
    for left, length in zip(edges, lengths):
        cv2.rectangle(picture, (int(left), margin // 2), (int(left + length), height - margin // 2), ink, -1)
    return picture if rng.random() < .6 else np.ascontiguousarray(cv2.resize(np.rot90(picture), (width, height)))


# The number is how often each is taken.
CLUTTER = {
    text_page: 3, headline: 3, table: 1.6, receipt: .8, keyboard: 1, spines: 1, screen: 1.2, logo: 1.4, ruler: .7, board: .6,
    cells: .6, bars: .7,
}
_CHOICES, _SHARES = list(CLUTTER), np.array(list(CLUTTER.values())) / sum(CLUTTER.values())


def random_clutter(rng, height, width):
    return _CHOICES[int(rng.choice(len(_CHOICES), p=_SHARES))](rng, height, width)
