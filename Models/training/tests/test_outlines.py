"""The boxes that the generators promise lie where the pixels lie."""
import random
import unittest

import numpy as np
from PIL import Image

from heldout import crowds
from heldout import scenes as heldout
from synthesis.boards import board
from synthesis.projection import Projection
from synthesis.symbols import draw_for_detector


def extent(mask):
    ys, xs = np.nonzero(mask)
    return np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1], float)


def hull(outline):
    return np.concatenate([outline.min(0), outline.max(0)])


class OutlineTests(unittest.TestCase):
    def test_projection_draws_where_it_says(self):
        for seed in range(60):
            with self.subTest(seed=seed):
                rng = np.random.default_rng(seed)
                h, w = (int(v) for v in rng.integers(60, 200, 2))
                picture = np.zeros((h, w, 3), np.uint8)
                left, top, right, bottom = w // 5, h // 4, w - w // 6, h - h // 3
                picture[top:bottom, left:right] = 255
                pose = Projection(rng, h, w, rng.uniform(.8, 1.5))
                pose.offset = np.float32([300, 300])
                canvas = np.zeros((600, 600, 3), np.uint8)
                pose.paste(canvas, picture, antialias=bool(seed % 2))
                promised = hull(pose.outline(np.float32([[left, top], [right, top], [right, bottom], [left, bottom]]), steps=40))
                drawn = extent(canvas[..., 0] > 127)
                self.assertLess(np.abs(promised - drawn).max(), 2.5, f"{promised} {drawn}")

    def test_held_out_cards_lie_where_they_say(self):
        for seed in range(40):
            with self.subTest(seed=seed):
                rng = random.Random(seed)
                card = Image.new("RGB", (240, 160), (0, 0, 0))
                card.paste((255, 255, 255), (60, 40, 180, 120))
                ground = Image.new("RGB", (700, 700), (0, 0, 0))
                corners = np.array([[60, 40], [180, 40], [180, 120], [60, 120]], float)
                outline = heldout.throw(rng, ground, card, .4, [], corners)
                self.assertIsNotNone(outline)
                drawn = extent(np.array(ground)[..., 0] > 127)
                self.assertLess(np.abs(hull(outline) - drawn).max(), 3, f"{hull(outline)} {drawn}")

    def test_codes_on_boards_lie_apart_and_inside(self):
        for seed in range(8):
            with self.subTest(seed=seed):
                rng = np.random.default_rng(seed)
                item = board(rng, draw_for_detector, int(rng.integers(1, 31)))
                height, width = item.picture.shape[:2]
                boxes = [hull(c) for c in item.corners]
                for number, (left, top, right, bottom) in enumerate(boxes):
                    self.assertTrue(0 <= left < right <= width and 0 <= top < bottom <= height)
                    for other in boxes[:number]:
                        self.assertFalse(left < other[2] and other[0] < right and top < other[3] and other[1] < bottom)

    def test_crowds_hold_many_codes_that_lie_apart(self):
        for seed in range(2):
            with self.subTest(seed=seed):
                image, found = crowds.render(random.Random(seed))
                self.assertTrue(crowds.COUNTS[0] - 1 <= len(found) <= crowds.COUNTS[1])
                boxes = [hull(o) for _, o, _ in found]
                for number, box in enumerate(boxes):
                    self.assertTrue((box[:2] >= 0).all() and (box[2:] <= image.size).all())
                    for other in boxes[:number]:
                        common = np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2])
                        self.assertLess(common.min(), 1)


if __name__ == "__main__":
    unittest.main()
