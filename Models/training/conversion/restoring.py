"""A converted detector as the float network again, to train on where its checkpoint is gone.

    .venv/bin/python -m conversion.restoring MODEL.tflite CHECKS WEIGHTS.npz

CHECKS is a folder of rendered scenes, work/data/detector-384-check after a training.
"""
from pathlib import Path
import sys

import numpy as np
import torch
from torch import nn

from learning import weights
from learning.blocks import Conv
from learning.detector import Detector
from learning.train_detector import batches, score_shift
from synthesis.shards import SampleSet

from . import flatbuffer

CHECK_COUNT = 500
# How many pictures give the statistics of the normalizations, and how many tell by how much the conversion had moved the scores.
STATISTICS_COUNT, SCORES_COUNT = 300, 100


@torch.no_grad()
def restore(network, path, checks):
    """Fills a network so that it computes what the file does, and can be trained on.

    The file's convolutions hold their normalization. Each normalization becomes one that changes nothing yet: it divides by the
    deviation that its convolution has on the pictures, and multiplies by the same.
    """
    network.eval()
    layers, normalizations = _convolutions_in_order(network), _normalizations(network)
    stored = _stored_convolutions(path)
    if len(layers) != len(stored):
        raise SystemExit(f"{path} has {len(stored)} convolutions, the network {len(layers)}")
    for layer, (weight, bias) in zip(layers, stored):
        if layer.weight.shape != weight.shape:
            raise SystemExit(f"{path} has a convolution of {tuple(weight.shape)} where the network has {tuple(layer.weight.shape)}")
        layer.weight.copy_(weight)
        if layer in normalizations:
            _normalize(normalizations[layer], torch.zeros_like(bias), 1 - normalizations[layer].eps, bias)
        else:
            layer.bias.copy_(bias)
    for layer, (mean, variance) in _statistics(network, normalizations, checks).items():
        normalization = normalizations[layer]
        _normalize(normalization, mean, variance, normalization.bias.clone())
    # The conversion had moved all scores alike. Training wants them where its own loss is smallest.
    shift = score_shift(network, checks, min(SCORES_COUNT, len(checks.targets)))
    print(f"the scores' logits move by {shift:+.2f}")
    for head in network.scores:
        head[-1].bias += shift


def _normalize(layer, mean, variance, bias):
    """Lets a normalization with these statistics add the bias and do nothing else."""
    layer.running_mean.copy_(mean)
    layer.running_var.fill_(variance) if isinstance(variance, float) else layer.running_var.copy_(variance)
    layer.weight.copy_((layer.running_var + layer.eps).sqrt())
    layer.bias.copy_(mean + bias)


def _convolutions_in_order(network):
    """The convolutions as they run, which is the order of the file's operators, too."""
    order = []
    hooks = [m.register_forward_hook(lambda layer, *_: order.append(layer)) for m in network.modules() if isinstance(m, nn.Conv2d)]
    network(torch.zeros(1, 3, 128, 128))
    for hook in hooks:
        hook.remove()
    return order


def _normalizations(network):
    found = {}
    for block in network.modules():
        if isinstance(block, Conv):
            convolution, normalization = (next(m for m in block if isinstance(m, kind)) for kind in (nn.Conv2d, nn.BatchNorm2d))
            found[convolution] = normalization
    return found


def _stored_convolutions(path):
    """Weights as PyTorch has them, and biases, in float."""
    model = flatbuffer.read(path)
    graph = model.subgraphs[0]
    found = []
    for operator in graph.operators:
        kind = flatbuffer.code(model, operator)
        if kind not in (flatbuffer.Code.CONV_2D, flatbuffer.Code.DEPTHWISE_CONV_2D):
            continue
        weight, bias = (_dequantized(model, graph.tensors[int(t)]) for t in operator.inputs[1:3])
        # File: outputs, height, width, inputs; or 1, height, width, outputs.
        axes = (0, 3, 1, 2) if kind == flatbuffer.Code.CONV_2D else (3, 0, 1, 2)
        found.append((torch.from_numpy(np.ascontiguousarray(weight.transpose(axes))), torch.from_numpy(bias)))
    return found


def _dequantized(model, tensor):
    kind = {flatbuffer.Type.INT8: np.int8, flatbuffer.Type.INT32: np.int32, flatbuffer.Type.FLOAT32: np.float32}[tensor.type]
    values = np.frombuffer(bytes(bytearray(model.buffers[tensor.buffer].data)), kind).reshape(tensor.shape)
    if kind == np.float32:
        return values
    shape = np.ones(values.ndim, int)
    shape[tensor.quantization.quantizedDimension] = -1
    scale, zero = (np.asarray(v).reshape(shape) for v in (tensor.quantization.scale, tensor.quantization.zeroPoint))
    return ((values - zero) * scale).astype(np.float32)


def _statistics(network, layers, checks):
    """Mean and variance of what each of the convolutions gives, by channel."""
    sums = {layer: [0, 0, 0] for layer in layers}

    def add(layer, _, output):
        entry, values = sums[layer], output.double()
        entry[0] += values.numel() // values.shape[1]
        entry[1] += values.sum((0, 2, 3))
        entry[2] += values.square().sum((0, 2, 3))

    hooks = [layer.register_forward_hook(add) for layer in layers]
    for pictures in batches([checks.picture(k) for k in range(min(STATISTICS_COUNT, len(checks.targets)))]):
        network(pictures)
    for hook in hooks:
        hook.remove()
    return {layer: ((s / n).float(), (q / n - (s / n) ** 2).clamp(min=0).float()) for layer, (n, s, q) in sums.items()}


def main(model, checks, output):
    network = Detector()
    restore(network, Path(model), SampleSet(checks, lambda: False).load(CHECK_COUNT))
    weights.save(network, Path(output))


if __name__ == "__main__":
    main(*sys.argv[1:])
