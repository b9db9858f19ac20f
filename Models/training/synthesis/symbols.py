"""Codes as module grids, drawn by zxing-cpp's writer."""
from dataclasses import dataclass
import string

import numpy as np
import zxingcpp

from .vocabulary import url

FORMATS = zxingcpp.BarcodeFormat

DETECTOR_CLASSES = ["qr_code", "data_matrix", "aztec", "pdf417", "linear_barcode"]
SYMBOLOGY_CLASSES = [
    "qr_code", "micro_qr", "data_matrix", "aztec", "pdf417", "ean_upc", "code_128", "code_39", "itf", "codabar", "unknown",
]
LINEAR = {"ean_upc", "code_128", "code_39", "itf", "codabar", "other_linear"}

# What a code counts as that is drawn but cannot be told: neither as a code nor as none.
UNTOLD = -1

# How often each symbology is drawn for the detector: the five classes get about the same share, less those that are easy to tell, and
# more PDF417 codes, which are the hardest.
DETECTOR_SHARES = {
    "qr_code": .21, "micro_qr": .01, "data_matrix": .18, "aztec": .11, "pdf417": .27,
    "ean_upc": .105, "code_128": .055, "code_39": .02, "itf": .015, "codabar": .01, "other_linear": .015,
}

# Of a close-up, half are linear codes: they are what people hold a phone near.
CLOSE_UP_SHARES = {
    "qr_code": .14, "micro_qr": .01, "data_matrix": .12, "aztec": .1, "pdf417": .13,
    "ean_upc": .27, "code_128": .1, "code_39": .045, "itf": .03, "codabar": .025, "other_linear": .03,
}

ALPHANUMERIC = np.array(list(string.ascii_letters + string.digits + "-./:+ "))
CAPITALS = np.array(list(string.ascii_uppercase + string.digits + "-. "))


@dataclass
class Symbol:
    """One code: its modules (0 ink, 255 paper, one pixel each) without quiet zone, and what it says."""

    symbology: str
    modules: np.ndarray
    text: str

    @property
    def is_linear(self):
        return self.symbology in LINEAR

    @property
    def detector_class(self):
        name = {"micro_qr": "qr_code"}.get(self.symbology, self.symbology)
        return DETECTOR_CLASSES.index("linear_barcode" if self.is_linear else name)


def digits(rng, count):
    return "".join(map(str, rng.integers(0, 10, count)))


def characters(rng, alphabet, count):
    return "".join(rng.choice(alphabet, count)).strip() or "0"


def payload(rng, low, high):
    """Text of a length between low and high, short ones more often; what real codes hold: addresses, numbers, records."""
    count = int(np.exp(rng.uniform(np.log(low), np.log(high))))
    kind = rng.random()
    if kind < .3:
        return url(rng, count)
    if kind < .5:
        return digits(rng, count)
    return characters(rng, CAPITALS if kind < .7 else ALPHANUMERIC, count)


def _qr_code(rng):
    options = {"ec_level": str(rng.choice(list("LMQH"), p=[.35, .3, .15, .2]))}
    return FORMATS.QRCode, payload(rng, 5, 300 if rng.random() < .2 else 90), options


def _micro_qr(rng):
    return FORMATS.MicroQRCode, digits(rng, int(rng.integers(3, 16))), {}


def _data_matrix(rng):
    if rng.random() < .12:  # rectangular ones
        return FORMATS.DataMatrix, digits(rng, int(rng.integers(3, 9))), {"version": int(rng.integers(25, 31))}
    if rng.random() < .3:  # the record on medicine packages
        return FORMATS.DataMatrix, "01" + digits(rng, 14) + "21" + characters(rng, CAPITALS[:-3], 12) + "17" + digits(rng, 6), {}
    return FORMATS.DataMatrix, payload(rng, 3, 400 if rng.random() < .2 else 60), {}


def _aztec(rng):
    return FORMATS.Aztec, payload(rng, 3, 350 if rng.random() < .3 else 100), {}


def _pdf417(rng):
    kind = rng.random()
    if kind < .06:
        return FORMATS.MicroPDF417, payload(rng, 3, 40), {}
    form = FORMATS.CompactPDF417 if kind < .14 else FORMATS.PDF417
    text = payload(rng, 8, 500 if rng.random() < .5 else 80)
    return form, text, {"columns": int(rng.integers(1, 19))} if rng.random() < .7 else {}


def _ean_upc(rng):
    kind = rng.random()
    if kind < .6:
        return FORMATS.EAN13, digits(rng, 12), {}
    if kind < .8:
        return FORMATS.UPCA, digits(rng, 11), {}
    if kind < .92:
        return FORMATS.EAN8, digits(rng, 7), {}
    return FORMATS.UPCE, "0" + digits(rng, 6), {}


def _code_128(rng):
    if rng.random() < .4:
        return FORMATS.Code128, digits(rng, 2 * int(rng.integers(3, 11))), {}
    return FORMATS.Code128, characters(rng, ALPHANUMERIC, int(rng.integers(4, 19))), {}


def _code_39(rng):
    return FORMATS.Code39, characters(rng, CAPITALS, int(rng.integers(3, 12))), {}


def _itf(rng):
    return FORMATS.ITF, digits(rng, 14 if rng.random() < .25 else 2 * int(rng.integers(3, 9))), {}


def _codabar(rng):
    ends = rng.choice(list("ABCD"), 2)
    return FORMATS.Codabar, ends[0] + digits(rng, int(rng.integers(4, 15))) + ends[1], {}


def _other_linear(rng):
    kind = rng.integers(0, 3)
    if kind == 0:
        return FORMATS.Code93, characters(rng, CAPITALS, int(rng.integers(4, 13))), {}
    if kind == 1:
        return FORMATS.DataBar, digits(rng, 13), {}
    return FORMATS.DataBarExp, "[01]9" + digits(rng, 12), {}


DRAWERS = {
    "qr_code": _qr_code, "micro_qr": _micro_qr, "data_matrix": _data_matrix, "aztec": _aztec, "pdf417": _pdf417,
    "ean_upc": _ean_upc, "code_128": _code_128, "code_39": _code_39, "itf": _itf, "codabar": _codabar,
    "other_linear": _other_linear,
}


def draw(rng, symbology):
    """A random code of a symbology. Texts that the writer refuses (a wrong check digit, say) are drawn again."""
    while True:
        form, text, options = DRAWERS[symbology](rng)
        try:
            barcode = zxingcpp.create_barcode(text, form, **options)
        except (ValueError, RuntimeError):
            continue
        modules = np.array(barcode.to_image(scale=1, add_hrt=False, add_quiet_zones=False))
        return Symbol(symbology, modules if modules.ndim == 2 else modules[..., 0], barcode.text)


def with_any_ratio(rng, symbol):
    """The same code with wide bars of 2, 2.5 or 3 times the narrow ones: where a symbology has but two widths, printers choose."""
    if symbol.symbology not in ("code_39", "itf", "codabar"):
        return symbol
    narrow, wide = [(1, 2), (2, 5), (1, 3)][int(rng.integers(0, 3))]
    row = symbol.modules[0]
    starts = np.concatenate([[0], np.flatnonzero(np.diff(row.astype(int))) + 1])
    widths = np.diff(np.concatenate([starts, [len(row)]]))
    bars = np.repeat(row[starts], np.where(widths == widths.min(), narrow, wide))
    return Symbol(symbol.symbology, np.repeat(bars[None], len(symbol.modules), 0), symbol.text)


def draw_for_detector(rng):
    return _draw_one_of(rng, DETECTOR_SHARES)


def draw_for_close_up(rng):
    return _draw_one_of(rng, CLOSE_UP_SHARES)


def _draw_one_of(rng, shares):
    return draw(rng, str(rng.choice(list(shares), p=list(shares.values()))))
