"""The two models as folders: model.tflite and the files that AutoML tools give with it."""
import json

from learning import boxes, operating_point, train_classifier, train_detector
from learning.classifier import Classifier
from learning.detector import Detector, anchors
from learning.training import load_averaged
from synthesis.shards import SampleSet
from synthesis.symbols import DETECTOR_CLASSES, SYMBOLOGY_CLASSES

from . import flatbuffer, metadata, postprocessing, quantization

# How many pictures of the check set give the operating point, and how many of them the ranges of activations.
CHECK_COUNT, CALIBRATION_COUNT = 1000, 300
MAXIMUM_DETECTIONS = 40
# What the operator itself drops; low, so that precision can be measured down to low scores.
OPERATOR_SCORE = .05
OPERATOR_OVERLAP = .5
# What the metadata advises users to drop.
ADVISED_SCORE = .5
DETECTOR_TEXT = "Finds QR codes, Data Matrix codes, Aztec codes, PDF417 codes and linear barcodes in photographs."
CLASSIFIER_TEXT = "Tells the symbology of a cropped code."


def convert_detector(run_folder, check_folder, work, folder):
    """Writes the model folder, and float.tflite with the same post-processing to the work folder."""
    network, _ = load_averaged(Detector(), run_folder)
    checks = SampleSet(check_folder, lambda: False).load(CHECK_COUNT)
    score = operating_point.best_score(train_detector.of_both_kinds(network, checks), len(DETECTOR_CLASSES))
    print(f"scores are moved so that {score} becomes 0.5")
    operating_point.move_to_half(network, score)
    size = train_detector.SIZE
    bare, quantized = work / "bare.tflite", work / "int8.tflite"
    quantization.write_float(quantization.DetectorOutputs(network), size, bare)
    quantization.write_int8(bare, _calibration(check_folder), quantized)
    for source, target in (bare, work / "float.tflite"), (quantized, folder / "model.tflite"):
        model = flatbuffer.read(source)
        flatbuffer.fold_requantization(model)
        if source == quantized:
            flatbuffer.take_bytes(model)
        postprocessing.append(
            model, anchors(size), len(DETECTOR_CLASSES), boxes.SCALES.tolist(), MAXIMUM_DETECTIONS, OPERATOR_SCORE, OPERATOR_OVERLAP
        )
        flatbuffer.tidy(model, DETECTOR_TEXT)
        flatbuffer.write(model, target)
        metadata.pack_detector(target, "code_detector", DETECTOR_TEXT, DETECTOR_CLASSES, ADVISED_SCORE)
    _write_companions(folder, DETECTOR_CLASSES, "OBJECT_DETECTION")
    description = {
        "inferenceType": "QUANTIZED_UINT8",
        "inputShape": [1, size, size, 3],
        "inputTensor": "image",
        "maxDetections": MAXIMUM_DETECTIONS,
        "outputTensorRepresentation": ["bounding_boxes", "class_labels", "class_confidences", "num_of_boxes"],
        "outputTensors": postprocessing.OUTPUTS,
    }
    (folder / "tflite_metadata.json").write_text(json.dumps(description, indent=2) + "\n")


def convert_classifier(run_folder, check_folder, work, folder):
    network, _ = load_averaged(Classifier(len(SYMBOLOGY_CLASSES)), run_folder)
    bare, quantized = work / "bare.tflite", work / "int8.tflite"
    quantization.write_float(quantization.ClassifierOutputs(network), train_classifier.SIZE, bare)
    quantization.write_int8(bare, _calibration(check_folder), quantized)
    for source, target in (bare, work / "float.tflite"), (quantized, folder / "model.tflite"):
        model = flatbuffer.read(source)
        if source == quantized:
            flatbuffer.take_bytes(model)
            flatbuffer.give_bytes(model, "scores")
        flatbuffer.tidy(model, CLASSIFIER_TEXT)
        flatbuffer.write(model, target)
        metadata.pack_classifier(target, "code_symbology", CLASSIFIER_TEXT, SYMBOLOGY_CLASSES, ADVISED_SCORE)
    _write_companions(folder, SYMBOLOGY_CLASSES, "IMAGE_LABELING")


def _calibration(check_folder):
    samples = SampleSet(check_folder, lambda: False).load(CALIBRATION_COUNT)
    return [samples.picture(k) for k in range(CALIBRATION_COUNT)]


def _write_companions(folder, labels, kind):
    (folder / "dict.txt").write_text("".join(label + "\n" for label in labels))
    manifest = {"modelFile": "model.tflite", "labelsFile": "dict.txt", "modelType": kind}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
