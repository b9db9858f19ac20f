"""Colors of surfaces, papers and inks."""
import colorsys

import numpy as np


def surface(rng):
    """Mostly muted, sometimes strong, of any brightness."""
    saturation = rng.beta(1.2, 3) if rng.random() < .75 else rng.uniform(.4, 1)
    return as_color(colorsys.hsv_to_rgb(rng.random(), saturation, rng.beta(1.6, 1.4)))


def paper(rng):
    """White, off-white, sometimes cardboard or a bright color."""
    kind = rng.random()
    if kind < .68:
        return as_color(np.clip(rng.uniform(.82, 1) + rng.uniform(-.04, .04, 3) * rng.random(), 0, 1))
    if kind < .8:  # cardboard, kraft paper
        return as_color(np.clip(np.array([.76, .62, .45]) * rng.uniform(.75, 1.25) + rng.uniform(-.04, .04, 3), 0, 1))
    if kind < .9:  # gray, metal, film
        return as_color(np.full(3, rng.uniform(.5, .8)) + rng.uniform(-.03, .03, 3))
    return as_color(colorsys.hsv_to_rgb(rng.random(), rng.uniform(.15, .9), rng.uniform(.75, 1)))


def ink(rng):
    """Black or nearly so, sometimes a dark color."""
    if rng.random() < .8:
        return as_color(np.clip(rng.uniform(0, .18) + rng.uniform(-.03, .03, 3), 0, 1))
    return as_color(colorsys.hsv_to_rgb(rng.random(), rng.uniform(.4, 1), rng.uniform(.1, .5)))


def contrasting(rng, color):
    """A color that is readable on another one."""
    for _ in range(8):
        other = surface(rng)
        if abs(luminance(other) - luminance(color)) > 70:
            return other
    return (20, 20, 20) if luminance(color) > 127 else (235, 235, 235)


def luminance(color):
    return .299 * color[0] + .587 * color[1] + .114 * color[2]


def as_color(values):
    """Three numbers from 0 to 1 as the tuple of ints that OpenCV and Pillow take."""
    return tuple(int(round(255 * float(v))) for v in values)
