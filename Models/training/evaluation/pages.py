"""Pages of the worst cases."""
import numpy as np
from PIL import Image, ImageDraw

from .precision import overlaps

TILE, COLUMNS, ROWS = 300, 6, 5


def draw_worst_scenes(path, folder, truths, detections, labels, score=.3):
    """The pictures in which most goes wrong: truth in green, detections in red."""
    order = sorted(range(len(truths)), key=lambda k: -_badness(truths[k], detections[k], labels))[: COLUMNS * ROWS]
    tiles = []
    for k in order:
        image = Image.open(folder / truths[k]["image"]).convert("RGB")
        draw, width = ImageDraw.Draw(image), max(2, image.size[0] // 200)
        size = image.size[0] // 25
        for code in truths[k]["codes"]:
            draw.rectangle(code["box"], outline=(0, 200, 0), width=width)
            draw.text((code["box"][0], code["box"][3]), code["class"], (0, 160, 0), font_size=size)
        for (top, left, bottom, right), value, label in zip(*detections[k]):
            if value >= score:
                draw.rectangle([left, top, right, bottom], outline=(230, 0, 0), width=width)
                draw.text((left, max(0, top - size)), f"{labels[label]} {value:.2f}", (230, 0, 0), font_size=size)
        tiles.append(image)
    _write(path, tiles)


def _badness(entry, found, labels):
    """What the right detections lack of a score of 1, plus the scores of the wrong ones."""
    boxes, scores, classes = found
    bad, explained = 0.0, np.zeros(len(boxes), bool)
    for code in entry["codes"]:
        x0, y0, x1, y1 = code["box"]
        right = (overlaps(np.float32([y0, x0, y1, x1]), boxes) >= .5) & (classes == labels.index(code["class"]))
        bad += 1 - max([0.0, *scores[right].tolist()])
        explained |= right
    return bad + float(scores[~explained].sum())


def draw_worst_crops(path, folder, truths, scores, labels):
    """The crops whose right class has the lowest score."""
    own = [s[labels.index(t["class"])] for t, s in zip(truths, scores)]
    tiles = []
    for k in sorted(range(len(truths)), key=lambda k: own[k])[: COLUMNS * ROWS]:
        tile = Image.open(folder / truths[k]["image"]).convert("RGB").resize((TILE, TILE))
        text = f"{truths[k]['class']}, taken for {labels[scores[k].argmax()]} {scores[k].max():.2f}"
        ImageDraw.Draw(tile).text((3, 2), text, (230, 0, 0), font_size=14, stroke_width=2, stroke_fill=(255, 255, 255))
        tiles.append(tile)
    _write(path, tiles)


def _write(path, tiles):
    page = Image.new("RGB", (COLUMNS * TILE, ROWS * TILE), (255, 255, 255))
    for k, tile in enumerate(tiles):
        tile.thumbnail((TILE - 4, TILE - 4))
        page.paste(tile, (k % COLUMNS * TILE, k // COLUMNS * TILE))
    page.save(path)
