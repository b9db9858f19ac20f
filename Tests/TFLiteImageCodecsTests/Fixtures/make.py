"""Makes the picture files of this folder and, in expected/, what each of them shows, as binary PPM.

PNG, BMP and Netpbm files are written byte by byte here, so that their pixels are known by construction and no codec
vouches for itself. JPEG files are made by Pillow (two of them by ImageMagick's `convert`), and their pixels found by
Pillow, which brings its own libjpeg-turbo; so are, in reduced/, those at a half, a quarter and an eighth of their size.

    python3 -m venv venv && venv/bin/pip install pillow==13.0.0 numpy && venv/bin/python make.py [ZOO_IMAGES]

With the zoo's folder of photographs it also writes zoo.txt: path, size and CRC-32 of each photograph's RGB pixels
as Pillow decodes them.
"""

import os
import sys

from makers import bmp, jpeg, netpbm, png, reduced, zoo
from makers.common import FIXTURES

os.makedirs(os.path.join(FIXTURES, "expected"), exist_ok=True)
png.make()
bmp.make()
netpbm.make()
jpeg.make()
reduced.make()
if len(sys.argv) > 1:
    zoo.make(sys.argv[1])
