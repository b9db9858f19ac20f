"""Kernels of lenses out of focus and of hands that move; extents in pixels."""
import numpy as np


def disc(radius, rim=0.0):
    """What a point becomes out of focus. rim: how much brighter than its middle the disc's rim is, above -1: lenses differ in that."""
    side = int(np.ceil(radius)) * 2 + 1
    y, x = np.mgrid[:side, :side] - side // 2
    distance = np.hypot(y, x)
    kernel = np.clip(radius + .5 - distance, 0, 1) * (1 + rim * np.minimum(distance / max(radius, .5), 1) ** 2)
    return np.float32(kernel / kernel.sum())


def streak(length, angle):
    """What a point becomes while the hand moves."""
    side = int(length) * 2 // 2 + 2 | 1
    kernel = np.zeros((side, side), np.float32)
    middle = (side - 1) / 2
    for t in np.linspace(-.5, .5, 4 * side):
        kernel[int(round(middle + t * length * np.sin(angle))), int(round(middle + t * length * np.cos(angle)))] += 1
    return kernel / kernel.sum()
