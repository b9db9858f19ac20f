"""Layers that both networks are made of: MobileNetV2's (Sandler et al., 2018)."""
import torch
from torch import nn
from torch.nn import functional


def channels(value, width, divisor=8):
    """A number of channels scaled by the width multiplier, as a multiple of the divisor and not below 90 % of it."""
    scaled = value * width
    rounded = max(divisor, int(scaled + divisor / 2) // divisor * divisor)
    return rounded + divisor if rounded < .9 * scaled else rounded


class SamePadding(nn.Module):
    """Pads a square picture for a 3 x 3 convolution of stride 2 as TensorFlow's SAME does, right and bottom only where its size is
    even: so the converter makes one operator of both instead of a PAD and a convolution."""

    def forward(self, x):
        before = x.shape[-1] % 2
        return functional.pad(x, (before, 1, before, 1))


class Conv(nn.Sequential):
    """Convolution, batch normalization and ReLU6. A stride of 2 takes a kernel of 3."""

    def __init__(self, inputs, outputs, kernel=1, stride=1, groups=1, activation=True):
        layers = [SamePadding()] if stride == 2 else []
        layers += [
            nn.Conv2d(inputs, outputs, kernel, stride, 0 if stride == 2 else kernel // 2, groups=groups, bias=False),
            nn.BatchNorm2d(outputs),
        ]
        super().__init__(*layers, *([nn.ReLU6()] if activation else []))


class InvertedResidual(nn.Module):
    """Expansion, depthwise convolution, projection; a short cut where shapes allow."""

    def __init__(self, inputs, outputs, stride, expansion):
        super().__init__()
        hidden = inputs * expansion
        self.has_shortcut = stride == 1 and inputs == outputs
        self.expand = Conv(inputs, hidden) if expansion > 1 else nn.Identity()
        self.project = nn.Sequential(Conv(hidden, hidden, 3, stride, hidden), Conv(hidden, outputs, activation=False))

    def forward(self, x):
        y = self.project(self.expand(x))
        return x + y if self.has_shortcut else y


def separable(inputs, outputs):
    """A depthwise 3 x 3 convolution with activation and a plain 1 x 1 one: SSDLite's head."""
    return nn.Sequential(Conv(inputs, inputs, 3, groups=inputs), nn.Conv2d(inputs, outputs, 1))


def initialize(module):
    for layer in module.modules():
        if isinstance(layer, nn.Conv2d):
            nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)


def count_macs(module, shape):
    """Multiply-accumulates of all convolutions for one input of a shape (1, 3, height, width)."""
    total = 0

    def add(layer, _, output):
        nonlocal total
        total += output.numel() * layer.weight[0].numel()

    hooks = [m.register_forward_hook(add) for m in module.modules() if isinstance(m, nn.Conv2d)]
    with torch.inference_mode():
        module(torch.zeros(shape))
    for hook in hooks:
        hook.remove()
    return total
