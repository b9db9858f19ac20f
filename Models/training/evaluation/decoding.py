"""Are the boxes good enough for a decoder? zxing-cpp reads crops."""
import numpy as np
import zxingcpp
from PIL import Image

from heldout.sets import with_margin

from .precision import overlaps


def useful_boxes(folder, truths, detections, score=.5):
    """Of the codes that decode when cropped perfectly: how many there are, and how many decode in the box found best round them."""
    readable = read = 0
    for entry, (boxes, scores, _) in zip(truths, detections):
        if not entry["codes"]:
            continue
        image = Image.open(folder / entry["image"]).convert("RGB")
        sure = boxes[scores >= score]
        for code in entry["codes"]:
            if not _decodes(image, code["box"]):
                continue
            readable += 1
            if len(sure):
                x0, y0, x1, y1 = code["box"]
                overlap = overlaps(np.float32([y0, x0, y1, x1]), sure)
                top, left, bottom, right = sure[overlap.argmax()]
                read += overlap.max() > 0 and _decodes(image, (left, top, right, bottom))
    return readable, read


def _decodes(image, box):
    crop = image.crop(with_margin([float(v) for v in box], image.size))
    return min(crop.size) > 8 and any(b.valid for b in zxingcpp.read_barcodes(crop))
