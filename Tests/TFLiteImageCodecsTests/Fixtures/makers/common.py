"""What the makers of all formats share."""

import os
import struct

import numpy as np

FIXTURES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH, HEIGHT = 13, 7


def save(name, data, rgb):
    """Writes a fixture and what it shows: an array of height x width x 3 bytes."""
    assert len(data) < 4096, (name, len(data))
    rgb = np.asarray(rgb, dtype=np.uint8)
    with open(os.path.join(FIXTURES, name), "wb") as file:
        file.write(data)
    with open(os.path.join(FIXTURES, "expected", os.path.splitext(name)[0] + ".ppm"), "wb") as file:
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


def exif(orientation, order="<", kind=3):
    """A TIFF block with two entries, the second of which is the orientation."""
    value = struct.pack(order + ("HH" if kind == 3 else "I"), *((orientation, 0) if kind == 3 else (orientation,)))
    entries = struct.pack(order + "HHII", 0x0100, 4, 1, 640) + struct.pack(order + "HHI", 0x0112, kind, 1) + value
    mark = b"II" if order == "<" else b"MM"
    return mark + struct.pack(order + "HI", 42, 8) + struct.pack(order + "H", 2) + entries + bytes(4)
