"""A model behind the Open Inference Protocol, by MLServer.

`TFLiteModel` gives and takes tensors, of any model. `TFLiteDetector` takes photographs as they lie in files and gives
objects: far fewer bytes travel, and none goes through Python's lists.
"""

import asyncio
import io
import os

import numpy as np
from mlserver import MLModel
from mlserver.codecs import Base64Codec, NumpyCodec
from mlserver.codecs.numpy import to_datatype
from mlserver.errors import InferenceError
from mlserver.types import InferenceRequest, InferenceResponse, MetadataTensor, ResponseOutput
from mlserver.utils import get_model_uri
from PIL import Image

from swift_tflite import Interpreter


class TFLiteModel(MLModel):
  """Any model. The parameters' "extra" may say "interpreters", how many requests are served at a time, the number of
  processors unless given, and "numerics", "xnnpack" unless given."""

  async def load(self) -> bool:
    path = await get_model_uri(self.settings, wellknown_filenames=["model.tflite"])
    extra = self.settings.parameters.extra or {}
    interpreter = Interpreter(model_path=path, numerics=extra.get("numerics", "xnnpack"))
    # Clones share the model and its weights.
    count = extra.get("interpreters") or len(os.sched_getaffinity(0))
    interpreters = [interpreter] + [interpreter.clone() for _ in range(count - 1)]
    self._idle = asyncio.Queue()
    for one in interpreters:
      one.allocate_tensors()
      self._idle.put_nowait(one)
    self.describe(interpreter)
    return True

  def describe(self, interpreter):
    def tensors(details):
      return [MetadataTensor(name=one["name"], datatype=to_datatype(np.dtype(one["dtype"])),
                             shape=one["shape_signature"].tolist()) for one in details]

    self.inputs, self.outputs = tensors(interpreter.get_input_details()), tensors(interpreter.get_output_details())

  async def predict(self, payload: InferenceRequest) -> InferenceResponse:
    interpreter = await self._idle.get()
    try:
      # An interpreter lets other threads run while it computes.
      outputs = await asyncio.to_thread(self.answer, interpreter, payload)
    except (ValueError, RuntimeError) as error:
      raise InferenceError(str(error)) from None
    finally:
      self._idle.put_nowait(interpreter)
    return InferenceResponse(model_name=self.name, model_version=self.version, id=payload.id, outputs=outputs)

  def answer(self, interpreter, payload):
    details = {one["name"]: one for one in interpreter.get_input_details()}
    arrays = {one.name: NumpyCodec.decode_input(one) for one in payload.inputs}
    if set(arrays) != set(details):
      raise InferenceError(f"expected the inputs {', '.join(details)}, not {', '.join(arrays)}")
    for name, array in arrays.items():
      if array.shape != tuple(details[name]["shape"]):
        interpreter.resize_tensor_input(details[name]["index"], array.shape, strict=True)
        interpreter.allocate_tensors()
    for name, array in arrays.items():
      interpreter.set_tensor(details[name]["index"], array)
    interpreter.invoke()
    return [output(one["name"], interpreter.get_tensor(one["index"])) for one in interpreter.get_output_details()]


class TFLiteDetector(TFLiteModel):
  """A detector that ends with TFLite_Detection_PostProcess. "extra" may say "score_threshold", too, 0.5 unless given.

  The input "photograph" is one element of bytes, a file of JPEG, PNG or another format that Pillow reads. Of N objects
  the outputs are "label" [N], or empty where the model has no labels, "class_index" [N], "score" [N], and "box" [N, 4]:
  left, top, right and bottom in pixels.
  """

  def describe(self, interpreter):
    self.inputs = [MetadataTensor(name="photograph", datatype="BYTES", shape=[1])]
    self.outputs = [
        MetadataTensor(name="label", datatype="BYTES", shape=[-1]),
        MetadataTensor(name="class_index", datatype="INT32", shape=[-1]),
        MetadataTensor(name="score", datatype="FP32", shape=[-1]),
        MetadataTensor(name="box", datatype="FP32", shape=[-1, 4]),
    ]

  def answer(self, interpreter, payload):
    if len(payload.inputs) != 1 or payload.inputs[0].datatype != "BYTES" or len(payload.inputs[0].data.root) != 1:
      raise InferenceError("expected one input, photograph, of type BYTES and with one element")
    # JSON has no bytes, so that they come in base64 there.
    found = interpreter.detect(read(Base64Codec.decode_input(payload.inputs[0])[0]),
                               (self.settings.parameters.extra or {}).get("score_threshold", 0.5))
    return [
        ResponseOutput(name="label", datatype="BYTES", shape=[len(found)], data=[one.label or "" for one in found]),
        output("class_index", np.array([one.class_index for one in found], np.int32)),
        output("score", np.array([one.score for one in found], np.float32)),
        output("box", np.array([one.box for one in found], np.float32).reshape(-1, 4)),
    ]


def read(photograph):
  try:
    with Image.open(io.BytesIO(photograph)) as picture:
      return picture.convert("RGB")
  except Exception as error:  # Pillow raises all kinds for broken files.
    raise InferenceError(f"the photograph cannot be read: {error}") from None


def output(name, array):
  array = np.asarray(array)
  encoded = NumpyCodec.encode_output(name, array)
  # As the model says, without the dimension that the codec adds to vectors.
  encoded.shape = list(array.shape)
  return encoded
