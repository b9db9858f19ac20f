"""PNG files, written byte by byte."""

import struct
import zlib

import numpy as np

from makers.common import exif, over_white, pack_row, pattern, save


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def filtered(rows, bytes_per_pixel):
    """Rows with filters 0 to 4 in turn."""
    result = bytearray()
    previous = bytes(len(rows[0]))
    for index, row in enumerate(rows):
        kind = index % 5
        result.append(kind)
        for at, value in enumerate(row):
            left = row[at - bytes_per_pixel] if at >= bytes_per_pixel else 0
            up = previous[at]
            corner = previous[at - bytes_per_pixel] if at >= bytes_per_pixel else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda each: abs(guess - each))
            prediction = (0, left, up, (left + up) // 2, nearest)[kind]
            result.append((value - prediction) & 255)
        previous = row
    return bytes(result)


ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def png(samples, depth, color_type, interlaced=False, before=b"", after=b"", parts=1):
    height, width, channels = samples.shape
    bytes_per_pixel = max(channels * depth // 8, 1)
    passes = ADAM7 if interlaced else ((0, 0, 1, 1),)
    raw = b""
    for x, y, dx, dy in passes:
        part = samples[y::dy, x::dx]
        if part.size:
            raw += filtered([pack_row(row, depth) for row in part], bytes_per_pixel)
    packed = zlib.compress(raw, 9)
    size = -(-len(packed) // parts)
    data = b"".join(chunk(b"IDAT", packed[at : at + size]) for at in range(0, len(packed), size))
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, int(interlaced))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + data + after + chunk(b"IEND", b"")


def make():
    for depth in (1, 2, 4, 8, 16):
        samples = pattern(1) >> (16 - depth)
        gray = samples >> 8 if depth == 16 else samples * 255 // (2**depth - 1)
        rgb = np.repeat(gray, 3, axis=2)
        # One gray is transparent, in full depth; white takes its place.
        value = int(samples[3, 5, 0])
        shown = np.where(np.repeat(samples == value, 3, axis=2), 255, rgb)
        transparent = chunk(b"tRNS", struct.pack(">H", value))
        for interlaced in (False, True):
            suffix = "-interlaced.png" if interlaced else ".png"
            save("png-gray%d%s" % (depth, suffix), png(samples, depth, 0, interlaced), rgb)
            save("png-gray%d-trns%s" % (depth, suffix), png(samples, depth, 0, interlaced, transparent), shown)
    for depth in (1, 2, 4, 8):
        samples = pattern(1) >> (16 - depth)
        palette = pattern(3, width=2**depth, height=1, seed=2)[0] >> 8
        colors = chunk(b"PLTE", palette.astype(np.uint8).tobytes())
        rgb = palette[samples[:, :, 0]]
        # Transparency for the first half of the palette only.
        half = 2 ** (depth - 1)
        alpha = np.full(2**depth, 255)
        alpha[:half] = pattern(1, width=half, height=1, seed=3)[0, :, 0] >> 8
        shown = over_white(rgb, alpha[samples])
        transparent = colors + chunk(b"tRNS", alpha[:half].astype(np.uint8).tobytes())
        for interlaced in (False, True):
            suffix = "-interlaced.png" if interlaced else ".png"
            save("png-palette%d%s" % (depth, suffix), png(samples, depth, 3, interlaced, colors), rgb)
            save("png-palette%d-trns%s" % (depth, suffix), png(samples, depth, 3, interlaced, transparent), shown)
    for depth in (8, 16):
        for interlaced in (False, True):
            suffix = "-interlaced.png" if interlaced else ".png"
            samples = pattern(3) >> (16 - depth)
            rgb = samples >> (depth - 8)
            save("png-rgb%d%s" % (depth, suffix), png(samples, depth, 2, interlaced), rgb)
            key = samples[4, 6]
            transparent = chunk(b"tRNS", struct.pack(">HHH", *(int(each) for each in key)))
            shown = np.where((samples == key).all(axis=2, keepdims=True), 255, rgb)
            save("png-rgb%d-trns%s" % (depth, suffix), png(samples, depth, 2, interlaced, transparent), shown)
            samples = pattern(2) >> (16 - depth)
            high = samples >> (depth - 8)
            shown = over_white(np.repeat(high[:, :, :1], 3, axis=2), high[:, :, 1:])
            save("png-gray-alpha%d%s" % (depth, suffix), png(samples, depth, 4, interlaced), shown)
            samples = pattern(4) >> (16 - depth)
            high = samples >> (depth - 8)
            shown = over_white(high[:, :, :3], high[:, :, 3:])
            save("png-rgba%d%s" % (depth, suffix), png(samples, depth, 6, interlaced), shown)

    samples = pattern(3) >> 8
    save("png-1x1.png", png(samples[:1, :1], 8, 2), samples[:1, :1])
    save("png-1x1-interlaced.png", png(samples[:1, :1], 8, 2, True), samples[:1, :1])
    save("png-many-idat.png", png(samples, 8, 2, parts=9), samples)
    # A gamma of 1/1 would change every pixel if it were heeded; a broken profile and text would stop a strict reader.
    others = chunk(b"gAMA", struct.pack(">I", 100000)) + chunk(b"sBIT", b"\5\6\5") + chunk(b"iCCP", b"nonsense")
    others += chunk(b"tEXt", b"") + chunk(b"bKGD", struct.pack(">HHH", 1, 2, 3)) + chunk(b"prVt", b"private")
    save("png-other-chunks.png", png(samples, 8, 2, before=others), samples)
    turned = np.rot90(samples, 3)
    save("png-exif-before.png", png(samples, 8, 2, before=chunk(b"eXIf", exif(6, ">"))), turned)
    save("png-exif-after.png", png(samples, 8, 2, after=chunk(b"eXIf", exif(6))), turned)
