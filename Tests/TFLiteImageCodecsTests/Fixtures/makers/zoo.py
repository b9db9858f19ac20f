"""What Pillow sees on the photographs of the zoo."""

import os
import zlib

import numpy as np
from PIL import Image, ImageOps

from makers.common import FIXTURES, over_white


def make(folder):
    lines = []
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            image = ImageOps.exif_transpose(Image.open(path))
            if image.mode in ("P", "RGBA"):
                rgba = np.asarray(image.convert("RGBA"))
                rgb = over_white(rgba[:, :, :3], rgba[:, :, 3:]).astype(np.uint8)
            else:
                rgb = np.asarray(image.convert("RGB"))
            height, width = rgb.shape[:2]
            lines.append("%s %d %d %08x" % (os.path.relpath(path, folder), width, height, zlib.crc32(rgb.tobytes())))
    with open(os.path.join(FIXTURES, "zoo.txt"), "w") as file:
        file.write("\n".join(sorted(lines)) + "\n")
