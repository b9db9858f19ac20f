"""Anchors, encodings and suppression."""
import unittest

import numpy as np
import torch

from evaluation.precision import average_precision, quiet_at, recall_at
from evaluation.sizes import by_size, found_codes, right_boxes
from learning import augmentation, boxes
from learning.detector import SIZE, Detector, anchors
from synthesis.symbols import UNTOLD


class BoxTests(unittest.TestCase):
    def test_anchors_are_as_many_as_outputs(self):
        network = Detector().eval()
        for size in (192, SIZE):
            with torch.inference_mode():
                encodings, logits = network(torch.zeros(1, 3, size, size))
            self.assertEqual(encodings.shape[1], len(anchors(size)))
            self.assertEqual(logits.shape[1], len(anchors(size)))

    def test_decoding_undoes_encoding(self):
        centered, anchor = np.random.default_rng(1).uniform(.2, .7, (2, 200, 4)).astype(np.float32)
        wanted = boxes.corners(centered)
        np.testing.assert_allclose(boxes.decode(boxes.encode(wanted, anchor), anchor), wanted, atol=1e-5)

    def test_every_code_has_an_anchor(self):
        rng = np.random.default_rng(2)
        anchor = anchors(SIZE)
        for _ in range(50):
            size = np.exp(rng.uniform(np.log(.05), 0, 2))
            low = rng.uniform(0, 1 - size)
            box = np.float32([[*low, *(low + size)]])
            if boxes.intersection_over_union(boxes.corners(anchor), box).max() <= .1:
                continue
            target, encodings = boxes.match(anchor, box, np.array([3]))
            positive = target > 0
            self.assertTrue(positive.any())
            self.assertEqual(set(target[positive].tolist()), {4})
            decoded = boxes.decode(encodings[positive], anchor[positive])
            np.testing.assert_allclose(decoded, np.broadcast_to(box, decoded.shape), atol=1e-4)

    def test_a_picture_without_codes_is_background(self):
        target, _ = boxes.match(anchors(192), np.zeros((0, 4), np.float32), np.zeros(0, int))
        self.assertFalse(target.any())

    def test_a_larger_input_keeps_the_pixels_of_anchors(self):
        smaller, larger = anchors(320, full_size=320), anchors(384, full_size=384)
        np.testing.assert_allclose(np.unique(smaller[:, 2:] * 320, axis=0), np.unique(larger[:, 2:] * 384, axis=0), rtol=1e-5)

    def test_a_code_that_cannot_be_told_counts_for_nothing(self):
        anchor = anchors(SIZE)
        given = np.float32([[.1, .1, .13, .13], [.5, .5, .8, .8]])
        both, encodings = boxes.match(anchor, given, np.array([UNTOLD, 2]))
        one, alone = boxes.match(anchor, given[1:], np.array([2]))
        overlap = boxes.intersection_over_union(boxes.corners(anchor), given[:1])[:, 0]
        near = (both == -1) & (one != -1)
        self.assertTrue(near[overlap >= boxes.UNTOLD_OVERLAP].all())
        self.assertTrue((overlap[near] > 0).all())
        self.assertEqual(set(both[near].tolist()), {-1})
        np.testing.assert_array_equal(both[~near], one[~near])
        np.testing.assert_array_equal(encodings, alone)
        only, _ = boxes.match(anchor, given[:1], np.array([UNTOLD]))
        self.assertEqual(set(only.tolist()), {-1, 0})

    def test_a_code_that_is_small_beside_any_anchor_counts_for_nothing(self):
        anchor = anchors(SIZE)
        for height, width in ((3, 8), (5, 5), (2, 2)):
            given = np.float32([[100, 200, 100 + height, 200 + width]]) / SIZE
            self.assertLess(boxes.intersection_over_union(boxes.corners(anchor), given).max(), boxes.UNTOLD_OVERLAP)
            target, _ = boxes.match(anchor, given, np.array([UNTOLD]))
            holding = boxes.intersection(boxes.corners(anchor), given)[:, 0] > .9 * height * width / SIZE**2
            smallest = boxes.area(boxes.corners(anchor)) * SIZE**2 < 18**2
            self.assertTrue((holding & smallest).any())
            self.assertEqual(set(target[holding & smallest].tolist()), {-1})
            self.assertFalse(target[boxes.area(boxes.corners(anchor)) * SIZE**2 > 35**2].any())

    def test_a_code_that_a_part_cuts_cannot_be_told(self):
        given = np.float32([[.1, .1, .3, .3], [.45, .1, .65, .3], [.7, .7, .9, .9]])
        seen, classes = augmentation._seen(given, np.array([0, 1, 2]), np.array([0, 0]), np.array([.5, .5]))
        np.testing.assert_allclose(seen, [[.2, .2, .6, .6], [.9, .2, 1, .6]], rtol=1e-5)
        self.assertEqual(classes.tolist(), [0, UNTOLD])

    def test_suppression_keeps_the_best_of_each_place(self):
        given = np.float32([[0, 0, .5, .5], [.02, 0, .5, .5], [.6, .6, .9, .9]])
        self.assertEqual(boxes.suppress(given, np.array([.6, .9, .5])), [1, 2])

    def test_boxes_of_another_class_stay(self):
        given = np.float32([[0, 0, .5, .5], [.02, 0, .5, .5], [.6, .6, .9, .9]])
        scores = np.array([[.6, .1], [.9, .7], [.01, .3]])
        found, sureness, classes = boxes.detections(given, scores, .05)
        np.testing.assert_array_equal(found, given[[1, 1, 2]])
        np.testing.assert_allclose(sureness, [.9, .7, .3])
        self.assertEqual(classes.tolist(), [0, 1, 1])


class PrecisionTests(unittest.TestCase):
    truth = [(np.float32([[0, 0, 1, 1]]), np.array([0])), (np.zeros((0, 4), np.float32), np.zeros(0, int))]

    def found(self, *detections):
        rows = [(np.float32(b).reshape(-1, 4), np.float32(s), np.array(c, int)) for b, s, c in detections]
        return rows

    def test_a_perfect_detector(self):
        found = self.found(([[0, 0, 1, 1]], [.9], [0]), ([], [], []))
        self.assertEqual(average_precision(found, self.truth, 0), 1)
        self.assertEqual(recall_at(found, self.truth, 0), 1)
        self.assertEqual(quiet_at(found, self.truth), 1)

    def test_a_better_scored_false_alarm_halves_precision(self):
        found = self.found(([[0, 0, 1, 1]], [.6], [0]), ([[0, 0, 1, 1]], [.9], [0]))
        self.assertAlmostEqual(average_precision(found, self.truth, 0), .5)
        self.assertEqual(quiet_at(found, self.truth), 0)

    def test_a_second_box_on_one_code_is_wrong(self):
        found = self.found(([[0, 0, 1, 1], [0, 0, 1, .9]], [.5, .9], [0, 0]), ([], [], []))
        self.assertEqual(average_precision(found, self.truth, 0), 1)
        self.assertEqual(average_precision(found, self.truth[:1] * 2, 0), .5)

    def test_the_wrong_class_is_no_hit(self):
        found = self.found(([[0, 0, 1, 1]], [.9], [1]), ([], [], []))
        self.assertEqual(average_precision(found, self.truth, 0), 0)
        self.assertTrue(np.isnan(average_precision(found, self.truth, 1)))

    def test_a_detection_of_what_cannot_be_told_is_neither_right_nor_wrong(self):
        box, other = np.float32([[.1, .1, .3, .3]]), np.float32([[.6, .6, .8, .8]])
        found = [(np.concatenate([other, box]), np.array([.9, .8]), np.array([0, 0]))]
        self.assertEqual(average_precision(found, [(box, np.array([0]))], 0), .5)
        truth = [(np.concatenate([box, other]), np.array([0, UNTOLD]))]
        self.assertEqual(average_precision(found, truth, 0), 1)

    def test_recall_by_size(self):
        truth = [(np.float32([[0, 0, 30, 10], [50, 50, 55, 55], [0, 180, 15, 199]]), np.array([0, 1, 1]))]
        found = self.found(([[0, 0, 29, 10], [50, 50, 55, 55], [0, 180, 15, 199], [70, 0, 90, 20]], [.9, .4, .8, .7], [0, 1, 1, 1]))
        hits = found_codes(found, truth)
        self.assertEqual(hits[0].tolist(), [True, False, True])
        self.assertEqual(by_size(hits, truth, [(100, 200)]), [(1, 1.0), (1, 1.0), (1, 0.0)])
        self.assertEqual(by_size(hits, truth, [(100, 200)], 1), [(0, None), (1, 1.0), (1, 0.0)])
        self.assertAlmostEqual(right_boxes(found, truth), 2 / 3)


if __name__ == "__main__":
    unittest.main()
