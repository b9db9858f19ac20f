"""Writes the held-out sets: scenes, crowds and close-ups for the detector, crops for the classifier, each with truth.json beside the pictures."""
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
import json
import os
import random

import numpy as np
from PIL import Image

from . import close_ups, codes, crowds, scenes

SEED = 20260
MARGIN = .1


def write_scenes(folder, count):
    """`count` scenes as JPEG; the truth has per picture the codes' symbology, class, text and box [left, top, right, bottom] in pixels."""
    _write(Path(folder), _scene, count)


def write_crowds(folder, count):
    """`count` scenes with many codes as JPEG, with the same truth."""
    _write(Path(folder), _crowd, count)


def write_close_ups(folder, count):
    """`count` close-ups as JPEG, with the same truth."""
    _write(Path(folder), _close_up, count)


def write_crops(folder, count):
    """`count` crops as PNG, box plus 10 %, of every symbology and of none in turn."""
    _write(Path(folder), _crop, count)


def _write(folder, make, count):
    if (folder / "truth.json").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        truth = list(pool.map(make, [folder] * count, range(count), chunksize=20))
    (folder / "truth.json").write_text(json.dumps(truth))


def boxed(outline, size):
    low, high = np.clip(outline.min(0), 0, size), np.clip(outline.max(0), 0, size)
    return [round(float(v), 2) for v in (*low, *high)]


def with_margin(box, size):
    """A box in whole pixels with 10 % of its size more on each side, within the picture."""
    x0, y0, x1, y1 = box
    dx, dy = (x1 - x0) * MARGIN, (y1 - y0) * MARGIN
    return [max(0, int(x0 - dx)), max(0, int(y0 - dy)), min(size[0], int(x1 + dx) + 1), min(size[1], int(y1 + dy) + 1)]


def _scene(folder, index):
    return _kept(folder, index, *scenes.render(random.Random(f"{SEED} scene {index}")))


def _crowd(folder, index):
    return _kept(folder, index, *crowds.render(random.Random(f"{SEED} crowd {index}")))


def _close_up(folder, index):
    return _kept(folder, index, *close_ups.render(random.Random(f"{SEED} close-up {index}")))


def _kept(folder, index, image, found):
    name = f"{index:05d}.jpg"
    image.save(folder / name, quality=92)
    entries = [
        {"symbology": k, "class": codes.detector_class(k), "text": t, "box": boxed(o, image.size)} for k, o, t in found]
    return {"image": name, "codes": entries}


def _crop(folder, index):
    rng = random.Random(f"{SEED} crop {index}")
    kinds = codes.SYMBOLOGIES + ["unknown"]
    kind = kinds[index % len(kinds)]
    while True:
        if kind == "unknown":
            image = scenes.random_background(rng, rng.choice(scenes.SIZES))
            image = scenes.photographed(rng, image)
            w, h = (rng.uniform(.15, .9) * s for s in image.size)
            x, y = rng.uniform(0, image.size[0] - w), rng.uniform(0, image.size[1] - h)
            box = [int(x), int(y), int(x + w), int(y + h)]
        else:
            image, found = scenes.render(rng, kind)
            if not found:
                continue
            box = with_margin(boxed(found[0][1], image.size), image.size)
        break
    name = f"{index:05d}.png"
    image.crop(box).save(folder / name)
    return {"image": name, "class": kind}
