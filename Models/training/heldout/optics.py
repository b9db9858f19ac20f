"""What a cheap phone's camera records, step by step: light, a lens out of focus, a hand that trembles, a mosaic of colored pixels, the file."""
import io
import math

import numpy as np
from PIL import Image, ImageFilter

# Pixels of a mosaic: red and blue once, green twice in each four.
_MOSAIC = np.zeros((2, 2, 3), bool)
_MOSAIC[0, 0, 0] = _MOSAIC[0, 1, 1] = _MOSAIC[1, 0, 1] = _MOSAIC[1, 1, 2] = True


def photographed(rng, image, radius):
    """radius: of the blur, in pixels. rng: random.Random."""
    generator = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    light = (np.array(image, np.float32) / 255) ** 2.2 * _illumination(rng, image.size)
    if rng.random() < .3:
        light += _mirrored(rng, image.size)
    light = np.clip(_blurred(rng, light, radius), 0, None)
    haze = rng.uniform(0, .6) if rng.random() < .5 else 0
    light = light * (1 - haze) + haze * light.mean()
    light *= math.exp(rng.uniform(math.log(.07), math.log(.45))) / light.mean()
    picture = _processed(rng, _recorded(rng, generator, light))
    if picture.size != image.size:
        picture = picture.resize(image.size, rng.choice([Image.Resampling.BILINEAR, Image.Resampling.BICUBIC]))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=rng.randint(18, 85), subsampling=rng.choice([0, 2, 2]))
    return Image.open(file).convert("RGB")


def _grid(size):
    """Coordinates from -1 to 1 along the longer side, 0 in the middle."""
    w, h = size
    y, x = np.mgrid[0:h, 0:w]
    return (x - w / 2) * 2 / max(size), (y - h / 2) * 2 / max(size)


def _illumination(rng, size):
    """A lamp at some distance above some place, and corners that the lens leaves darker."""
    x, y = _grid(size)
    height = rng.uniform(.7, 4)
    distance = (x - rng.uniform(-1.5, 1.5)) ** 2 + (y - rng.uniform(-1.5, 1.5)) ** 2 + height**2
    corners = 1 - rng.uniform(0, .5) * (x**2 + y**2)
    return np.float32(height**3 / distance**1.5 * corners)[..., None]


def _mirrored(rng, size):
    """A lamp mirrored on foil, or a window along a can."""
    x, y = _grid(size)
    angle, place = rng.uniform(0, math.pi), rng.uniform(-.8, .8)
    across = x * math.cos(angle) + y * math.sin(angle) - place
    along = y * math.cos(angle) - x * math.sin(angle) - rng.uniform(-.6, .6)
    width, length = rng.uniform(.02, .12), rng.choice([rng.uniform(.05, .3), 3])
    return np.float32(rng.uniform(.2, 1.5) * np.exp(-((across / width) ** 2) - (along / length) ** 2))[..., None]


def _blurred(rng, light, radius):
    """Out of focus, or moved, or both."""
    focus, motion = rng.choice([(1, 0), (1, 0), (.3, 1), (.7, .7)])
    light = _convolved(light, _opening(rng, max(radius * focus, .6)))
    length = radius * motion * 1.75
    return _convolved(light, _tremor(rng, length)) if length > 1 else light


def _opening(rng, radius):
    """What a point becomes through the opening of the lens: a disc, or a polygon of its area where blades close it."""
    reach = math.ceil(1.5 * radius) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    distance, edge, blades = np.hypot(x, y), radius, rng.choice([0, 0, 5, 6, 8])
    if blades:
        sector = np.mod(np.arctan2(y, x) + rng.uniform(0, math.pi), 2 * math.pi / blades) - math.pi / blades
        edge = radius * math.sqrt(math.pi / blades / math.tan(math.pi / blades)) / np.cos(sector)
    kernel = np.clip(edge - distance + .5, 0, 1)
    if rng.random() < .3:  # a lens that is corrected too little: most of the light near the middle
        kernel = kernel * np.exp(-distance / max(radius, 1))
    return kernel / kernel.sum()


def _tremor(rng, length):
    """The way of a hand: it drifts and turns a little."""
    angle, steps = rng.uniform(0, 2 * math.pi), []
    for _ in range(200):
        angle += rng.gauss(0, .08)
        steps.append((math.sin(angle) * length / 200, math.cos(angle) * length / 200))
    way = np.cumsum(steps, axis=0)
    way -= (way.min(0) + way.max(0)) / 2
    reach = math.ceil(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1))
    for y, x in np.round(way).astype(int) + reach:
        kernel[y, x] += 1 / 200
    return kernel


def _convolved(light, kernel):
    """In the frequency domain. The picture goes on mirrored behind its edges: otherwise its other side would shine in."""
    (h, w), pad = light.shape[:2], kernel.shape[0] // 2
    padded = np.pad(light, ((pad, pad), (pad, pad), (0, 0)), "symmetric")
    shape = padded.shape[:2]
    blurred = np.fft.irfft2(np.fft.rfft2(padded, axes=(0, 1)) * np.fft.rfft2(np.float32(kernel), shape)[..., None], shape, axes=(0, 1))
    return blurred[2 * pad : 2 * pad + h, 2 * pad : 2 * pad + w]  # the kernel's middle is not at its corner


def _recorded(rng, generator, light):
    """Photons counted through a mosaic of colors, perhaps by fewer pixels than the file will have, and colors guessed between them."""
    h, w = light.shape[:2]
    fewer = rng.choice([1, 1, 1, rng.uniform(1, 2)])
    h, w = int(h / fewer) // 2 * 2, int(w / fewer) // 2 * 2
    light = np.stack([np.array(Image.fromarray(np.float32(c)).resize((w, h), Image.Resampling.BOX)) for c in np.moveaxis(light, 2, 0)], 2)
    tint = np.array([math.exp(rng.gauss(0, .12)) for _ in range(3)])
    photons = math.exp(rng.uniform(math.log(200), math.log(5000)))
    counted = generator.poisson(np.clip(light * tint, 0, 1) * photons) / photons
    counted += generator.normal(0, rng.uniform(0, .006), counted.shape) + generator.normal(0, rng.uniform(0, .003), (h, 1, 1))
    mosaic = np.where(np.tile(_MOSAIC, (h // 2, w // 2, 1)), counted, 0)
    weights = np.array([[.25, .5, .25], [.5, 1, .5], [.25, .5, .25]])
    padded, guessed = np.pad(mosaic, ((2, 2), (2, 2), (0, 0)), "reflect"), 0
    for dy in range(3):
        for dx in range(3):
            guessed = guessed + weights[dy, dx] * padded[1 + dy : 1 + dy + h, 1 + dx : 1 + dx + w]
    return guessed * [1, .5, 1]  # green is counted twice


def _processed(rng, light):
    """Tones, colors smoothed, edges sharpened."""
    x = np.clip(light, 0, 1)
    x = np.where(x < .0031, 12.92 * x, 1.055 * x ** (1 / 2.4) - .055)
    strength = rng.uniform(-.2, .5)  # a curve that steepens the middle, or flattens it
    x = x + strength * (x - .5) * x * (1 - x) * 4
    low, high = rng.uniform(0, .12), rng.uniform(.85, 1)
    picture = Image.fromarray((255 * np.clip(low + x * (high - low), 0, 1)).astype(np.uint8))
    if rng.random() < .6:
        y, cb, cr = picture.convert("YCbCr").split()
        smooth = ImageFilter.GaussianBlur(rng.uniform(1, 4))
        picture = Image.merge("YCbCr", (y, cb.filter(smooth), cr.filter(smooth))).convert("RGB")
    if rng.random() < .25:
        picture = picture.filter(ImageFilter.MedianFilter(3))
    if rng.random() < .7:
        picture = picture.filter(ImageFilter.UnsharpMask(rng.uniform(.8, 3), rng.randint(50, 250), rng.randint(0, 4)))
    return picture
