"""Objects in pictures."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Detection:
  """An object: its class, as the model numbers them, its score, and its box in pixels of the picture."""

  class_index: int
  score: float
  left: float
  top: float
  right: float
  bottom: float


def detect(interpreter, image, score_threshold):
  operators = interpreter._get_ops_details()
  if not operators or operators[-1]["op_name"] != "TFLite_Detection_PostProcess":
    raise ValueError("the model's last operator is not TFLite_Detection_PostProcess")
  inputs = interpreter.get_input_details()
  if len(inputs) != 1 or len(inputs[0]["shape"]) != 4 or inputs[0]["shape"][3] != 3:
    raise ValueError("the model does not take one picture")
  image = np.asarray(image)
  if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
    raise ValueError(f"expected an array of height, width and 3 colors of type uint8, not {image.dtype}{image.shape}")
  if interpreter._checked_tensor(inputs[0]["index"], 0).data is None:
    interpreter.allocate_tensors()
  height, width = int(inputs[0]["shape"][1]), int(inputs[0]["shape"][2])
  interpreter.set_tensor(inputs[0]["index"], _input(_resized(image, height, width), inputs[0])[np.newaxis])
  interpreter.invoke()
  boxes, classes, scores, count = (np.asarray(interpreter.get_tensor(int(index))) for index in operators[-1]["outputs"])
  found = []
  for place in range(int(count.reshape(-1)[0])):
    score = float(scores.reshape(-1)[place])
    if score >= score_threshold:
      top, left, bottom, right = (float(edge) for edge in boxes.reshape(-1, 4)[place])
      found.append(Detection(int(classes.reshape(-1)[place]), score, left * image.shape[1], top * image.shape[0],
                             right * image.shape[1], bottom * image.shape[0]))
  return sorted(found, key=lambda one: -one.score)


def _input(pixels, details):
  """Pixels as the input stores them: bytes as they are, floating-point numbers from -1 to 1."""
  kind = np.dtype(details["dtype"])
  if kind == np.uint8:
    return np.rint(pixels).astype(np.uint8)
  if kind == np.int8:
    return (np.rint(pixels) - 128).astype(np.int8)
  return ((pixels - 127.5) / 127.5).astype(kind)


def _resized(image, height, width):
  """Bilinear interpolation between the centers of pixels."""
  def places(size, old):
    at = np.clip((np.arange(size) + 0.5) * old / size - 0.5, 0, old - 1)
    first = np.floor(at).astype(int)
    return first, np.minimum(first + 1, old - 1), at - first

  top, bottom, down = places(height, image.shape[0])
  left, right, across = places(width, image.shape[1])
  down, across = down[:, None, None], across[None, :, None]
  pixels = image.astype(np.float32)
  above = pixels[top][:, left] * (1 - across) + pixels[top][:, right] * across
  below = pixels[bottom][:, left] * (1 - across) + pixels[bottom][:, right] * across
  return above * (1 - down) + below * down
