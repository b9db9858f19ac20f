"""Fingers that hold what is photographed: they come from outside the picture and end at the code, or a little inside it."""
import cv2
import numpy as np

from . import colors

# How far a finger may come, as a part of its way to where the code begins.
REACH = .55, 1.06


def hold(rng, canvas, outline):
    """Draws one to three fingers onto the scene, in place; none where the code leaves no room. outline: the code's."""
    height, width = canvas.shape[:2]
    low, high = outline.min(0), outline.max(0)
    tone = np.array([.86, .64, .52]) * rng.uniform(.3, 1.1) * (1 + rng.normal(0, .04, 3))
    side, first = int(rng.integers(0, 4)), rng.uniform(.1, .8)
    thick = rng.uniform(.1, .17) * min(height, width)
    for number in range(int(rng.integers(1, 4))):
        along = first + number * thick * 1.15 / (width if side < 2 else height)
        start = np.array([along * width, (-.1, 1.1)[side] * height] if side < 2 else [(-.1, 1.1)[side - 2] * width, along * height])
        way = np.array([width, height]) * rng.uniform(.4, .6, 2) - start
        with np.errstate(divide="ignore"):  # where the way enters the code's box: the last of its two sides to be passed
            entry = np.minimum((low - start) / way, (high - start) / way).max()
        tip = start + way * min(entry, 1) * rng.uniform(*REACH)
        if entry > .25:
            _finger(rng, canvas, start, tip, thick * rng.uniform(.85, 1.1), tone)


def _finger(rng, canvas, start, tip, thick, tone):
    """Round: lighter towards its middle line; now and then with a nail."""
    direction = (tip - start) / np.linalg.norm(tip - start)
    end = tip - direction * thick / 2  # the line's round cap reaches the tip
    for part in (1, .85, .7, .5, .3):
        color = colors.as_color(np.clip(tone * (1.05 - .4 * part**2), 0, 1))
        cv2.line(canvas, start.astype(int).tolist(), end.astype(int).tolist(), color, max(1, int(thick * part)), cv2.LINE_AA)
    if rng.random() < .5:
        nail = colors.as_color(np.clip(tone * 1.1 + .06, 0, 1))
        center = (end + direction * thick * .12).astype(int).tolist()
        axes = max(1, int(thick * .36)), max(1, int(thick * .27))
        cv2.ellipse(canvas, center, axes, float(np.degrees(np.arctan2(direction[1], direction[0]))), 0, 360, nail, -1, cv2.LINE_AA)
