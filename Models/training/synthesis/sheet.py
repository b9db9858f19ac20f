"""Contact sheets to look at: python -m synthesis.sheet scenes|close-ups|crops OUT.png [SEED] [COUNT]"""
import sys

import cv2
import numpy as np

from . import close_ups, crops, scenes
from .symbols import DETECTOR_CLASSES, SYMBOLOGY_CLASSES, UNTOLD


def marked(picture, boxes, classes):
    picture = picture.copy()
    size = picture.shape[0]
    for box, label in zip(boxes, classes):
        y0, x0, y1, x1 = (int(v * size) for v in box)
        if label == UNTOLD:
            cv2.rectangle(picture, (x0, y0), (x1, y1), (0, 0, 255), 1)
            continue
        cv2.rectangle(picture, (x0, y0), (x1, y1), (255, 0, 0), 1)
        cv2.putText(picture, DETECTOR_CLASSES[label], (x0, max(10, y0 - 2)), cv2.FONT_HERSHEY_SIMPLEX, .38, (255, 0, 0), 1, cv2.LINE_AA)
    return picture


def sheet(pictures, columns=6):
    pictures = list(pictures) + [np.zeros_like(pictures[0])] * (-len(pictures) % columns)
    return np.vstack([np.hstack(pictures[i : i + columns]) for i in range(0, len(pictures), columns)])


def titled(picture, label):
    return cv2.putText(picture.copy(), SYMBOLOGY_CLASSES[label], (4, 14), cv2.FONT_HERSHEY_SIMPLEX, .45, (255, 0, 0), 1, cv2.LINE_AA)


def main(kind, path, seed="0", count="24"):
    draw = {
        "scenes": lambda rng: marked(*scenes.render(rng)), "close-ups": lambda rng: marked(*close_ups.render(rng)),
        "crops": lambda rng: titled(*crops.render(rng)),
    }[kind]
    cv2.imwrite(path, sheet([draw(np.random.default_rng([int(seed), i])) for i in range(int(count))])[..., ::-1])


if __name__ == "__main__":
    main(*sys.argv[1:])
