"""The sample picture of the project: python -m synthesis.sample OUT.jpg. One code of each class on one table."""
import json
from pathlib import Path
import sys

import cv2
import numpy as np
import zxingcpp

from .prints import sticker
from .projection import Projection
from .symbols import DETECTOR_CLASSES, draw
from .textures import wood

SYMBOLOGIES = ["qr_code", "data_matrix", "aztec", "pdf417", "ean_upc"]
WIDTH, HEIGHT = 960, 720
CENTERS = [(170, 190), (480, 180), (790, 190), (290, 530), (680, 530)]
# The diagonal of a sticker.
ROOM = 350
QUALITY = 85


def render():
    """The first picture, in the order of seeds, in which a decoder reads all codes; and the codes' outlines and symbols."""
    seed = 0
    while True:
        seed += 1
        rng = np.random.default_rng([99, seed])
        picture, outlines, symbols = _table(rng)
        if len({b.text for b in zxingcpp.read_barcodes(picture)}) == len(SYMBOLOGIES):
            return picture, outlines, symbols


def _table(rng):
    """Five stickers on a wooden table, three behind and two in front."""
    canvas = wood(rng, HEIGHT, WIDTH)
    outlines, symbols = [], []
    for center, symbology in zip(CENTERS, SYMBOLOGIES):
        item = sticker(rng, [draw(rng, symbology)], ROOM / 2)
        h, w = item.picture.shape[:2]
        pose = Projection(rng, h, w, ROOM / np.hypot(h, w))
        pose.offset = np.float32(center)
        pose.paste(canvas, item.picture, antialias=True)
        outlines.append(pose.outline(item.corners[0]))
        symbols += item.symbols
    light = 1 + .12 * cv2.resize(rng.standard_normal((2, 2), dtype=np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    noisy = canvas * light[..., None] + rng.normal(0, 3, canvas.shape)
    return cv2.GaussianBlur(np.clip(noisy, 0, 255).astype(np.uint8), (0, 0), .7), outlines, symbols


def main(path):
    picture, outlines, symbols = render()
    cv2.imwrite(path, picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    size = picture.shape[1], picture.shape[0]
    codes = []
    for outline, symbol in zip(outlines, symbols):
        low, high = np.clip(outline.min(0), 0, size), np.clip(outline.max(0), 0, size)
        box = dict(zip(("x", "y", "width", "height"), (round(float(v), 1) for v in (*low, *(high - low)))))
        codes.append({"label": DETECTOR_CLASSES[symbol.detector_class], "symbology": symbol.symbology, "box": box})
    Path(path).with_suffix(".json").write_text(json.dumps(codes, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
