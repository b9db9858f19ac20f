"""Codes by other libraries than the training's: segno, ppf.datamatrix, aztec_code_generator, pdf417gen, python-barcode."""
import string

import barcode
import numpy as np
import pdf417gen
import segno
from aztec_code_generator import AztecCode
from ppf.datamatrix import DataMatrix

SYMBOLOGIES = ["qr_code", "micro_qr", "data_matrix", "aztec", "pdf417", "ean_upc", "code_128", "code_39", "itf", "codabar"]
LINEAR = SYMBOLOGIES[5:]
DETECTOR_CLASSES = ["qr_code", "data_matrix", "aztec", "pdf417", "linear_barcode"]


def detector_class(symbology):
    return "linear_barcode" if symbology in LINEAR else "qr_code" if symbology == "micro_qr" else symbology


def _text(rng, low, high, alphabet=string.ascii_letters + string.digits + "/-.:"):
    return "".join(rng.choices(alphabet, k=rng.randint(low, high)))


def _digits(rng, low, high):
    return _text(rng, low, high, string.digits)


def _linear(kind, text, **options):
    bars = barcode.get_barcode_class(kind)(text, **options).build()[0]
    return np.array([[bit == "1" for bit in bars]])


def draw(rng, symbology):
    """Modules of a code (bool, True is ink; one row for linear ones), what stands below it, and what it says. rng: random.Random."""
    if symbology == "qr_code":
        text = "https://" + _text(rng, 4, 20).lower() + ".org/" + _text(rng, 0, 60)
        return np.array(segno.make_qr(text, error=rng.choice("lmqh")).matrix, bool), "", text
    if symbology == "micro_qr":
        text = _digits(rng, 3, 12)
        return np.array(segno.make_micro(text).matrix, bool), "", text
    if symbology == "data_matrix":
        text = _text(rng, 4, 60)
        return np.array(DataMatrix(text).matrix, bool), "", text
    if symbology == "aztec":
        text = _text(rng, 5, 90)
        return np.array(AztecCode(text.encode()).matrix, bool), "", text
    if symbology == "pdf417":
        while True:
            text = _text(rng, 10, 160)
            try:
                words = pdf417gen.encode(text, columns=rng.randint(2, 9), security_level=rng.randint(2, 4))
                break
            except ValueError:  # fewer than three rows
                continue
        image = pdf417gen.render_image(words, scale=1, ratio=rng.randint(2, 4), padding=0)
        return np.array(image.convert("L")) < 128, "", text
    if symbology == "ean_upc":
        kind, count = rng.choice([("ean13", 12), ("ean13", 12), ("upca", 11), ("ean8", 7)])
        text = _digits(rng, count, count)
        return _linear(kind, text), text, barcode.get_barcode_class(kind)(text).get_fullcode()
    if symbology == "code_128":
        text = _text(rng, 5, 13)
        return _linear("code128", text), text, text
    if symbology == "code_39":
        text = _text(rng, 3, 8, string.ascii_uppercase + string.digits)
        return _linear("code39", text, add_checksum=False), text, text
    if symbology == "itf":
        text = _digits(rng, 4, 6) * 2
        return _linear("itf", text), text, text
    text = rng.choice("ABCD") + _digits(rng, 4, 9) + rng.choice("ABCD")
    return _linear("codabar", text), text, text[1:-1]
