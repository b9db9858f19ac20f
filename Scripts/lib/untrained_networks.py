"""Raw outputs of the publishers' networks with weights that a seed makes: what a .tflite file of each would give.

Nobody has trained them: the layers that make scores get weights of their own, so that some scores are high.
"""

import sys
from pathlib import Path

import torch
from effdet import EfficientDet, get_efficientdet_config
from ultralytics.nn.tasks import DetectionModel


def scoring(layers, bias=-2.0):
    """Gives layers weights whose sums spread by about as much as a trained network's."""
    with torch.no_grad():
        for layer in layers:
            layer.weight.normal_(0, 4 / layer.weight[0].numel() ** 0.5)
            if layer.bias is not None:
                layer.bias.normal_(bias, 1)


def ultralytics(name, picture, side):
    """[1, 4 + classes, candidates], or [1, 300, 6]: boxes in parts of the input, as exported files have them."""
    network = DetectionModel(f"{name}.yaml", verbose=False).eval()
    head = network.model[-1]
    is_end_to_end = hasattr(head, "one2one_cv3")
    network.set_head_attr(end2end=is_end_to_end)
    scoring(branch[-1] for branch in (head.one2one_cv3 if is_end_to_end else head.cv3))
    values = network(picture)
    values = (values[0] if isinstance(values, tuple) else values).clone()
    if is_end_to_end:
        values[..., :4] /= side
    else:
        values[:, :4] /= side
    return {"output0": values}


def yolox(name, picture, side):
    """[1, cells, 5 + classes]: boxes relative to cells."""
    sys.path.insert(0, str(Path(sys.prefix) / "yolox"))
    from yolox.models import YOLOPAFPN, YOLOX, YOLOXHead

    network = YOLOX(YOLOPAFPN(0.33, 0.25, depthwise=True), YOLOXHead(80, 0.25, depthwise=True)).eval()
    network.head.decode_in_inference = False
    scoring(network.head.cls_preds)
    scoring(network.head.obj_preds)
    return {"output": network(picture)}


def efficientdet(name, picture, side):
    """Boxes relative to anchors, and logits."""
    settings = get_efficientdet_config(name)
    settings.image_size = (side, side)
    network = EfficientDet(settings, pretrained_backbone=False).eval()
    scoring([network.class_net.predict.conv_pw], bias=-7.0)
    classes, boxes = network(picture)
    return {
        output: torch.cat([level.permute(0, 2, 3, 1).reshape(1, -1, width) for level in levels], 1)
        for output, levels, width in (("scores", classes, settings.num_classes), ("boxes", boxes, 4))}


NETWORKS = {"yolox": yolox, "tf_efficientdet_lite0": efficientdet}


def answer(_, request):
    """For each output its rank, its shape and its values."""
    torch.manual_seed(request["seed"])
    side = request["side"]
    name = request["network"]
    with torch.no_grad():
        # Something else in each corner: noise would look the same everywhere.
        picture = torch.nn.functional.interpolate(torch.rand(1, 3, 9, 9), (side, side), mode="bilinear")
        outputs = NETWORKS.get(name, ultralytics)(name, picture, side)
    return [[values.dim(), *values.shape, *values.flatten().tolist()] for values in outputs.values()]
