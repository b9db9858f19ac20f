"""Text drawn with the fonts that come with the required packages."""
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .vocabulary import WORDS

_PACKAGES = ["font_roboto", "font_caladea", "font_amatic_sc", "font_manrope"]


def _find_fonts():
    paths = []
    for package in _PACKAGES:
        folder = Path(find_spec(package).submodule_search_locations[0])
        paths += sorted(p for p in folder.rglob("*.[to]tf"))
    assert paths, "no fonts found: install requirements.txt"
    return paths


FONTS = _find_fonts()


@lru_cache(maxsize=2048)
def font(index, size):
    return ImageFont.truetype(str(FONTS[index]), size)


def random_font(rng, size):
    """A font of about that size; sizes are rounded so that few font objects are made."""
    size = int(np.clip(size, 5, 160))
    return font(int(rng.integers(0, len(FONTS))), size if size < 16 else size // 4 * 4)


# Body text is cut from lines that are drawn once per font, since drawing glyphs is slower than all the rest of a scene.
_BODY_SIZE = 32
_BODY_LINES = 12


@lru_cache(maxsize=None)
def _body_line(index, number):
    """A long line of text as coverage (uint8), and where its words begin."""
    face = font(index, _BODY_SIZE)
    words = WORDS.line(np.random.default_rng([index, number]), 26).split()
    starts = [int(face.getlength(" ".join(words[:k]) + " ")) if k else 0 for k in range(len(words))]
    image = Image.new("L", (starts[-1] + 100, int(_BODY_SIZE * 1.3)))
    ImageDraw.Draw(image).text((0, 0), " ".join(words), fill=255, font=face)
    return np.array(image), starts


def body_font(rng):
    """Which font `Pen.body` writes with."""
    return int(rng.integers(0, len(FONTS)))


class Pen:
    """Writes several texts on one picture with one conversion to Pillow and back."""

    def __init__(self, picture):
        self.image = Image.fromarray(picture)
        self.draw = ImageDraw.Draw(self.image)

    def text(self, xy, text, face, color, anchor="la"):
        self.draw.text(xy, text, fill=color, font=face, anchor=anchor)

    def body(self, rng, xy, width, size, face, color):
        """Any words, over about `width` pixels, `size` pixels high."""
        strip, starts = _body_line(face, int(rng.integers(0, _BODY_LINES)))
        scale = size / _BODY_SIZE
        start = starts[int(rng.integers(0, len(starts) // 2))]
        end = next((s for s in starts if s > start + width / scale), starts[-1])
        piece = strip[:, start:end]
        shape = max(1, int(piece.shape[1] * scale)), max(1, int(piece.shape[0] * scale))
        mask = cv2.resize(piece, shape, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        self.image.paste(color, (int(xy[0]), int(xy[1])), Image.fromarray(mask))

    def ideograms(self, rng, x, y, size, count, color):
        """Glyphs of strokes in square cells, as dense as Chinese or Japanese text, for which no font is at hand."""
        width = max(1, size // 10)
        for glyph in range(count):
            left = x + glyph * size
            for stroke in range(int(rng.integers(4, 9))):
                a, b = rng.uniform(.08, .9, (2, 2)) * size
                if stroke % 3 < 2:
                    b[stroke % 3] = a[stroke % 3]
                self.draw.line([left + a[0], y + a[1], left + b[0], y + b[1]], fill=color, width=width)

    def picture(self):
        return np.array(self.image)
