"""What light, lens, sensor and file format do to a scene, and how it comes to the size of the network's input."""
import cv2
import numpy as np

from . import colors, kernels
from .textures import noise


def photograph(rng, canvas, size, blur=1.0):
    """A finished scene (uint8 RGB of any shape) as a square uint8 picture of `size` pixels, stretched as detectors do.

    Many programs reduce photographs by interpolating between two pixels, so that fine patterns alias and noise stays. So part of
    the pictures is exposed at full size and then sampled; the others are averaged down first, which is also cheaper. Where a
    photograph has ten times as many pixels in a row, interpolating is next to picking one of them.
    blur: its extent, as a multiple of what a picture of a whole scene has.
    """
    if rng.random() < .45:
        picture = expose(rng, canvas, blur)
        return cv2.resize(picture, (size, size), interpolation=cv2.INTER_NEAREST if rng.random() < .4 else cv2.INTER_LINEAR)
    return expose(rng, cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA), blur)


def expose(rng, scene, blur):
    height, width = scene.shape[:2]
    x = scene.astype(np.float32)
    if rng.random() < .55:
        x *= light(rng, height, width)
    if rng.random() < .18:
        x *= shadow(rng, height, width)
    if rng.random() < .14:
        x += glare(rng, height, width)
    if rng.random() < .05:
        x *= _pixel_grid(rng, height, width)
    x = _blurred(rng, x, blur * max(height, width) / 320)
    dim = rng.random() < .1
    gain = rng.uniform(.25, .55) if dim else rng.uniform(.7, 1.2)
    x *= gain * np.float32(1 + rng.normal(0, .06, 3))
    x += rng.uniform(-12, 28) if rng.random() < .5 else 0
    if rng.random() < .25:
        x = 255 * np.clip(x / 255, 0, 1) ** np.float32(rng.uniform(.6, 1.6))
    if dim or rng.random() < .5:
        x += _grain(rng, height, width, rng.uniform(3, 14) if dim else rng.uniform(.5, 9))
    if rng.random() < .2:  # sharpened as phones do
        x += (x - cv2.GaussianBlur(x, (0, 0), rng.uniform(.8, 2))) * rng.uniform(.3, 1.5)
    picture = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < .1:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < .45:
        quality = int(np.clip(rng.normal(70, 22), 12, 96))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return picture


def processed(rng, picture):
    """What phones do to a picture: noise is smoothed away, edges get halos, the file is compressed."""
    x = cv2.bilateralFilter(picture, 5, rng.uniform(8, 40), 2).astype(np.float32)
    x += (x - cv2.GaussianBlur(x, (0, 0), rng.uniform(.7, 1.8))) * rng.uniform(.5, 2)
    quality = int(rng.integers(55, 96))
    jpeg = cv2.imencode(".jpg", np.clip(x, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)


def light(rng, height, width):
    """Brightness that changes slowly over the picture, or falls off towards its corners."""
    if rng.random() < .6:
        grid = rng.standard_normal((2, 2) if rng.random() < .6 else (3, 3), dtype=np.float32)
        return np.clip(1 + rng.uniform(.05, .35) * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), .15, 1.8)[..., None]
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return np.float32(1 - rng.uniform(.1, .5) * (x * x + y * y) / 2)[..., None]


def shadow(rng, height, width):
    """The shadow of a hand or an edge: a dark area with a soft border."""
    mask = np.ones((height, width), np.float32)
    points = rng.uniform(-.3, 1.3, (int(rng.integers(3, 6)), 2)) * [width, height]
    cv2.fillPoly(mask, [points.astype(np.int32)], float(rng.uniform(.3, .75)))
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(.004, .06) * width)[..., None]


def glare(rng, height, width):
    """Lamps mirrored on glossy paper, film or glass."""
    light = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        center = rng.uniform(0, [width, height]).astype(int).tolist()
        axes = np.maximum(2, rng.uniform(.01, .16, 2) * width * rng.choice([1, 2.5], 2)).astype(int).tolist()
        cv2.ellipse(light, center, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(60, 320)), -1)
    return cv2.GaussianBlur(light, (0, 0), rng.uniform(.01, .06) * width)[..., None]


def _pixel_grid(rng, height, width):
    """Moiré between a display's pixels and the sensor's."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    a = rng.uniform(0, np.pi)
    wave = np.sin((x * np.cos(a) + y * np.sin(a)) * rng.uniform(.4, 3) + noise(rng, height, width, octaves=2) * rng.uniform(0, 3))
    return np.float32(1 + rng.uniform(.03, .14) * wave[..., None] * rng.uniform(.3, 1, 3))


def _blurred(rng, x, size):
    """Out of focus or moved; size: of 1, the extent suits a picture of 320 pixels."""
    kind = rng.random()
    if kind < .34:
        return cv2.GaussianBlur(x, (0, 0), float(rng.gamma(2, .45) + .25) * size)
    if kind < .46:  # out of focus: a disc
        return cv2.filter2D(x, -1, kernels.disc(rng.uniform(.8, 3) * size))
    if kind < .6:  # the hand moves
        return cv2.filter2D(x, -1, kernels.streak(rng.uniform(1.5, 9) * size, rng.uniform(0, np.pi)))
    return x


def _grain(rng, height, width, strength):
    """Sensor noise, of one pixel or of two after in-camera smoothing; partly the same in all channels."""
    if rng.random() < .4:
        grid = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
        field = cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR) * 1.5
    else:
        field = rng.standard_normal((height, width, 3), dtype=np.float32)
    if rng.random() < .5:
        field = field * .5 + field[..., :1] * .85
    return field * np.float32(strength)


def occlude(rng, canvas, outline):
    """A finger, a thumb or an object that covers a part of a code's border."""
    low, high = outline.min(0), outline.max(0)
    extent = high - low
    edge = outline[int(rng.integers(0, len(outline)))]
    away = edge - outline.mean(0)
    reach = rng.uniform(.05, .18) * extent.max()
    center = (edge + away / (np.linalg.norm(away) + 1e-6) * (extent.max() * .35 - reach)).astype(int).tolist()
    skin = colors.as_color(np.clip(np.array([.85, .62, .5]) * rng.uniform(.35, 1.1), 0, 1)) if rng.random() < .6 else colors.surface(rng)
    axes = np.maximum(2, np.array([.42, rng.uniform(.15, .35)]) * extent.max()).astype(int).tolist()
    angle = float(np.degrees(np.arctan2(away[1], away[0])))
    cv2.ellipse(canvas, center, axes, angle, 0, 360, skin, -1, cv2.LINE_AA)
