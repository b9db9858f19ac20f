"""What JPEG files show at a half, a quarter and an eighth of their size, by Pillow, which brings its own libjpeg-turbo."""

import glob
import os

import numpy as np
from PIL import Image, ImageFile, ImageOps

from makers.common import FIXTURES
from makers.jpeg import from_inks


def shown(path, divisor):
    """The pixels that a person sees."""
    name = os.path.basename(path)
    image = Image.open(path)
    image.draft(None, (image.width // divisor, image.height // divisor))
    image.load()
    # Broken blocks are ignored.
    if not name.startswith("jpeg-exif-broken"):
        image = ImageOps.exif_transpose(image)
    if image.mode == "CMYK":
        stored = np.asarray(image)
        # Pillow inverts in any case; without the marker, a stored 255 is full ink.
        return from_inks(255 - stored if name == "jpeg-cmyk.jpg" else stored).astype(np.uint8)
    return np.asarray(image.convert("RGB"))


def make():
    # One file lacks the marker at its end, and no pixel.
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    for divisor in (2, 4, 8):
        folder = os.path.join(FIXTURES, "reduced", str(divisor))
        os.makedirs(folder, exist_ok=True)
        for path in sorted(glob.glob(os.path.join(FIXTURES, "jpeg-*.jpg"))):
            width, height = Image.open(path).size
            # Nobody asks for less than two pixels on each axis.
            if min(width, height) // divisor < 2:
                continue
            rgb = shown(path, divisor)
            stem = os.path.splitext(os.path.basename(path))[0]
            with open(os.path.join(folder, stem + ".ppm"), "wb") as file:
                file.write(b"P6 %d %d 255\n" % (rgb.shape[1], rgb.shape[0]) + rgb.tobytes())
