"""Makes the picture files of this folder and, in expected/, what each of them shows, as binary PPM.

PNG, BMP and Netpbm files are written byte by byte here, so that their pixels are known by construction and no codec
vouches for itself. JPEG files are made by Pillow (two of them by ImageMagick's `convert`), and their pixels found by
Pillow, which brings its own libjpeg-turbo.

    python3 -m venv venv && venv/bin/pip install pillow==13.0.0 numpy && venv/bin/python make.py [ZOO_IMAGES]

With the zoo's folder of photographs it also writes zoo.txt: path, size and CRC-32 of each photograph's RGB pixels
as Pillow decodes them.
"""

import io
import os
import struct
import subprocess
import sys
import zlib

import numpy as np
from PIL import Image, ImageOps

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HEIGHT = 13, 7


def save(name, data, rgb):
    """Writes a fixture and what it shows: an array of height x width x 3 bytes."""
    assert len(data) < 4096, (name, len(data))
    rgb = np.asarray(rgb, dtype=np.uint8)
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)
    with open(os.path.join(HERE, "expected", os.path.splitext(name)[0] + ".ppm"), "wb") as file:
        file.write(b"P6 %d %d 255\n" % (rgb.shape[1], rgb.shape[0]) + rgb.tobytes())


def pattern(channels, width=WIDTH, height=HEIGHT, seed=1):
    """16-bit samples without any regularity, with some 0 and 65535 among them."""
    random = np.random.RandomState(seed)
    samples = random.randint(0, 65536, (height, width, channels))
    extremes = random.randint(0, 8, samples.shape)
    samples[extremes == 0] = 0
    samples[extremes == 1] = 65535
    return samples


def over_white(rgb, alpha):
    """The nearest value to the picture laid over white; rgb and alpha are bytes."""
    rgb, alpha = rgb.astype(int), alpha.astype(int)
    return (2 * (rgb * alpha + 255 * (255 - alpha)) + 255) // 510


def nearest_byte(samples, maximum):
    return (2 * samples.astype(int) * 255 + maximum) // (2 * maximum)


# PNG


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pack_row(row, depth):
    """A row of samples as bytes."""
    row = row.reshape(-1)
    if depth == 16:
        return row.astype(">u2").tobytes()
    if depth == 8:
        return row.astype(np.uint8).tobytes()
    bits = "".join(format(int(value), "0%db" % depth) for value in row)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[index : index + 8], 2) for index in range(0, len(bits), 8))


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


def exif(orientation, order="<", kind=3):
    """A TIFF block with two entries, the second of which is the orientation."""
    value = struct.pack(order + ("HH" if kind == 3 else "I"), *((orientation, 0) if kind == 3 else (orientation,)))
    entries = struct.pack(order + "HHII", 0x0100, 4, 1, 640) + struct.pack(order + "HHI", 0x0112, kind, 1) + value
    mark = b"II" if order == "<" else b"MM"
    return mark + struct.pack(order + "HI", 42, 8) + struct.pack(order + "H", 2) + entries + bytes(4)


def make_png():
    for depth in (1, 2, 4, 8, 16):
        samples = pattern(1) >> (16 - depth)
        grey = samples >> 8 if depth == 16 else samples * 255 // (2**depth - 1)
        rgb = np.repeat(grey, 3, axis=2)
        # One grey is transparent, in full depth; white takes its place.
        value = int(samples[3, 5, 0])
        shown = np.where(np.repeat(samples == value, 3, axis=2), 255, rgb)
        transparent = chunk(b"tRNS", struct.pack(">H", value))
        for interlaced in (False, True):
            suffix = "-interlaced.png" if interlaced else ".png"
            save("png-grey%d%s" % (depth, suffix), png(samples, depth, 0, interlaced), rgb)
            save("png-grey%d-trns%s" % (depth, suffix), png(samples, depth, 0, interlaced, transparent), shown)
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
            save("png-grey-alpha%d%s" % (depth, suffix), png(samples, depth, 4, interlaced), shown)
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


# BMP


def bmp(header, rest, pixels, gap=0):
    """`header` is the second header, `rest` what stands between it and the pixels."""
    offset = 14 + len(header) + len(rest) + gap
    start = b"BM" + struct.pack("<IHHI", offset + len(pixels), 0, 0, offset)
    return start + header + rest + bytes(gap) + pixels


def info(width, height, bits, compression=0, colors=0, size=40, masks=()):
    header = struct.pack("<IiiHHIIiiII", size, width, height, 1, bits, compression, 0, 2835, 2835, colors, 0)
    header += b"".join(struct.pack("<I", mask) for mask in masks)
    return header + bytes(size - len(header))


def rows(packed, top_down=False):
    """Rows of bytes, padded to 4."""
    packed = [row + bytes(-len(row) % 4) for row in packed]
    return b"".join(packed if top_down else packed[::-1])


def masked(samples, masks, bits):
    """Samples of 16 bits, reduced to the masks' widths: the pixels as integers, and the bytes they stand for."""
    pixels = np.zeros(samples.shape[:2], dtype=np.int64)
    shown = np.zeros(samples.shape, dtype=np.int64)
    for channel, mask in enumerate(masks):
        shift = (mask & -mask).bit_length() - 1
        width = bin(mask).count("1")
        values = samples[:, :, channel] >> (16 - width)
        pixels |= values << shift
        shown[:, :, channel] = nearest_byte(values, 2**width - 1)
    # Bits outside all masks mean nothing.
    everything = 0
    for mask in masks:
        everything |= mask
    noise = pattern(2, seed=9)
    pixels |= (noise[:, :, 0] << 16 | noise[:, :, 1]) & ~everything & (2**bits - 1)
    packed = [row.astype("<u%d" % (bits // 8)).tobytes() for row in pixels]
    return packed, shown


def make_bmp():
    palette = pattern(3, width=256, height=1, seed=4)[0] >> 8
    quads = lambda count: b"".join(bytes((int(b), int(g), int(r), 0)) for r, g, b in palette[:count])
    triples = lambda count: b"".join(bytes((int(b), int(g), int(r))) for r, g, b in palette[:count])
    for bits in (1, 2, 4, 8):
        samples = pattern(1) >> (16 - bits)
        rgb = palette[samples[:, :, 0]]
        packed = [pack_row(row, bits) for row in samples]
        if bits == 8:
            samples = samples % 50
            rgb = palette[samples[:, :, 0]]
            packed = [pack_row(row, bits) for row in samples]
            save("bmp-8-short-palette.bmp", bmp(info(WIDTH, HEIGHT, 8, colors=50), quads(50), rows(packed)), rgb)
            continue
        count = 2**bits
        save("bmp-%d.bmp" % bits, bmp(info(WIDTH, HEIGHT, bits), quads(count), rows(packed)), rgb)
        core = struct.pack("<IHHHH", 12, WIDTH, HEIGHT, 1, bits)
        save("bmp-%d-core.bmp" % bits, bmp(core, triples(count), rows(packed)), rgb)
    samples = pattern(1, seed=5) >> 8
    packed = [pack_row(row, 8) for row in samples]
    rgb = palette[samples[:, :, 0]]
    save("bmp-8.bmp", bmp(info(WIDTH, HEIGHT, 8), quads(256), rows(packed)), rgb)
    save("bmp-8-top-down.bmp", bmp(info(WIDTH, -HEIGHT, 8), quads(256), rows(packed, True)), rgb)
    save("bmp-8-gap.bmp", bmp(info(WIDTH, HEIGHT, 8), quads(256), rows(packed), gap=10), rgb)
    save("bmp-8-os2.bmp", bmp(info(WIDTH, HEIGHT, 8, size=64), quads(256), rows(packed)), rgb)

    samples = pattern(3)
    rgb = samples >> 8
    packed = [row[:, ::-1].astype(np.uint8).tobytes() for row in rgb]
    save("bmp-24.bmp", bmp(info(WIDTH, HEIGHT, 24), b"", rows(packed)), rgb)
    save("bmp-24-top-down.bmp", bmp(info(WIDTH, -HEIGHT, 24), b"", rows(packed, True)), rgb)
    save("bmp-24-core.bmp", bmp(struct.pack("<IHHHH", 12, WIDTH, HEIGHT, 1, 24), b"", rows(packed)), rgb)
    save("bmp-24-v5.bmp", bmp(info(WIDTH, HEIGHT, 24, size=124), b"", rows(packed)), rgb)
    # A palette for displays of few colours, to be passed over.
    save("bmp-24-palette.bmp", bmp(info(WIDTH, HEIGHT, 24, colors=6), quads(6), rows(packed)), rgb)

    five, six, eight, ten = (
        (0x7C00, 0x03E0, 0x001F), (0xF800, 0x07E0, 0x001F), (0xFF0000, 0xFF00, 0xFF), (0x3FF, 0xFFC00, 0x3FF00000))
    words = lambda masks: b"".join(struct.pack("<I", mask) for mask in masks)
    packed, shown = masked(samples, five, 16)
    save("bmp-16.bmp", bmp(info(WIDTH, HEIGHT, 16), b"", rows(packed)), shown)
    packed, shown = masked(samples, six, 16)
    save("bmp-16-565.bmp", bmp(info(WIDTH, HEIGHT, 16, 3), words(six), rows(packed)), shown)
    save("bmp-16-565-v2.bmp", bmp(info(WIDTH, HEIGHT, 16, 3, size=52, masks=six), b"", rows(packed)), shown)
    packed, shown = masked(samples, eight, 32)
    save("bmp-32.bmp", bmp(info(WIDTH, HEIGHT, 32), b"", rows(packed)), shown)
    save("bmp-32-v5-plain.bmp", bmp(info(WIDTH, HEIGHT, 32, size=124, masks=eight), b"", rows(packed)), shown)
    packed, shown = masked(samples, ten, 32)
    save("bmp-32-10-bits.bmp", bmp(info(WIDTH, HEIGHT, 32, 3), words(ten), rows(packed)), shown)

    samples = pattern(4)
    packed, shown = masked(samples, eight + (0xFF000000,), 32)
    shown = over_white(shown[:, :, :3], shown[:, :, 3:])
    for name, size in (("v3", 56), ("v4", 108), ("v5", 124)):
        header = info(WIDTH, HEIGHT, 32, 3, size=size, masks=eight + (0xFF000000,))
        save("bmp-32-%s-alpha.bmp" % name, bmp(header, b"", rows(packed)), shown)
    packed, shown = masked(samples, (0xF00, 0xF0, 0xF, 0xF000), 16)
    shown = over_white(shown[:, :, :3], shown[:, :, 3:])
    header = info(WIDTH, HEIGHT, 16, 3, size=56, masks=(0xF00, 0xF0, 0xF, 0xF000))
    save("bmp-16-4444.bmp", bmp(header, b"", rows(packed)), shown)
    samples[:, :, 3] = 0
    packed, shown = masked(samples, eight + (0xFF000000,), 32)
    header = info(WIDTH, HEIGHT, 32, 3, size=108, masks=eight + (0xFF000000,))
    save("bmp-32-alpha-zero.bmp", bmp(header, b"", rows(packed)), shown[:, :, :3])

    make_run_length(palette, quads)


def make_run_length(palette, quads):
    """One picture by hand. Rows from bottom to top: runs; an absolute run of odd length; a jump; an end of row."""
    width, height = 12, 4
    indices = np.zeros((height, width), dtype=int)
    indices[3] = [7] * 5 + [9] * 7
    data = bytes((5, 7, 7, 9, 0, 0))
    indices[2] = [1, 2, 3, 4, 5] + [6] * 7
    data += bytes((0, 5, 1, 2, 3, 4, 5, 0)) + bytes((7, 6, 0, 0))
    indices[1, :2] = 8
    data += bytes((2, 8)) + bytes((0, 2, 4, 1))
    indices[0, 6:9] = 11
    data += bytes((3, 11, 0, 1))
    header = info(width, height, 8, 1)
    save("bmp-rle8.bmp", bmp(header, quads(256), data), palette[indices])
    # Without the mark of its end, but with all rows; and with runs that leave their row.
    indices = np.array([[3] * 4, [2] * 4])
    data = bytes((9, 2, 0, 0, 0, 6)) + bytes([3] * 6) + bytes((0, 0))
    save("bmp-rle8-loose.bmp", bmp(info(4, 2, 8, 1, colors=4), quads(4), data), palette[indices])

    indices = np.zeros((height, width), dtype=int)
    indices[3] = [10, 11] * 6
    data = bytes((12, 0xAB, 0, 0))
    indices[2] = [1, 2, 3, 4, 5] + [6, 7, 6, 7, 6, 7, 6]
    data += bytes((0, 5, 0x12, 0x34, 0x50, 0)) + bytes((7, 0x67, 0, 0))
    indices[1, :3] = [8, 9, 8]
    data += bytes((3, 0x89)) + bytes((0, 2, 4, 1))
    indices[0, 7:11] = [1, 2, 3, 4]
    data += bytes((0, 4, 0x12, 0x34)) + bytes((0, 1))
    save("bmp-rle4.bmp", bmp(info(width, height, 4, 2), quads(16), data), palette[indices])


# Netpbm


def make_pnm():
    bits = pattern(1) >> 15
    shown = np.repeat((1 - bits) * 255, 3, axis=2)
    text = "\n".join("".join(str(int(bit)) for bit in row[:, 0]) for row in bits)
    save("pnm-p1.pbm", ("P1\n# a comment\n%d %d\n%s\n" % (WIDTH, HEIGHT, text)).encode(), shown)
    text = "\n".join(" ".join(str(int(bit)) for bit in row[:, 0]) for row in bits)
    save("pnm-p1-spaces.pbm", ("P1 %d\t%d\r\n%s" % (WIDTH, HEIGHT, text)).encode(), shown)
    save("pnm-p4.pbm", b"P4 %d %d\n" % (WIDTH, HEIGHT) + b"".join(pack_row(row, 1) for row in bits), shown)
    for maximum in (1, 15, 100, 255, 256, 1000, 65535):
        for channels, text_kind, binary_kind, extension in ((1, 2, 5, "pgm"), (3, 3, 6, "ppm")):
            samples = pattern(channels) * (maximum + 1) // 65536
            shown = np.repeat(nearest_byte(samples, maximum), 3 // channels, axis=2)
            text = "\n".join(" ".join(str(int(each)) for each in row.reshape(-1)) for row in samples)
            head = "P%d # comment 1\n%d # 2\n%d %d\n" % (text_kind, WIDTH, HEIGHT, maximum)
            save("pnm-p%d-%d.%s" % (text_kind, maximum, extension), (head + text + "\n").encode(), shown)
            body = samples.astype(np.uint8 if maximum < 256 else ">u2").tobytes()
            head = b"P%d\n%d %d\n%d\n" % (binary_kind, WIDTH, HEIGHT, maximum)
            save("pnm-p%d-%d.%s" % (binary_kind, maximum, extension), head + body, shown)


# JPEG


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


def make_jpeg():
    rgb = Image.fromarray(scene())
    grey = rgb.convert("L")

    def keep(name, data):
        save(name + ".jpg", data, decoded(data))

    for name, sampling in (("444", "4:4:4"), ("422", "4:2:2"), ("420", "4:2:0")):
        keep("jpeg-" + name, encoded(rgb, subsampling=sampling))
        keep("jpeg-progressive-" + name, encoded(rgb, subsampling=sampling, progressive=True))
    keep("jpeg-440", resampled(rgb, 1, 2))
    keep("jpeg-411", resampled(rgb, 4, 1))
    keep("jpeg-grey", encoded(grey))
    keep("jpeg-grey-progressive", encoded(grey, progressive=True))
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


def make_zoo(folder):
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
    with open(os.path.join(HERE, "zoo.txt"), "w") as file:
        file.write("\n".join(sorted(lines)) + "\n")


os.makedirs(os.path.join(HERE, "expected"), exist_ok=True)
make_png()
make_bmp()
make_pnm()
make_jpeg()
if len(sys.argv) > 1:
    make_zoo(sys.argv[1])
