"""TFLite Metadata: what inputs and outputs mean, and the labels packed behind the file."""
from importlib import util
from pathlib import Path
import zipfile

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

from .flatbuffer import read, write


def _metadata_schema():
    """The generated module of tflite-support, without importing the package, whose native part would need more than it gives."""
    folder = Path(util.find_spec("tensorflow_lite_support").submodule_search_locations[0])
    spec = util.spec_from_file_location("metadata_schema", folder / "metadata" / "metadata_schema_py_generated.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


meta = _metadata_schema()
LABELS = "labels.txt"
# How this project's engine brings pictures to the size of the input: the thin bars of a large photograph must not fall between two pixels.
# TFLite's own metadata has no place for it.
RESAMPLING = "swift-tflite.resampling", b"area"
# How much more than an object's box a picture for the labeler shows on each side: it was trained with quiet zones round the codes.
MARGIN = "swift-tflite.margin", b"0.1"
LICENSE = "Apache License. Version 2.0 http://www.apache.org/licenses/LICENSE-2.0."


def pack_detector(path, name, description, labels, threshold):
    properties = meta.BoundingBoxPropertiesT()
    properties.index, properties.type, properties.coordinateType = [1, 0, 3, 2], meta.BoundingBoxType.BOUNDARIES, meta.CoordinateType.RATIO
    several = (2, 2)  # the dimension along which values belong to one result each
    outputs = [
        _tensor("location", "The boxes.", meta.ContentProperties.BoundingBoxProperties, properties, several),
        _tensor("category", "The classes of the boxes.", value_range=several, labels=meta.AssociatedFileType.TENSOR_VALUE_LABELS),
        _tensor("score", "The scores of the boxes.", value_range=several, threshold=threshold),
        _tensor("number of detections", "How many boxes there are."),
    ]
    group = meta.TensorGroupT()
    group.name, group.tensorNames = "detection_result", ["location", "category", "score"]
    _pack(path, name, description, outputs, [group], labels, [RESAMPLING])


def pack_classifier(path, name, description, labels, threshold):
    output = _tensor("probability", "The probability of each class.", labels=meta.AssociatedFileType.TENSOR_AXIS_LABELS, threshold=threshold)
    output.stats = _stats(0, 1, 1)
    _pack(path, name, description, [output], None, labels, [RESAMPLING, MARGIN])


def _stats(low, high, count):
    stats = meta.StatsT()
    stats.min, stats.max = [float(low)] * count, [float(high)] * count
    return stats


def _unit(kind, options):
    unit = meta.ProcessUnitT()
    unit.optionsType, unit.options = kind, options
    return unit


def _tensor(name, description, kind=None, properties=None, value_range=None, labels=None, threshold=None):
    tensor = meta.TensorMetadataT()
    tensor.name, tensor.description, tensor.content = name, description, meta.ContentT()
    tensor.content.contentPropertiesType = meta.ContentProperties.FeatureProperties if kind is None else kind
    tensor.content.contentProperties = meta.FeaturePropertiesT() if properties is None else properties
    if value_range is not None:
        tensor.content.range = meta.ValueRangeT()
        tensor.content.range.min, tensor.content.range.max = value_range
    if labels is not None:
        file = meta.AssociatedFileT()
        file.name, file.type, file.description = LABELS, labels, "The names of the classes, one a line."
        tensor.associatedFiles = [file]
    if threshold is not None:
        options = meta.ScoreThresholdingOptionsT()
        options.globalScoreThreshold = threshold
        tensor.processUnits = [_unit(meta.ProcessUnitOptions.ScoreThresholdingOptions, options)]
    return tensor


def _image():
    properties = meta.ImagePropertiesT()
    properties.colorSpace = meta.ColorSpaceType.RGB
    image = _tensor("image", "The picture, stretched to the size of the input.", meta.ContentProperties.ImageProperties, properties)
    normalization = meta.NormalizationOptionsT()
    normalization.mean, normalization.std = [127.5], [127.5]
    image.processUnits = [_unit(meta.ProcessUnitOptions.NormalizationOptions, normalization)]
    image.stats = _stats(0, 255, 1)
    return image


def _pack(path, name, description, outputs, groups, labels, entries):
    graph = meta.SubGraphMetadataT()
    graph.inputTensorMetadata, graph.outputTensorMetadata, graph.outputTensorGroups = [_image()], outputs, groups
    root = meta.ModelMetadataT()
    root.name, root.description, root.version, root.license = name, description, "1", LICENSE
    root.minParserVersion = "1.2.0"
    root.subgraphMetadata = [graph]
    builder = flatbuffers.Builder(0)
    builder.Finish(root.Pack(builder), file_identifier=b"M001")
    model = read(path)
    model.metadata = [_entry(model, "TFLITE_METADATA", bytes(builder.Output())), *(_entry(model, *e) for e in entries)]
    write(model, path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as archive:  # a fixed date, so that the file depends on its content alone
        archive.writestr(zipfile.ZipInfo(LABELS, (2020, 1, 1, 0, 0, 0)), "".join(label + "\n" for label in labels))


def _entry(model, name, data):
    buffer = schema.BufferT()
    buffer.data = np.frombuffer(data, np.uint8)
    model.buffers.append(buffer)
    entry = schema.MetadataT()
    entry.name, entry.buffer = name, len(model.buffers) - 1
    return entry
