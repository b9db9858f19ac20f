"""BMP files, written byte by byte."""

import struct

import numpy as np

from makers.common import HEIGHT, WIDTH, nearest_byte, over_white, pack_row, pattern, save


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


def make():
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
    # A palette for displays of few colors, to be passed over.
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
