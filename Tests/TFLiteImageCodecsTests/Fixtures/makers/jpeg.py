"""JPEG files, by Pillow and, where its options do not suffice, by ImageMagick."""

import io
import struct
import subprocess

import numpy as np
from PIL import Image, ImageOps

from makers.common import exif, save


def scene(width=37, height=27):
    """Slopes and edges in all channels, with no symmetry."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    red = 255 * x / width
    green = 128 + 120 * np.sin(x / 5 + y * y / 60)
    blue = np.where((x - 12) ** 2 + (y - 9) ** 2 < 60, 240, 30 + 3 * y)
    return np.stack([red, green, blue], axis=2).round().clip(0, 255).astype(np.uint8)


def encoded(image, **options):
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=options.pop("quality", 80), optimize=options.pop("optimize", True), **options)
    return buffer.getvalue()


def decoded(data):
    return np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB"))


def segments(data):
    """The marker segments before the first scan, and the rest."""
    at, result = 2, []
    while data[at + 1] != 0xDA:
        size = struct.unpack(">H", data[at + 2 : at + 4])[0]
        result.append(data[at : at + 2 + size])
        at += 2 + size
    return result, data[at:]


def from_inks(inks):
    """RGB of CMYK where 255 is full ink: light is what both an ink and black let through."""
    light = 255 - inks.astype(int)
    return (2 * light[:, :, :3] * light[:, :, 3:] + 255) // 510


def make():
    rgb = Image.fromarray(scene())
    gray = rgb.convert("L")

    def keep(name, data):
        save(name + ".jpg", data, decoded(data))

    for name, sampling in (("444", "4:4:4"), ("422", "4:2:2"), ("420", "4:2:0")):
        keep("jpeg-" + name, encoded(rgb, subsampling=sampling))
        keep("jpeg-progressive-" + name, encoded(rgb, subsampling=sampling, progressive=True))
    keep("jpeg-440", resampled(rgb, 1, 2))
    keep("jpeg-411", resampled(rgb, 4, 1))
    keep("jpeg-gray", encoded(gray))
    keep("jpeg-gray-progressive", encoded(gray, progressive=True))
    keep("jpeg-restart", encoded(rgb, subsampling="4:2:0", restart_marker_blocks=2))
    keep("jpeg-restart-progressive", encoded(rgb, progressive=True, restart_marker_blocks=1))
    keep("jpeg-rgb", encoded(rgb, keep_rgb=True))
    keep("jpeg-standard-tables", encoded(rgb, optimize=False))
    keep("jpeg-1x1", encoded(rgb.crop((5, 5, 6, 6))))
    keep("jpeg-8x8", encoded(rgb.crop((0, 0, 8, 8)), quality=100))

    # Four inks. Pillow writes the Adobe marker and inverts.
    inks = np.dstack([scene(), scene()[::-1, ::-1, 1] // 2])
    cmyk = encoded(Image.frombytes("CMYK", rgb.size, inks.tobytes()))
    stored = np.asarray(Image.open(io.BytesIO(cmyk)))
    save("jpeg-cmyk-adobe.jpg", cmyk, from_inks(stored))
    kept, scan = segments(cmyk)
    plain = b"\xff\xd8" + b"".join(each for each in kept if each[1] != 0xEE) + scan
    # Pillow inverts in any case; without the marker, a stored 255 is full ink.
    stored = 255 - np.asarray(Image.open(io.BytesIO(plain)))
    save("jpeg-cmyk.jpg", plain, from_inks(stored))
    # The last byte of the Adobe marker says how the channels are meant: 2 is YCCK.
    ycck = b"\xff\xd8" + b"".join(each[:-1] + b"\2" if each[1] == 0xEE else each for each in kept) + scan
    stored = np.asarray(Image.open(io.BytesIO(ycck)))
    assert Image.open(io.BytesIO(ycck)).info["adobe_transform"] == 2
    save("jpeg-ycck.jpg", ycck, from_inks(stored))

    small = rgb.crop((0, 0, 19, 11))
    for orientation in range(1, 9):
        keep("jpeg-exif-%d" % orientation, encoded(small, exif=b"Exif\0\0" + exif(orientation, "<>"[orientation % 2])))
    keep("jpeg-exif-long", encoded(small, exif=b"Exif\0\0" + exif(6, kind=4)))
    # Broken blocks are ignored.
    good = exif(6)
    upright = np.asarray(Image.open(io.BytesIO(encoded(small))))
    for name, block in (
        ("empty", b""), ("order", b"XX" + good[2:]), ("magic", good[:2] + b"\1" + good[3:]),
        ("offset", good[:4] + b"\xff\xff\xff\xff" + good[8:]), ("count", good[:8] + b"\xff\xff" + good[10:22]),
        ("value", exif(9)), ("zero", exif(0)), ("type", exif(6, kind=4).replace(b"\4\0\1\0\0\0\6", b"\7\0\1\0\0\0\6")),
    ):
        save("jpeg-exif-broken-%s.jpg" % name, encoded(small, exif=b"Exif\0\0" + block), upright)

    # Bytes that belong to no segment, and garbage behind the end, harm nothing; nor does a missing end.
    data = encoded(small)
    kept, scan = segments(data)
    save("jpeg-extraneous.jpg", b"\xff\xd8" + kept[0] + b"\0\1\2" + b"".join(kept[1:]) + scan + b"garbage", upright)
    save("jpeg-no-end.jpg", data[:-2], upright)


def resampled(image, horizontal, vertical):
    """A file whose chroma is sampled in a way that Pillow does not offer; made by ImageMagick."""
    result = subprocess.run(
        ["convert", "ppm:-", "-sampling-factor", "%dx%d" % (horizontal, vertical), "-quality", "80", "-strip", "jpg:-"],
        input=b"P6 %d %d 255\n" % image.size + image.tobytes(), capture_output=True, check=True)
    return result.stdout
