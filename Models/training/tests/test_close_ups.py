"""Close-ups of both generators: as large as they say, the same for the same seeds, and no code where nobody would see one."""
from pathlib import Path
import random
import unittest
from unittest import mock

import numpy as np

from heldout import close_ups as heldout
from heldout import optics
from learning.operating_point import best_score
from synthesis import close_ups, hands, kernels, samples
from synthesis.prints import bare
from synthesis.scenes import VISIBLE_SHARE, Scene
from synthesis.symbols import DETECTOR_CLASSES, UNTOLD, draw, draw_for_close_up

MODELS = Path(__file__).resolve().parents[2]


class SynthesisTests(unittest.TestCase):
    def test_close_ups_depend_on_their_seed_alone(self):
        for seed in range(3):
            for a, b in zip(*(close_ups.render(np.random.default_rng([7, seed])) for _ in range(2))):
                np.testing.assert_array_equal(a, b)

    def test_half_of_the_samples_are_close_ups_the_same_ones_each_time(self):
        nothing = lambda rng: (None, np.zeros((0, 4)), np.zeros(0))
        with mock.patch("synthesis.close_ups.render", nothing), mock.patch("synthesis.scenes.render", nothing):
            first, second = ([samples.scene(np.random.default_rng([3, i]))[1]["close_up"][0] for i in range(2000)] for _ in range(2))
        self.assertEqual(first, second)
        self.assertAlmostEqual(np.mean(first), samples.CLOSE_UP_SHARE, delta=.04)

    def test_half_of_the_codes_are_linear(self):
        rng = np.random.default_rng(1)
        classes = [draw_for_close_up(rng).detector_class for _ in range(600)]
        self.assertAlmostEqual(np.mean(np.array(classes) == DETECTOR_CLASSES.index("linear_barcode")), .5, delta=.08)
        self.assertEqual(set(classes), set(range(len(DETECTOR_CLASSES))))

    def test_a_near_code_takes_its_share_of_the_picture(self):
        for seed, share in enumerate((.35, .7, 1, 1.15, 1.3)):
            with self.subTest(share=share):
                rng = np.random.default_rng(seed)
                scene, item = Scene(rng, 480, 640), bare(rng, draw(rng, "ean_upc"), 300)
                pose = scene.add_near(rng, item, share)
                outline = pose.outline(item.corners[0])
                self.assertAlmostEqual((np.ptp(outline, axis=0) / [640, 480]).max(), share, places=3)
                self.assertGreaterEqual(scene._visible(outline), VISIBLE_SHARE)
                self.assertEqual(scene.classes().tolist(), [DETECTOR_CLASSES.index("linear_barcode")])

    def test_close_ups_show_one_code_or_none(self):
        counts = []
        for seed in range(12):
            picture, boxes, classes = close_ups.render(np.random.default_rng([9, seed]), 192)
            self.assertEqual(picture.shape, (192, 192, 3))
            self.assertEqual(len(boxes), len(classes))
            counts.append(len(boxes))
            if len(boxes) and classes[0] != UNTOLD:
                self.assertGreater((boxes[0, 2:] - boxes[0, :2]).max(), close_ups.SMALLEST * VISIBLE_SHARE)
        self.assertEqual(set(counts), {0, 1})

    def test_a_code_that_drowns_in_noise_is_not_told(self):
        rng = np.random.default_rng(4)
        bars = np.repeat(np.repeat(rng.integers(0, 2, (1, 48, 1)) * 255, 4, 1), 192, 0).repeat(3, 2).astype(np.uint8)
        noise = rng.normal(128, 20, bars.shape).clip(0, 255).astype(np.uint8)
        faint = (bars * .2 + noise * .8).astype(np.uint8)
        shown = [close_ups._resemblance(bars, picture, [.1, .1, .9, .9], 1) for picture in (bars, faint, noise)]
        self.assertGreater(shown[0], .95)
        self.assertGreater(shown[1], close_ups.RESEMBLANCE)
        self.assertLess(shown[2], close_ups.RESEMBLANCE)

    def test_kernels_blur_by_what_they_say(self):
        def variances(kernel):
            self.assertAlmostEqual(float(kernel.sum()), 1, places=4)
            y, x = np.mgrid[: kernel.shape[0], : kernel.shape[1]] - np.array(kernel.shape).reshape(2, 1, 1) // 2
            return [float((kernel * v**2).sum()) for v in (y, x)]

        for radius in (3, 8.5):
            np.testing.assert_allclose(variances(kernels.disc(radius)), radius**2 / 4, rtol=.15)
            # Equal to the disc's along the motion, and none across it.
            across, along = variances(kernels.streak(3**.5 * radius, 0))
            self.assertAlmostEqual(along, radius**2 / 4, delta=.15 * radius**2 / 4)
            self.assertEqual(across, 0)

    def test_fingers_leave_the_code_to_be_seen(self):
        outline = np.float32([[200, 150], [440, 150], [440, 330], [200, 330]])
        drawn = 0
        for seed in range(20):
            canvas = np.zeros((480, 640, 3), np.uint8)
            hands.hold(np.random.default_rng(seed), canvas, outline)
            drawn += canvas.any()
            self.assertLess(canvas[150:330, 200:440].any(2).mean(), .2)
        self.assertGreater(drawn, 10)


class HeldOutTests(unittest.TestCase):
    def test_close_ups_depend_on_their_seed_alone(self):
        (first, codes), (second, again) = (heldout.render(random.Random("a seed")) for _ in range(2))
        np.testing.assert_array_equal(np.array(first), np.array(second))
        for (_, a, _), (_, b, _) in zip(codes, again):
            np.testing.assert_array_equal(a, b)

    def test_codes_are_large_and_lie_in_the_picture_for_the_most_part(self):
        card, corners = mock.Mock(size=(700, 300)), np.array([[70, 40], [630, 40], [630, 240], [70, 240]], float)
        for seed in range(40):
            with self.subTest(seed=seed):
                quad = heldout._placed(random.Random(seed), (640, 480), card, corners)
                inner = heldout.scenes._mapped(heldout.scenes._homography(np.array([[0, 0], [700, 0], [700, 300], [0, 300]], float), quad), corners)
                low, high = inner.min(0), inner.max(0)
                self.assertTrue(.32 < ((high - low) / [640, 480]).max() < 1.32)
                seen = np.clip(np.minimum(high, [640, 480]) - np.maximum(low, 0), 0, None)
                self.assertGreaterEqual(seen.prod(), .69 * (high - low).prod())

    def test_blurring_keeps_light_and_place(self):
        rng = random.Random(3)
        point = np.zeros((80, 121, 3), np.float32)
        point[40, 60] = 1
        for kernel in (optics._opening(rng, 6), optics._tremor(rng, 12)):
            self.assertAlmostEqual(float(kernel.sum()), 1, places=5)
            blurred = optics._convolved(point, kernel)
            self.assertEqual(blurred.shape, point.shape)
            reach = kernel.shape[0] // 2
            np.testing.assert_allclose(blurred[40 - reach : 41 + reach, 60 - reach : 61 + reach, 0], kernel, atol=1e-5)
        for radius in (4, 9):  # polygons have the disc's area: the middle is as bright, whatever the blades
            middles = [k[k.shape[0] // 2, k.shape[0] // 2] for k in (optics._opening(random.Random(s), radius) for s in range(40))]
            self.assertAlmostEqual(np.median(middles) * np.pi * radius**2, 1, delta=.15)

    def test_a_mosaic_of_gray_is_gray(self):
        rng = mock.Mock(wraps=random.Random(1))
        rng.gauss, rng.choice = lambda *_: 0, lambda values: values[0]
        recorded = optics._recorded(rng, np.random.default_rng(2), np.full((64, 96, 3), .5, np.float32))
        self.assertEqual(recorded.shape, (64, 96, 3))
        np.testing.assert_allclose(recorded.mean((0, 1)), .5, atol=.01)


class OperatingPointTests(unittest.TestCase):
    def kind(self, count, score):
        """Pictures with one code each, which is found with a score."""
        box = np.float32([[.2, .2, .8, .8]])
        return [(box, np.float32([score]), np.array([0]))] * count, [(box, np.array([0]))] * count

    def test_a_few_pictures_of_a_kind_weigh_as_many_of_the_other(self):
        # Quiet alone would have the score above .5, where one kind, however few its pictures, loses all of its codes.
        loud = [(np.float32([[0, 0, 1, 1]]), np.float32([.5]), np.array([0]))] * 20, [(np.zeros((0, 4), np.float32), np.zeros(0, int))] * 20
        silent = [(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, int))] * 100, loud[1] * 5
        for few, many in ((.45, .9), (.9, .45)):
            kinds = [tuple(a + b for a, b in zip(self.kind(100, many), loud)), tuple(a + b for a, b in zip(self.kind(4, few), silent))]
            # 20 of the 120 pictures without a code are loud, which costs 2 / 6; a kind without recall costs 1 / 2.
            self.assertLessEqual(best_score(kinds, 1), .45)


class CardTests(unittest.TestCase):
    def test_the_card_has_places_for_all_figures(self):
        text = (MODELS / "code_detector" / "README.md").read_text()
        for mark in ("figures", "sizes", "close-ups"):
            self.assertIn(f"<!-- {mark} -->\n", text)
            self.assertIn(f"<!-- /{mark} -->", text)


if __name__ == "__main__":
    unittest.main()
