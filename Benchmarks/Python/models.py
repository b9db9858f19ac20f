"""The models that versus-peers measures unless it is told others: paths in the zoo, and how this engine runs them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    name: str
    path: str
    numerics: tuple = ("reference",)
    # Forces an instruction set upon this engine; the peers keep all they have.
    cpu: str | None = None


BOTH = ("reference", "xnnpack")

ZOO = [
    Case("coco_ssd_mobilenet_v1", "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite", BOTH),
    Case("salad1_automl", "det_automl/salad1_automl.tflite"),
    Case("traffic_model", "det_automl/traffic_model.tflite"),
    Case("mobilenet_v2_1.0_224_quant", "cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite"),
    Case("object_labeler", "lab_mlkit_custom/object_labeler.tflite"),
    Case("ssdlite_mobilenet_v2_voc",
         "det_ssdlite_mnv2/ssdlite_mobilenet_v2_voc_300_integer_quant_with_postprocess.tflite", BOTH),
    Case("tf2_mobilenet_v2_1.0_224_ptq", "cls_mobilenet_int8/tf2_mobilenet_v2_1.0_224_ptq.tflite"),
    Case("ssd_mobilenet_v3_int8", "det_ssd_mnv3/ssd_mobilenet_v3_int8.tflite"),
    Case("yolo-fastest-1.1-int8", "det_yolo_fastest/yolo-fastest-1.1-int8.tflite"),
    Case("vww_96_int8", "cls_vww/vww_96_int8.tflite"),
    Case("face_detection_front", "det_blazeface/face_detection_front.tflite", ("xnnpack", "reference")),
    Case("coco_ssd_mobilenet_v1, AVX2 alone",
         "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite", cpu="avx2"),
]
