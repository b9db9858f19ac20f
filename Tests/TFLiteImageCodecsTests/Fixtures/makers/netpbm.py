"""Netpbm files of all six kinds."""

import numpy as np

from makers.common import HEIGHT, WIDTH, nearest_byte, pack_row, pattern, save


def make():
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
