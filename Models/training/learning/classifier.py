"""The classifier of cropped codes: MobileNetV2 (width 0.35) with a smaller last layer."""
from torch import nn

from .blocks import Conv, InvertedResidual, channels, initialize
from .detector import STAGES

FEATURES = 384


class Classifier(nn.Module):
    """Takes pictures (batch, 3, height, width) from -1 to 1; gives logits (batch, classes)."""

    def __init__(self, class_count, width=.35):
        super().__init__()
        current = channels(32, width)
        blocks = [Conv(3, current, 3, 2)]
        for expansion, outputs, count, stride in STAGES:
            for k in range(count):
                blocks.append(InvertedResidual(current, channels(outputs, width), stride if k == 0 else 1, expansion))
                current = channels(outputs, width)
        self.features = nn.Sequential(*blocks, Conv(current, FEATURES))
        self.dropout = nn.Dropout(.2)
        # A 1 x 1 convolution instead of a fully connected layer: the converter needs no TRANSPOSE for it.
        self.output = nn.Conv2d(FEATURES, class_count, 1)
        initialize(self)

    def forward(self, x):
        pooled = self.features(x).mean((2, 3), keepdim=True)
        return self.output(self.dropout(pooled)).reshape(x.shape[0], -1)
