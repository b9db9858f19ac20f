"""Both models on photographs that neither has seen: the test pictures of the ZXing project, which are only measured on.

    git clone https://github.com/zxing/zxing && git -C zxing checkout 7f129804e
    TFLITE=../../.build/release/tflite .venv/bin/python -m evaluation.photographs zxing/core/src/test/resources/blackbox [PICTURE ...]

prints the tables of both cards, and what is found in other pictures, which show no code.
"""
from collections import Counter
from pathlib import Path
import sys
import tempfile

import numpy as np
import zxingcpp
from PIL import Image

from heldout.codes import DETECTOR_CLASSES
from heldout.sets import with_margin

from . import engine
from .precision import overlaps

MODELS = Path(__file__).resolve().parents[2]
SCORE = .5
# What the folders of a kind are called, in front of their numbers.
FOLDERS = {
    "qr_code": ["qrcode", "multi-qrcode"],
    "linear_barcode": [
        "codabar", "code128", "code39", "code93", "ean13", "ean8", "itf", "rss14", "upca", "upce", "upcean-extension",
    ],
    "aztec": ["aztec"],
    "pdf417": ["pdf417"],
    "data_matrix": ["datamatrix"],
    "no code": ["falsepositives"],
}
# Of the names that zxing-cpp gives: the class of the box, and the label of the cut-out code.
NAMES = {
    "QRCode": ("qr_code", "qr_code"), "MicroQRCode": ("qr_code", "micro_qr"), "DataMatrix": ("data_matrix", "data_matrix"),
    "Aztec": ("aztec", "aztec"), "PDF417": ("pdf417", "pdf417"), "EAN13": ("linear_barcode", "ean_upc"),
    "EAN8": ("linear_barcode", "ean_upc"), "UPCA": ("linear_barcode", "ean_upc"), "UPCE": ("linear_barcode", "ean_upc"),
    "Code128": ("linear_barcode", "code_128"), "Code39": ("linear_barcode", "code_39"), "ITF": ("linear_barcode", "itf"),
    "Codabar": ("linear_barcode", "codabar"),
}


def pictures_of(root, kind):
    """The pictures of a kind."""
    folders = [f for f in sorted(root.iterdir()) if f.is_dir() and f.name.rstrip("0123456789").rstrip("-") in FOLDERS[kind]]
    return [p for f in folders for p in sorted(f.iterdir()) if p.suffix.lower() in {".png", ".jpg", ".jpeg", ".gif"}]


def read(picture):
    """The codes that zxing-cpp reads: class, label, and where: top, left, bottom, right."""
    codes = []
    for code in zxingcpp.read_barcodes(Image.open(picture).convert("RGB")):
        if code.valid and code.format.name in NAMES:
            corners = [getattr(code.position, name) for name in ("top_left", "top_right", "bottom_right", "bottom_left")]
            points = np.float32([(corner.y, corner.x) for corner in corners])
            codes.append((*NAMES[code.format.name], np.concatenate([points.min(0), points.max(0)])))
    return codes


def lies_round(box, place, is_linear):
    """Whether a box is where a code was read. Of a linear code zxing-cpp tells where lines were read, of any height: the box must agree
    along the bars or across them."""
    if not is_linear:
        return overlaps(place, box[None])[0] >= .5
    low, high = np.maximum(box[:2], place[:2]), np.minimum(box[2:], place[2:])
    common, whole = high - low, np.maximum(box[2:], place[2:]) - np.minimum(box[:2], place[:2])
    return common.min() >= 0 and bool((common >= .5 * whole).any())


def detector(root, model):
    """Prints the table of the detector's card; gives what the labeler's needs: picture, label and box of what is read and found, where
    that is one code."""
    crops = []
    print("| pictures of | pictures | found | box right, of those found and read |\n| --- | --- | --- | --- |")
    for kind in FOLDERS:
        pictures = pictures_of(root, kind)
        found = engine.detect(model, pictures, DETECTOR_CLASSES, SCORE)
        if kind == "no code":
            quiet = sum(not len(scores) for _, scores, _ in found)
            print(f"| {kind} | {len(pictures)} | {quiet / len(pictures):.1%} without a box of {SCORE} or more | |")
            report(pictures, found)
            continue
        hits, right, read_and_found = 0, 0, 0
        for picture, (boxes, scores, classes) in zip(pictures, found):
            mine = boxes[classes == DETECTOR_CLASSES.index(kind)]
            hits += len(mine) > 0
            codes = [code for code in read(picture) if code[0] == kind]
            if len(mine) and codes:
                read_and_found += 1
                right += all(any(lies_round(b, code[2], kind == "linear_barcode") for b in mine) for code in codes)
            if len(codes) == 1 and len(mine):
                crops.append((picture, codes[0][1], mine[0]))
        print(f"| `{kind}` | {len(pictures)} | {hits / len(pictures):.1%} | {right / max(1, read_and_found):.1%} of {read_and_found} |")
    return crops


def report(pictures, found):
    for picture, (boxes, scores, classes) in zip(pictures, found):
        for score, label in zip(scores, classes):
            print(f"  {picture.name}: {DETECTOR_CLASSES[label]} {score:.2f}", file=sys.stderr)


def labeler(crops, model):
    """Prints the table of the labeler's card."""
    labels = (model.parent / "dict.txt").read_text().split()
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, (picture, _, (top, left, bottom, right)) in enumerate(crops):
            image = Image.open(picture).convert("RGB")
            files.append(Path(folder) / f"{number}.png")
            image.crop(with_margin([float(v) for v in (left, top, right, bottom)], image.size)).save(files[-1])
        best = [labels[scores.argmax()] for scores in engine.classify(model, files)]
    total, right = Counter(), Counter()
    for (_, label, _), guess in zip(crops, best):
        total[label] += 1
        right[label] += label == guess
    print(f"\n{sum(right.values()) / len(crops):.1%} of {len(crops)} have the right best label:\n\n| | crops | right |\n| --- | --- | --- |")
    for label in labels:
        if total[label]:
            print(f"| `{label}` | {total[label]} | {right[label] / total[label]:.1%} |")


def main():
    root, others = Path(sys.argv[1]), [Path(p) for p in sys.argv[2:]]
    crops = detector(root, MODELS / "code_detector" / "model.tflite")
    labeler(crops, MODELS / "code_symbology" / "model.tflite")
    if others:
        found = engine.detect(MODELS / "code_detector" / "model.tflite", others, DETECTOR_CLASSES, SCORE)
        print(f"\n{sum(len(scores) > 0 for _, scores, _ in found)} of {len(others)} other pictures have a false box.")
        report(others, found)


if __name__ == "__main__":
    main()
