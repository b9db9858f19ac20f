"""The operator TFLite_Detection_PostProcess: decodes boxes, drops low scores, suppresses overlaps."""
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from flatbuffers import flexbuffers

from .flatbuffer import Code, Options, Type, add_tensor, operator

NAME = "TFLite_Detection_PostProcess"
OUTPUTS = [NAME, f"{NAME}:1", f"{NAME}:2", f"{NAME}:3"]


def append(model, anchors, class_count, scales, maximum, score, overlap):
    """Puts the operator behind the network's two outputs (box encodings and scores, int8 or float), which it takes as float."""
    graph = model.subgraphs[0]
    encodings, scores = sorted(map(int, graph.outputs), key=lambda t: graph.tensors[t].shape[-1] != 4)
    inputs = [_as_float(model, encodings, "raw_boxes"), _as_float(model, scores, "raw_scores")]
    inputs.append(add_tensor(model, "anchors", anchors.shape, Type.FLOAT32, data=np.float32(anchors)))
    shapes = [[1, maximum, 4], [1, maximum], [1, maximum], [1]]
    outputs = [add_tensor(model, name, shape, Type.FLOAT32) for name, shape in zip(OUTPUTS, shapes)]
    settings = _settings(class_count, scales, maximum, score, overlap)
    graph.operators.append(operator(model, Code.CUSTOM, inputs, outputs, custom=NAME, custom_options=settings))
    graph.outputs = np.int32(outputs)


def _as_float(model, index, name):
    graph = model.subgraphs[0]
    if graph.tensors[index].type == Type.FLOAT32:
        return index
    result = add_tensor(model, name, graph.tensors[index].shape, Type.FLOAT32)
    graph.operators.append(operator(model, Code.DEQUANTIZE, [index], [result], Options.DequantizeOptions, schema.DequantizeOptionsT()))
    return result


def _settings(class_count, scales, maximum, score, overlap):
    builder = flexbuffers.Builder()
    with builder.Map():
        builder.Int("max_detections", maximum)
        builder.Int("max_classes_per_detection", 1)
        builder.Int("detections_per_class", maximum)
        # Boxes suppress those of their own class alone: where the class is in doubt, a wrong one with the better score would take the right one with it.
        builder.Bool("use_regular_nms", True)
        builder.Float("nms_score_threshold", score)
        builder.Float("nms_iou_threshold", overlap)
        builder.Int("num_classes", class_count)
        for key, value in zip(("y_scale", "x_scale", "h_scale", "w_scale"), scales):
            builder.Float(key, float(value))
    return bytes(builder.Finish())
