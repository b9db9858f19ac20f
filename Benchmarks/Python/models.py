"""The models that versus-peers measures unless it is told others, and how this engine runs them."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    name: str
    path: Path
    numerics: tuple = ("reference",)


BOTH = ("reference", "xnnpack")
BUNDLED = Path(__file__).resolve().parents[2] / "Models"


def cases(zoo):
    """The table's cases, with their paths in the folder of the zoo."""
    models = zoo / "models"
    eight_bit = [
        Case("coco_ssd_mobilenet_v1",
             models / "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite", BOTH),
        Case("salad1_automl", models / "det_automl/salad1_automl.tflite"),
        Case("traffic_model", models / "det_automl/traffic_model.tflite"),
        Case("mobilenet_v2_1.0_224_quant", models / "cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite"),
        Case("object_labeler", models / "lab_mlkit_custom/object_labeler.tflite"),
        Case("ssdlite_mobilenet_v2_voc",
             models / "det_ssdlite_mnv2/ssdlite_mobilenet_v2_voc_300_integer_quant_with_postprocess.tflite", BOTH),
        Case("tf2_mobilenet_v2_1.0_224_ptq", models / "cls_mobilenet_int8/tf2_mobilenet_v2_1.0_224_ptq.tflite"),
        Case("ssd_mobilenet_v3_int8", models / "det_ssd_mnv3/ssd_mobilenet_v3_int8.tflite"),
        Case("yolo-fastest-1.1-int8", models / "det_yolo_fastest/yolo-fastest-1.1-int8.tflite"),
        Case("vww_96_int8", models / "cls_vww/vww_96_int8.tflite"),
        Case("code_detector", BUNDLED / "code_detector/model.tflite"),
    ]
    floats = [
        "det_blazeface/face_detection_front", "det_blazeface/face_detection_back",
        "det_blazeface/face_detection_full_range", "det_blazeface/palm_detection_full_192",
        "det_yolox/yolox_nano_with_post_float16", "det_yolo_fastest/yolo-fastest-1.1-person-f32",
        "det_retinaface/retinaface_torch", "cls_vww/vww_96_float",
    ]
    dynamic_range = Case("kws_ref_model_float32", models / "cls_other/kws_ref_model_float32.tflite")
    return eight_bit + [
        Case(Path(path).name, models / f"{path}.tflite", ("xnnpack", "reference")) for path in floats
    ] + [dynamic_range]
