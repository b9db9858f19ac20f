"""Reads the raw outputs of SSDs as the TensorFlow Object Detection API does, for HeadJudgeTests; judge_server.py says how it is
asked."""

import functools
import sys
import types

import tensorflow
import tensorflow.compat.v1 as tf

# The published package is written for TensorFlow 1, whose last versions had this function elsewhere.
tf.contrib = types.SimpleNamespace(framework=types.SimpleNamespace(is_tensor=tensorflow.is_tensor))
sys.modules["tensorflow"] = tf

from object_detection.anchor_generators import multiple_grid_anchor_generator, multiscale_grid_anchor_generator  # noqa: E402
from object_detection.box_coders import faster_rcnn_box_coder  # noqa: E402
from object_detection.core import box_list_ops  # noqa: E402

from judge_server import serve  # noqa: E402


@functools.cache
def anchors(head, side):
    if head == "ssd":
        sizes = [-(-side // 16)]
        while len(sizes) < 6:
            sizes.append(-(-sizes[-1] // 2))
        generator = multiple_grid_anchor_generator.create_ssd_anchors(aspect_ratios=(1.0, 2.0, 0.5, 3.0, 0.3333))
        boxes = generator.generate([(size, size) for size in sizes])
    else:
        sizes = [-(-side // 2**level) for level in range(3, 8)]
        generator = multiscale_grid_anchor_generator.MultiscaleGridAnchorGenerator(3, 7, 4.0, [1.0, 2.0, 0.5], 2)
        boxes = generator.generate([(size, size) for size in sizes], im_height=side, im_width=side)
    return box_list_ops.concatenate(boxes)


def judge(outputs, request):
    """[1, anchors, 4] and [1, anchors, 1 + classes]: boxes relative to anchors, logits with one of the background first."""
    coder = faster_rcnn_box_coder.FasterRcnnBoxCoder([10.0, 10.0, 5.0, 5.0])
    codes = tf.constant(outputs["boxes"][0], tf.float32)
    boxes = coder.decode(codes, anchors(request["head"], request["side"])).get().numpy()
    scores = tf.sigmoid(outputs["scores"][0]).numpy()
    found = []
    for index in range(1, scores.shape[1]):
        places = (scores[:, index] >= request["threshold"]).nonzero()[0]
        if not len(places):
            continue
        kept = tf.image.non_max_suppression(
            boxes[places], scores[places, index].astype("float32"), len(places), request["overlap"]).numpy()
        for place in places[kept]:
            top, left, bottom, right = boxes[place].tolist()
            found.append([left, top, right, bottom, float(scores[place, index]), index - 1])
    return found


if __name__ == "__main__":
    tensorflow.config.threading.set_intra_op_parallelism_threads(1)
    serve({"TensorFlow's Object Detection API": judge})
