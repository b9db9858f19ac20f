"""Reads the raw outputs of detectors as their publishers do, for HeadJudgeTests; judge_server.py says how it is asked."""

import functools
import importlib.util
import sys
import types
from pathlib import Path

import cv2
import numpy as np
import torch
import torchvision
from effdet.anchors import Anchors, decode_box_outputs
from sahi.postprocess.combine import GreedyNMMPostprocess
from sahi.prediction import ObjectPrediction
from scipy import ndimage
from ultralytics.utils.nms import non_max_suppression

import untrained_networks
from judge_server import only, rows, serve


def best(boxes, scores, classes, request):
    """The best candidates of each class by torchvision's suppression; boxes in parts."""
    kept = torchvision.ops.batched_nms(boxes * request["side"], scores, classes, request["overlap"])
    return torch.cat((boxes[kept], scores[kept, None], classes[kept, None].double()), 1).tolist()


def ultralytics(outputs, request):
    """[1, 4 + classes, candidates], or [1, objects, 6]."""
    values = torch.from_numpy(only(outputs).astype(np.float32))
    side = request["side"]
    if values.shape[-1] == 6:
        values[..., :4] *= side
    else:
        values[:, :4] *= side
    found = non_max_suppression(
        values, conf_thres=request["threshold"], iou_thres=request["overlap"], max_det=30000, max_time_img=60)[0]
    found[:, :4] /= side
    return found.tolist()


def torchvision_rows(outputs, request):
    """[1, candidates, 5 + classes]: decoded boxes."""
    values = torch.from_numpy(only(outputs))[0]
    score, index = values[:, 5:].max(1)
    score = score * values[:, 4]
    keep = score >= request["threshold"]
    values, score, index = values[keep], score[keep], index[keep]
    center, size = values[:, :2], values[:, 2:4]
    return best(torch.cat((center - size / 2, center + size / 2), 1), score, index, request)


@functools.cache
def megvii(name):
    """A file of Megvii's package, whose compiled parts are for another Python."""
    spec = importlib.util.spec_from_file_location(name, Path(sys.prefix) / "yolox/yolox/utils" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def yolox(outputs, request):
    """[1, cells, 5 + classes]: boxes relative to cells, or in pixels."""
    values, side = only(outputs), request["side"]
    if request["head"] == "yolox":
        values = megvii("demo_utils").demo_postprocess(values, (side, side))
    found = megvii("boxes").postprocess(
        torch.from_numpy(values), request["classes"], request["threshold"], request["overlap"])[0]
    if found is None:
        return []
    return torch.cat((found[:, :4] / side, found[:, 4:5] * found[:, 5:6], found[:, 6:]), 1).tolist()


@functools.cache
def mmdetection():
    """MMDetection's heads. MMCV's compiled operators, which their networks need, are left out: the suppression is
    torchvision's."""
    operators = types.ModuleType("mmcv.ops")

    def batched_nms(boxes, scores, classes, options):
        kept = torchvision.ops.batched_nms(boxes, scores, classes, options["iou_threshold"])
        return torch.cat((boxes[kept], scores[kept, None]), 1), kept

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (torch.nn.Module,), {})

    operators.batched_nms = batched_nms
    operators.__getattr__ = missing
    # Of equal scores, the first wins.
    sort = torch.Tensor.sort
    torch.Tensor.sort = lambda values, **options: sort(values, stable=True, **options)
    for name in ("", ".carafe", ".merge_cells", ".modulated_deform_conv", ".multi_scale_deform_attn", ".nms", ".roi_align"):
        sys.modules["mmcv.ops" + name] = operators
    from mmdet.models.dense_heads import CenterNetHead, GFLHead
    from mmengine.config import ConfigDict

    return CenterNetHead, GFLHead, ConfigDict


NANODET_STRIDES = [8, 16, 32, 64]


@functools.cache
def generalized_focal_head(classes):
    """The head that NanoDet-Plus has: its cells' points are their corners."""
    _, GFLHead, _ = mmdetection()
    return GFLHead(
        classes, 8, reg_max=7, anchor_generator={
            "type": "AnchorGenerator", "ratios": [1.0], "octave_base_scale": 8, "scales_per_octave": 1,
            "strides": NANODET_STRIDES, "center_offset": 0.0})


def nanodet(outputs, request):
    """[1, cells, classes + 4 · bins]: scores, and distributions over distances."""
    _, _, ConfigDict = mmdetection()
    classes, side = request["classes"], request["side"]
    head = generalized_focal_head(classes)
    values = torch.from_numpy(only(outputs))[0]
    scores, boxes, sizes, first = [], [], [], 0
    for stride in NANODET_STRIDES:
        size = -(-side // stride)
        level = values[first:first + size * size].reshape(size, size, -1).permute(2, 0, 1)
        first += size * size
        # The network's own end is a sigmoid function, which the head computes.
        scores.append(torch.logit(level[:classes]))
        boxes.append(level[classes:])
        sizes.append((size, size))
    found = head._predict_by_feat_single(
        scores, boxes, [None] * len(sizes), head.prior_generator.grid_priors(sizes, dtype=torch.float64, device="cpu"),
        {"img_shape": (side, side)}, ConfigDict(
            score_thr=request["threshold"], nms_pre=10**6, max_per_img=10**6,
            nms={"type": "nms", "iou_threshold": request["overlap"]}))
    return torch.cat((found.bboxes / side, found.scores[:, None], found.labels[:, None].double()), 1).tolist()


def centernet(outputs, request):
    """A heat map, sizes and offsets: [1, rows, columns, ...]."""
    CenterNetHead, _, _ = mmdetection()

    def planar(name):
        return torch.from_numpy(outputs[name]).permute(0, 3, 1, 2).contiguous()

    boxes, classes = CenterNetHead._decode_heatmap(
        None, planar("map"), planar("size"), planar("offset"), (1, 1), k=outputs["map"].size)
    found = torch.cat((boxes[0], classes[0, :, None].double()), 1)
    return found[found[:, 4] >= request["threshold"]].tolist()


def effdet(outputs, request):
    """EfficientDet-Lite's boxes relative to anchors, and logits, each of which may be an object."""
    side = request["side"]
    anchors = Anchors(3, 7, 3, [1.0, 2.0, 0.5], 3.0, (side, side)).boxes.double()
    boxes = decode_box_outputs(torch.from_numpy(rows(outputs, "boxes", 4)), anchors, output_xyxy=True)
    scores = torch.from_numpy(rows(outputs, "scores", request["classes"])).sigmoid()
    place, index = (scores >= request["threshold"]).nonzero(as_tuple=True)
    return best(boxes[place] / side, scores[place, index], index, request)


@functools.cache
def darknet(size, anchors, classes):
    """The last layer of a YOLO of Darknet, on a grid of size x size cells."""
    channels = 3 * (5 + classes)
    description = (
        f"[net]\nwidth={size}\nheight={size}\nchannels={channels}\n"
        f"[convolutional]\nfilters={channels}\nsize=1\nstride=1\npad=0\nactivation=linear\n"
        f"[yolo]\nmask=0,1,2\nanchors={','.join(map(str, anchors))}\nclasses={classes}\nnum=3\nthresh=0.001\n")
    # Three numbers of a version, how many pictures were seen, biases, weights.
    weights = (
        np.array([0, 2, 0], "<i4").tobytes() + np.array([0], "<i8").tobytes()
        + np.zeros(channels, "<f4").tobytes() + np.eye(channels, dtype="<f4").tobytes())
    return cv2.dnn.readNetFromDarknet(
        np.frombuffer(description.encode(), np.uint8), np.frombuffer(weights, np.uint8))


def opencv(outputs, request):
    """Logits on grids of 20 x 20 and 10 x 10 cells: [1, rows, columns, anchors · (5 + classes)]."""
    found = []
    for size, anchors in ((20, (12, 18, 37, 49, 52, 132)), (10, (115, 73, 119, 199, 242, 238))):
        # In pixels of an input of as many pixels as there are cells.
        network = darknet(size, tuple(side * size / request["side"] for side in anchors), request["classes"])
        network.setInput(np.ascontiguousarray(outputs[f"grid {size}"].transpose(0, 3, 1, 2), dtype=np.float32))
        found.append(network.forward().reshape(-1, 5 + request["classes"]))
    values = torch.from_numpy(np.concatenate(found)).double()
    place, index = (values[:, 5:] >= request["threshold"]).nonzero(as_tuple=True)
    center, size = values[place, :2], values[place, 2:4]
    return best(torch.cat((center - size / 2, center + size / 2), 1), values[place, 5 + index], index, request)


def scipy(outputs, request):
    """A heat map, [1, rows, columns, classes + 1]: cells of a class that touch."""
    maps = only(outputs)[0]
    found = []
    for index in range(1, maps.shape[2]):
        labels, _ = ndimage.label(maps[..., index] >= request["threshold"], structure=np.ones((3, 3)))
        for number, (row, column) in enumerate(ndimage.find_objects(labels), 1):
            found.append([
                column.start / maps.shape[1], row.start / maps.shape[0], column.stop / maps.shape[1],
                row.stop / maps.shape[0], maps[..., index][labels == number].max(), index - 1])
    return found


def sahi(outputs, request):
    """[detections, 6]: left, top, right, bottom, score, class."""
    predictions = [
        ObjectPrediction(
            bbox=[float(edge) for edge in row[:4]], score=float(row[4]), category_id=int(row[5]),
            category_name=str(int(row[5])))
        for row in only(outputs)
    ]
    if not predictions:
        return []
    merged = GreedyNMMPostprocess(match_threshold=request["overlap"], match_metric="IOS", class_agnostic=False)(predictions)
    return [[*object.bbox.to_xyxy(), object.score.value, object.category.id] for object in merged]


if __name__ == "__main__":
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    serve({
        "Ultralytics": ultralytics, "torchvision": torchvision_rows, "YOLOX": yolox, "GFL of MMDetection": nanodet,
        "MMDetection": centernet, "effdet": effdet, "OpenCV": opencv, "SciPy": scipy, "SAHI": sahi,
        "network": untrained_networks.answer,
    })
