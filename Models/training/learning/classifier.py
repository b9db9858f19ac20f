"""The classifier of cropped codes: a small residual network (He et al., 2016) of plain 3 x 3 convolutions.

What tells linear symbologies apart is the order of bars of one to four pixels, which needs channels where the picture is still
large. A MobileNetV2 at width 0.35 has eight of them there, a third of the multiplications, and trains half as fast.
"""
from torch import nn

from .blocks import Conv, initialize

# Channels after each halving of the picture from the second on; the first has 16.
WIDTHS = (32, 48, 96, 192)


class Residual(nn.Module):
    """Two convolutions beside a short cut."""

    def __init__(self, width):
        super().__init__()
        self.convolutions = nn.Sequential(Conv(width, width, 3), Conv(width, width, 3, activation=False))
        self.activation = nn.ReLU6()

    def forward(self, x):
        return self.activation(x + self.convolutions(x))


class Classifier(nn.Module):
    """Takes pictures (batch, 3, height, width) from -1 to 1; gives logits (batch, classes)."""

    def __init__(self, class_count):
        super().__init__()
        current = 16
        blocks = [Conv(3, current, 3, 2)]
        for width in WIDTHS:
            blocks.append(Conv(current, width, 3, 2))
            if width != WIDTHS[-1]:
                blocks.append(Residual(width))
            current = width
        self.features = nn.Sequential(*blocks)
        self.dropout = nn.Dropout(.2)
        # A 1 x 1 convolution instead of a fully connected layer: the converter needs no TRANSPOSE for it.
        self.output = nn.Conv2d(current, class_count, 1)
        initialize(self)

    def forward(self, x):
        pooled = self.features(x).mean((2, 3), keepdim=True)
        return self.output(self.dropout(pooled)).reshape(x.shape[0], -1)
