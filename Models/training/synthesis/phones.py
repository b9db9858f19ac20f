"""What the camera of an old phone makes of a scene that is too near for its lens.

Light adds up in the lens and on the sensor, so all that happens there happens to linear values from 0 to 1, before the camera's own
processing makes a picture of them.
"""
import cv2
import numpy as np

from . import camera, kernels

_LINEAR = np.float32((np.arange(256) / 255) ** 2.2)


def photograph(rng, canvas, size, blur):
    """A scene (uint8 RGB) as a square uint8 picture of `size` pixels, stretched as detectors do.

    blur: how far the lens is out of focus and the hand moves, as the radius of a disc in pixels of the scene that blurs as much.
    """
    x = _moved(rng, _lit(rng, cv2.LUT(canvas, _LINEAR)), blur)
    height, width = x.shape[:2]
    if rng.random() < .45:  # the sensor has fewer pixels than the picture
        scale = rng.uniform(.45, 1)
        x = cv2.resize(x, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    picture = _developed(rng, _sensed(rng, x))
    if picture.shape[:2] != (height, width):
        ways = [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST]
        picture = cv2.resize(picture, (width, height), interpolation=ways[int(rng.choice(3, p=[.5, .4, .1]))])
    if rng.random() < .92:
        quality = int(np.clip(rng.normal(52, 22), 10, 94))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA if rng.random() < .75 else cv2.INTER_LINEAR)


def _lit(rng, x):
    """Uneven light, the phone's own shadow, its lamp, and lamps mirrored on gloss."""
    height, width = x.shape[:2]
    if rng.random() < .7:
        x = x * camera.light(rng, height, width) ** 2
    if rng.random() < .25:
        x = x * camera.shadow(rng, height, width)
    if rng.random() < .1:
        x = x * _lamp(rng, height, width)
    if rng.random() < .22:
        x = x + camera.glare(rng, height, width) / 255
    return x


def _lamp(rng, height, width):
    """A bright spot that falls off to all sides."""
    y, x = np.ogrid[0 : 1 : height * 1j, 0 : width / height : width * 1j]
    center = rng.uniform(.2, .8, 2) * [1, width / height]
    distance = ((y - center[0]) ** 2 + (x - center[1]) ** 2) / rng.uniform(.05, .4)
    return np.float32(.3 + rng.uniform(1, 4) / (1 + distance))[..., None]


def _moved(rng, x, blur):
    """Out of focus, moved, or both, by so much altogether; in a part of the pictures less towards one side, as on what lies askew."""
    kind = rng.random()
    focus = 1 if kind < .55 else 0 if kind < .68 else rng.uniform(.2, .9)
    radius, length = blur * np.sqrt(focus), blur * np.sqrt(3 * (1 - focus))  # equal variance along the motion
    if length > 1:
        x = cv2.filter2D(x, -1, kernels.streak(length, rng.uniform(0, np.pi)))
    if rng.random() < .25 and radius > 2:
        height, width = x.shape[:2]
        angle = rng.uniform(0, 2 * np.pi)
        v, u = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        share = np.float32(np.clip(.5 + .6 * (u * np.cos(angle) + v * np.sin(angle)), 0, 1))[..., None]
        return _unfocused(rng, x, radius) * share + _unfocused(rng, x, radius * rng.uniform(.3, .7)) * (1 - share)
    return _unfocused(rng, x, radius)


def _unfocused(rng, x, radius):
    if rng.random() < .35 or radius < .8:  # the lens draws softly anyhow
        return cv2.GaussianBlur(x, (0, 0), float(np.hypot(radius / 2, .5)))
    return cv2.filter2D(x, -1, kernels.disc(radius, rng.uniform(-.8, 1.5)))


def _sensed(rng, x):
    """Stray light, exposure, colors of the light, and noise: of photons, and of the sensor. Red and blue have half the pixels of green."""
    height, width = x.shape[:2]
    if rng.random() < .55:
        veil = rng.beta(1.2, 2.5)
        x = x * (1 - veil) + x.mean((0, 1)) * veil
    exposure = np.exp(rng.uniform(np.log(.05), np.log(.5))) / max(float(x.mean()), 1e-3)
    x = x * np.float32(exposure * np.exp(rng.normal(0, .13, 3)))
    photons, dark = np.exp(rng.uniform(np.log(.0002), np.log(.004))), rng.uniform(.0005, .006)
    grain = rng.standard_normal((height, width, 3), dtype=np.float32)
    for channel in (0, 2):
        coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1), dtype=np.float32)
        grain[..., channel] = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR) * 1.3
    return x + grain * np.sqrt(np.float32(photons) * np.clip(x, 0, 1) + np.float32(dark**2))


def _developed(rng, x):
    """The camera's own processing: a tone curve, noise smoothed away, edges sharpened until they have halos."""
    x = 255 * np.clip(x, 0, 1) ** np.float32(rng.uniform(.8, 1.25) / 2.2)
    x = (x - 127.5) * np.float32(rng.uniform(.75, 1.25)) + np.float32(127.5 + rng.uniform(-10, 25))
    if rng.random() < .08:
        x[:] = x.mean(2, keepdims=True)
    kind = rng.random()
    if kind < .25:
        x = cv2.bilateralFilter(x, 5, rng.uniform(15, 60), 2)
    elif kind < .4:
        x = cv2.medianBlur(np.clip(x, 0, 255).astype(np.uint8), 3).astype(np.float32)
    if rng.random() < .6:
        x += (x - cv2.GaussianBlur(x, (0, 0), rng.uniform(.8, 2.5))) * rng.uniform(.4, 2.5)
    return np.clip(x, 0, 255).astype(np.uint8)
