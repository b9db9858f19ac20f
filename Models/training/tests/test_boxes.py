"""Anchors, encodings and suppression."""
import unittest

import numpy as np
import torch

from evaluation.precision import average_precision, quiet_at, recall_at
from learning import boxes
from learning.detector import Detector, anchors


class BoxTests(unittest.TestCase):
    def test_anchors_are_as_many_as_outputs(self):
        network = Detector().eval()
        for size in (192, 320):
            with torch.inference_mode():
                encodings, logits = network(torch.zeros(1, 3, size, size))
            self.assertEqual(encodings.shape[1], len(anchors(size)))
            self.assertEqual(logits.shape[1], len(anchors(size)))

    def test_decoding_undoes_encoding(self):
        generator = torch.Generator().manual_seed(1)
        centered = torch.rand(200, 4, generator=generator) * .5 + .2
        anchor = torch.rand(200, 4, generator=generator) * .5 + .2
        wanted = boxes.corners(centered)
        self.assertTrue(torch.allclose(boxes.decode(boxes.encode(wanted, anchor), anchor), wanted, atol=1e-5))

    def test_every_code_has_an_anchor(self):
        rng = np.random.default_rng(2)
        anchor = torch.from_numpy(anchors(320))
        for _ in range(50):
            size = np.exp(rng.uniform(np.log(.05), 0, 2))
            low = rng.uniform(0, 1 - size)
            box = torch.tensor(np.float32([[*low, *(low + size)]]))
            if boxes.intersection_over_union(boxes.corners(anchor), box).max() <= .1:
                continue
            target, encodings = boxes.match(anchor, box, torch.tensor([3]))
            positive = target > 0
            self.assertTrue(positive.any())
            self.assertEqual(set(target[positive].tolist()), {4})
            decoded = boxes.decode(encodings[positive], anchor[positive])
            self.assertTrue(torch.allclose(decoded, box.expand_as(decoded), atol=1e-4))

    def test_a_picture_without_codes_is_background(self):
        target, _ = boxes.match(torch.from_numpy(anchors(192)), torch.zeros(0, 4), torch.zeros(0, dtype=torch.long))
        self.assertEqual(int(target.abs().sum()), 0)

    def test_suppression_keeps_the_best_of_each_place(self):
        given = torch.tensor([[0, 0, .5, .5], [.02, 0, .5, .5], [.6, .6, .9, .9]])
        self.assertEqual(boxes.suppress(given, torch.tensor([.6, .9, .5])), [1, 2])

    def test_boxes_of_another_class_stay(self):
        given = torch.tensor([[0, 0, .5, .5], [.02, 0, .5, .5], [.6, .6, .9, .9]])
        scores = torch.tensor([[.6, .1], [.9, .7], [.01, .3]])
        found, sureness, classes = boxes.detections(given, scores, .05)
        self.assertTrue(torch.equal(found, given[[1, 1, 2]]))
        self.assertTrue(torch.allclose(sureness, torch.tensor([.9, .7, .3])))
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


if __name__ == "__main__":
    unittest.main()
