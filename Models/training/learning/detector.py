"""The detector: MobileNetV2 (width 0.5), a feature pyramid down to stride 8, SSDLite heads."""
import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from synthesis.scenes import SIZE

from .blocks import Conv, InvertedResidual, channels, initialize, separable

CLASS_COUNT = 5
# Expansion, outputs, repetitions, stride of MobileNetV2's stages; tapped where the list says so.
STAGES = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]
PYRAMID = 64

# Per map (strides 8, 16, 32, 64, 128): side lengths (square root of the area) in pixels of an input of the full size, each with its
# ratios of width to height. Codes are square or wide; seen from aside and stretched to a square, both become anything up to 1 : 8.
# In pixels, since that is what weights have learned: they serve as they are where the input grows.
ANCHORS = [
    [(17.6, (1,)), (25.6, (1, 2.2, .45, 5, .2)), (35.2, (1,))],
    [(49.6, (1, 2, .5, 3.6, .28, 7.5, .133)), (70.4, (1, 4.5, .22))],
    [(102.4, (1, 2, .5, 4, .25, 8, .125)), (140.8, (1, 3, .33))],
    [(192, (1, 1.7, .6, 3, .33)), (240, (1,))],
    [(288, (1, 1.4, .7, 2, .5)), (320, (1,))],
]


class Detector(nn.Module):
    """Takes pictures (batch, 3, height, width) from -1 to 1; gives box encodings (batch, anchors, 4) and class logits (batch, anchors, 5)."""

    def __init__(self, width=.5):
        super().__init__()
        blocks = [Conv(3, channels(32, width), 3, 2)]
        current = channels(32, width)
        for number, (expansion, outputs, count, stride) in enumerate(STAGES):
            for k in range(count):
                blocks.append(InvertedResidual(current, channels(outputs, width), stride if k == 0 else 1, expansion))
                current = channels(outputs, width)
            if number == 2:
                self.to_stride8, c8, blocks = nn.Sequential(*blocks), current, []
            elif number == 4:
                self.to_stride16, c16, blocks = nn.Sequential(*blocks), current, []
        self.to_stride32, c32 = nn.Sequential(*blocks), current
        self.to_stride64 = nn.Sequential(Conv(c32, 64), Conv(64, 64, 3, 2, 64), Conv(64, 128))
        self.to_last = nn.Sequential(Conv(128, 64), Conv(64, 64, 3, 2, 64), Conv(64, 128))
        self.lateral = nn.ModuleList([Conv(c, PYRAMID, activation=False) for c in (c8, c16, c32)])
        self.smooth = nn.ModuleList([nn.Sequential(Conv(PYRAMID, PYRAMID, 3, groups=PYRAMID), Conv(PYRAMID, PYRAMID)) for _ in range(3)])
        counts = [sum(len(ratios) for _, ratios in level) for level in ANCHORS]
        inputs = [PYRAMID, PYRAMID, PYRAMID, 128, 128]
        self.boxes = nn.ModuleList([separable(c, n * 4) for c, n in zip(inputs, counts)])
        self.scores = nn.ModuleList([separable(c, n * CLASS_COUNT) for c, n in zip(inputs, counts)])
        initialize(self)
        for head in [*self.boxes, *self.scores]:
            nn.init.normal_(head[-1].weight, 0, .01)
        for head in self.scores:  # every anchor starts at a probability of 1 %
            nn.init.constant_(head[-1].bias, -math.log(99))

    def maps(self, x):
        s8 = self.to_stride8(x)
        s16 = self.to_stride16(s8)
        s32 = self.to_stride32(s16)
        s64 = self.to_stride64(s32)
        p32 = self.lateral[2](s32)
        p16 = self.lateral[1](s16) + functional.interpolate(p32, scale_factor=2, mode="nearest")
        p8 = self.lateral[0](s8) + functional.interpolate(p16, scale_factor=2, mode="nearest")
        return [self.smooth[0](p8), self.smooth[1](p16), self.smooth[2](p32), s64, self.to_last(s64)]

    def forward(self, x):
        maps = self.maps(x)
        boxes = [head(m).permute(0, 2, 3, 1).reshape(x.shape[0], -1, 4) for head, m in zip(self.boxes, maps)]
        scores = [head(m).permute(0, 2, 3, 1).reshape(x.shape[0], -1, CLASS_COUNT) for head, m in zip(self.scores, maps)]
        return torch.cat(boxes, 1), torch.cat(scores, 1)


def anchors(size, full_size=SIZE):
    """All anchors for a square input, N x 4: center y, center x, height, width from 0 to 1, in the order of the network's outputs.

    A smaller input than the full one shows the same picture smaller: anchors keep their part of the picture.
    """
    result = []
    side = size // 8
    for level in ANCHORS:
        shapes = [(pixels / math.sqrt(r), pixels * math.sqrt(r)) for pixels, ratios in level for r in ratios]
        centers = (np.arange(side) + .5) / side
        grid = np.stack(np.meshgrid(centers, centers, indexing="ij"), -1).reshape(-1, 1, 2)
        level_shapes = np.broadcast_to(np.float32(shapes) / full_size, (side * side, len(shapes), 2))
        result.append(np.concatenate([np.broadcast_to(grid, level_shapes.shape), level_shapes], -1).reshape(-1, 4))
        side = (side + 1) // 2
    return np.concatenate(result).astype(np.float32)
