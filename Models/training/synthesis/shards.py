"""Rendered samples on disk, so that training may use each of them several times.

A shard is a compressed-picture archive of a fixed number of samples. Sample i of a set is rendered from the seed (set seed, i) alone,
so a set comes out the same for any number of processes and after any interruption.
"""
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
import os
import time

import cv2
import numpy as np

SHARD_LENGTH = 500
JPEG_QUALITY = 94


def render_set(folder, render, count, seed, workers=os.cpu_count(), log=print):
    """Renders what is missing of a set of `count` samples. render(rng) gives a picture and its targets: arrays by name."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    missing = [k for k in range(-(-count // SHARD_LENGTH)) if not _path(folder, k).exists()]
    with ProcessPoolExecutor(workers) as pool:
        for done, _ in enumerate(pool.map(_render_shard, *zip(*[(folder, render, seed, k) for k in missing])), 1):
            log(f"rendered {done} of {len(missing)} shards in {folder}")


def _path(folder, number):
    return folder / f"{number:05d}.npz"


def _render_shard(folder, render, seed, number):
    cv2.setNumThreads(1)
    jpegs, targets = [], []
    for index in range(number * SHARD_LENGTH, (number + 1) * SHARD_LENGTH):
        picture, target = render(np.random.default_rng([seed, index]))
        jpegs.append(cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])
        targets.append(target)
    arrays = {"jpeg": np.concatenate(jpegs), "jpeg_ends": np.cumsum([len(j) for j in jpegs])}
    for name in targets[0]:
        arrays[name] = np.concatenate([t[name] for t in targets])
        arrays[name + "_ends"] = np.cumsum([len(t[name]) for t in targets])
    partial = _path(folder, number).with_suffix(".partial")
    with open(partial, "wb") as file:
        np.savez(file, **arrays)
    partial.rename(_path(folder, number))


class SampleSet:
    """The first samples of a set that is perhaps still being rendered. Pictures stay compressed in memory."""

    def __init__(self, folder, is_rendering):
        """is_rendering() says whether anybody still writes into the folder."""
        self.folder, self.is_rendering, self.pictures, self.targets = Path(folder), is_rendering, [], []

    def load(self, count):
        """Waits until that many samples are rendered and reads them; returns itself."""
        while len(self.pictures) < count:
            path = _path(self.folder, len(self.pictures) // SHARD_LENGTH)
            while not path.exists():
                if not self.is_rendering() and not path.exists():
                    raise RuntimeError(f"{path} is missing, and nobody renders it")
                time.sleep(1)
            with np.load(path) as arrays:
                self.pictures += np.split(arrays["jpeg"], arrays["jpeg_ends"][:-1])
                names = [n for n in arrays.files if not n.startswith("jpeg") and not n.endswith("_ends")]
                columns = [np.split(arrays[n], arrays[n + "_ends"][:-1]) for n in names]
                self.targets += [dict(zip(names, values)) for values in zip(*columns)]
        return self

    def picture(self, index):
        return cv2.cvtColor(cv2.imdecode(self.pictures[index], cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
