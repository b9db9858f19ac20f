"""Words, numbers and lines as they stand on packages, tickets and pages."""
import numpy as np

_ONSETS = "b c d f g h k l m n p r s t v w z br ch cl cr dr fl fr gr pl pr qu sch sh sk sl sp st str th tr".split()
_VOWELS = "a e i o u ai au ea ee ei ie io oo ou y ä ö ü é".split()
_CODAS = ["", "", "", "n", "r", "s", "l", "t", "m", "nd", "ng", "rk", "st", "ck", "x"]
_LABELS = (
    "LOT EXP SN PC REF NET Wt. BEST BEFORE Ingredients: Nutrition Facts Energy kcal Fat Protein Salt Made in Batch No. Gate Seat "
    "Row Date Time Total VAT Invoice Ticket Scan me Pay here Article Qty Price EUR USD kg ml Serial Model 230V~ 50Hz IP44 CE "
    "Keep dry FRAGILE Store below 25°C www Tel. Fax Platform Class Valid Adult Order Ship to: From: Weight Tracking"
).split()


def word(rng):
    kind = rng.random()
    if kind < .15:
        return str(rng.choice(_LABELS))
    if kind < .3:
        return "".join(map(str, rng.integers(0, 10, int(rng.integers(1, 9)))))
    text = "".join(str(rng.choice(_ONSETS)) + str(rng.choice(_VOWELS)) for _ in range(int(rng.integers(1, 4)))) + str(rng.choice(_CODAS))
    return text.upper() if kind < .4 else text.capitalize() if kind < .6 else text


class Words:
    """Lines of text from a pool of words that is drawn once, since drawing words is slower than drawing scenes may be."""

    def __init__(self, seed=1):
        rng = np.random.default_rng(seed)
        self.pool = [word(rng) for _ in range(4000)]

    def line(self, rng, count):
        return " ".join(self.pool[i] for i in rng.integers(0, len(self.pool), count))


WORDS = Words()


def line(rng, low=1, high=6):
    return WORDS.line(rng, int(rng.integers(low, high + 1)))


def url(rng, length):
    host = WORDS.line(rng, 1).lower()
    tail = "".join(chr(c) for c in rng.integers(97, 123, max(0, length - len(host) - 12)))
    return f"https://{host.encode('ascii', 'ignore').decode() or 'a'}.com/{tail}"
