"""PyTorch networks as float and as int8 .tflite files, with litert-torch and ai-edge-quantizer."""
from pathlib import Path

import litert_torch
import numpy as np
import torch
from ai_edge_quantizer import calibrator, quantizer, recipe
from ai_edge_quantizer.utils import qsv_utils
from torch import nn

INPUT = "args_0"
SIGNATURE = "serving_default"


class DetectorOutputs(nn.Module):
    """Scores instead of logits, as the post-processing operator takes them."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        encodings, logits = self.network(x)
        return encodings, torch.sigmoid(logits)


class ClassifierOutputs(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return torch.softmax(self.network(x), 1)


def write_float(module, size, path):
    """Writes a network of pictures (1, 3, size, size) as a file that takes (1, size, size, 3)."""
    wrapped = litert_torch.to_channel_last_io(module.eval(), args=[0]).eval()
    litert_torch.convert(wrapped, (torch.zeros(1, size, size, 3),)).export(str(path))


def write_int8(float_path, pictures, path):
    """Quantizes weights per channel and activations per tensor; ranges are those seen on uint8 pictures."""
    work = quantizer.Quantizer(str(float_path), recipe.static_wi8_ai8())
    # The extremes of all pictures: the default, a moving average of each picture's extremes, averages the few high scores away.
    ranges = calibrator.Calibrator(Path(float_path).read_bytes(), num_threads=2, qsv_update_func=qsv_utils.min_max_update)
    data = [{INPUT: (p.astype(np.float32) / np.float32(127.5) - 1)[None]} for p in pictures]
    ranges.calibrate({SIGNATURE: data}, work._recipe_manager)
    seen = ranges.get_model_qsvs()
    inputs = [name for name in seen if INPUT in name]
    if len(inputs) != 1:
        raise RuntimeError(f"expected one input in the calibration, found {inputs}")
    # Exactly the bytes of a picture: value v becomes v - 128.
    seen[inputs[0]]["min"][...] = -1
    seen[inputs[0]]["max"][...] = 127 / 127.5
    work.quantize(seen).export_model(str(path), overwrite=True)
