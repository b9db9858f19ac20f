"""A network restored from a converted file computes what the file does."""
from pathlib import Path
import unittest

from ai_edge_litert.interpreter import Interpreter
import cv2
import numpy as np
import torch

from conversion.restoring import restore
from learning.blocks import Conv
from learning.detector import Detector
from learning.train_detector import batches

MODELS = Path(__file__).resolve().parents[2]


class Pictures:
    """The sample picture, whole and in parts, as a set of checks without codes."""

    def __init__(self, size):
        picture = cv2.cvtColor(cv2.imread(str(MODELS / "samples" / "codes.jpg")), cv2.COLOR_BGR2RGB)
        parts = [picture, picture[:400, :500], picture[300:], picture[:, 400:]]
        self.pictures = [cv2.resize(p, (size, size), interpolation=cv2.INTER_AREA) for p in parts]
        self.targets = [{"boxes": np.zeros((0, 4), np.float32), "classes": np.zeros(0, int)}] * len(parts)

    def picture(self, index):
        return self.pictures[index]


class RestoringTests(unittest.TestCase):
    def test_the_network_computes_what_the_file_does(self):
        path = MODELS / "code_detector" / "model.tflite"
        engine = Interpreter(str(path), experimental_preserve_all_tensors=True, num_threads=2)
        engine.allocate_tensors()
        [source] = engine.get_input_details()
        pictures = Pictures(int(source["shape"][1]))
        network = Detector()
        restore(network, path, pictures)
        raw = {d["name"]: d["index"] for d in engine.get_tensor_details() if d["name"] in ("raw_boxes", "raw_scores")}
        with torch.inference_mode():
            encodings, logits = network(next(batches(pictures.pictures)))
        for picture, boxes, scores in zip(pictures.pictures, encodings.numpy(), logits.numpy()):
            engine.set_tensor(source["index"], picture[None])
            engine.invoke()
            wanted = engine.get_tensor(raw["raw_scores"])[0]
            sure = wanted > .3
            # All logits differ by what the conversion had moved them by, and restoring puts back; and by rounding to bytes.
            difference = scores[sure] - np.log(wanted[sure] / (1 - wanted[sure]))
            self.assertGreater(sure.sum(), 3)
            self.assertLess(np.abs(difference - np.median(difference)).mean(), .25)
            rows = sure.any(1)
            self.assertLess(np.abs(boxes[rows] - engine.get_tensor(raw["raw_boxes"])[0][rows]).mean(), .5)

    def test_normalizations_are_ready_for_training(self):
        path = MODELS / "code_detector" / "model.tflite"
        pictures = Pictures(320)
        network = Detector()
        restore(network, path, pictures)
        x = next(batches(pictures.pictures))
        with torch.inference_mode():
            calm = network(x)[1]
            network.train()
            moved = network(x)[1]
        sure = calm > -1
        self.assertGreater(sure.sum(), 10)
        self.assertLess(float((calm - moved)[sure].abs().mean()), .1)
        for block in network.modules():
            if isinstance(block, Conv):
                [normalization] = [m for m in block if isinstance(m, torch.nn.BatchNorm2d)]
                self.assertTrue(torch.isfinite(normalization.weight).all() and (normalization.weight > 0).all())


if __name__ == "__main__":
    unittest.main()
