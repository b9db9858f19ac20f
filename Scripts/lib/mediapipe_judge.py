"""Finds faces and palms as MediaPipe does, for MediaPipeJudgeTests.

Each request is a line of JSON: "model" and "image", files; "side", "anchors", "points", "strides", "interpolated" and "least"
of the model; "threshold" and "overlap". Each answer is a line of JSON: for each object [left, top, width, height, score, x, y,
...], in parts of the picture.
"""

import json
import sys

import mediapipe
import numpy as np
from mediapipe.python import packet_creator, packet_getter
from mediapipe.python._framework_bindings import calculator_graph
from PIL import Image

GRAPH = """
input_stream: "image"
output_stream: "found"
node {{
  calculator: "ImageToTensorCalculator" input_stream: "IMAGE:image" output_stream: "TENSORS:input"
  output_stream: "LETTERBOX_PADDING:padding"
  options {{ [mediapipe.ImageToTensorCalculatorOptions.ext] {{
    output_tensor_width: {side} output_tensor_height: {side} keep_aspect_ratio: true border_mode: BORDER_ZERO
    output_tensor_float_range {{ min: {least} max: 1.0 }}
  }} }}
}}
node {{
  calculator: "InferenceCalculator" input_stream: "TENSORS:input" output_stream: "TENSORS:outputs"
  options {{ [mediapipe.InferenceCalculatorOptions.ext] {{ model_path: "{model}" delegate {{ tflite {{}} }} }} }}
}}
node {{
  calculator: "SsdAnchorsCalculator" output_side_packet: "anchors"
  options {{ [mediapipe.SsdAnchorsCalculatorOptions.ext] {{
    num_layers: {layers} min_scale: 0.15 max_scale: 0.75 input_size_width: {side} input_size_height: {side}
    anchor_offset_x: 0.5 anchor_offset_y: 0.5 {strides} aspect_ratios: 1.0 fixed_anchor_size: true
    interpolated_scale_aspect_ratio: {interpolated}
  }} }}
}}
node {{
  calculator: "TensorsToDetectionsCalculator" input_stream: "TENSORS:outputs" input_side_packet: "ANCHORS:anchors"
  output_stream: "DETECTIONS:all"
  options {{ [mediapipe.TensorsToDetectionsCalculatorOptions.ext] {{
    num_classes: 1 num_boxes: {anchors} num_coords: {coordinates} box_coord_offset: 0 keypoint_coord_offset: 4
    num_keypoints: {points} num_values_per_keypoint: 2 sigmoid_score: true score_clipping_thresh: 100.0
    reverse_output_order: true x_scale: {side} y_scale: {side} w_scale: {side} h_scale: {side}
    min_score_thresh: {threshold}
  }} }}
}}
node {{
  calculator: "NonMaxSuppressionCalculator" input_stream: "all" output_stream: "best"
  options {{ [mediapipe.NonMaxSuppressionCalculatorOptions.ext] {{
    min_suppression_threshold: {overlap} overlap_type: INTERSECTION_OVER_UNION algorithm: WEIGHTED
  }} }}
}}
node {{
  calculator: "DetectionLetterboxRemovalCalculator" input_stream: "DETECTIONS:best"
  input_stream: "LETTERBOX_PADDING:padding" output_stream: "DETECTIONS:found"
}}
"""


def judge(request):
    """What MediaPipe finds in a picture."""
    strides = request["strides"]
    found = []
    graph = calculator_graph.CalculatorGraph(graph_config=GRAPH.format(
        side=request["side"], model=request["model"], layers=len(strides),
        strides=" ".join(f"strides: {stride}" for stride in strides), anchors=request["anchors"],
        coordinates=4 + 2 * request["points"], points=request["points"], threshold=request["threshold"],
        overlap=request["overlap"], interpolated=request["interpolated"], least=request["least"]))
    graph.observe_output_stream("found", lambda _, packet: found.extend(packet_getter.get_proto_list(packet)))
    graph.start_run()
    picture = np.asarray(Image.open(request["image"]).convert("RGB")).copy()
    graph.add_packet_to_input_stream(
        "image", packet_creator.create_image_frame(picture, image_format=mediapipe.ImageFormat.SRGB).at(0))
    graph.close_all_packet_sources()
    graph.wait_until_done()
    answer = []
    for object in found:
        box = object.location_data.relative_bounding_box
        row = [box.xmin, box.ymin, box.width, box.height, object.score[0]]
        for point in object.location_data.relative_keypoints:
            row += [point.x, point.y]
        answer.append(row)
    return answer


def main():
    for line in iter(sys.stdin.readline, ""):
        print(json.dumps(judge(json.loads(line))), flush=True)


main()
