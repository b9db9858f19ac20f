"""Objects in pictures."""

from __future__ import annotations

import dataclasses
from typing import List, Optional, Tuple

import numpy as np

from .table import Table


@dataclasses.dataclass(frozen=True)
class Detection:
  """An object: its class, as the model numbers them, its score, its box in pixels of the picture, and the name of its
  class, None where that is not known."""

  class_index: int
  score: float
  left: float
  top: float
  right: float
  bottom: float
  label: Optional[str] = None

  @property
  def box(self) -> Tuple[float, float, float, float]:
    """(left, top, right, bottom), as PIL's crop() and rectangle() take it."""
    return self.left, self.top, self.right, self.bottom

  def __repr__(self):
    name = f"class {self.class_index}" if self.label is None else self.label
    return f"<{name} {self.score:.2f} at {', '.join(f'{edge:.0f}' for edge in self.box)}>"


class Detections(List[Detection]):
  """A list of Detection. Notebooks show it as a table, and pandas.DataFrame takes it."""

  def _repr_html_(self):
    return Table(dataclasses.asdict(one) for one in self)._repr_html_()


def detect(interpreter, image, score_threshold, labels, resampling):
  if resampling not in _RESAMPLINGS:
    raise ValueError(f"expected a resampling of {', '.join(_RESAMPLINGS)}, not {resampling}")
  operators = interpreter._get_ops_details()
  if not operators or operators[-1]["op_name"] != "TFLite_Detection_PostProcess":
    raise ValueError("the model's last operator is not TFLite_Detection_PostProcess")
  inputs = interpreter.get_input_details()
  if len(inputs) != 1 or len(inputs[0]["shape"]) != 4 or inputs[0]["shape"][3] != 3:
    raise ValueError("the model does not take one picture")
  image = _picture(image)
  labels = interpreter.labels() if labels is None else labels
  if interpreter._checked_tensor(inputs[0]["index"], 0).data is None:
    interpreter.allocate_tensors()
  height, width = int(inputs[0]["shape"][1]), int(inputs[0]["shape"][2])
  pixels = _RESAMPLINGS[resampling](image, height, width)
  interpreter.set_tensor(inputs[0]["index"], _input(pixels, inputs[0])[np.newaxis])
  interpreter.invoke()
  boxes, classes, scores, count = (np.asarray(interpreter.get_tensor(int(index))) for index in operators[-1]["outputs"])
  found = Detections()
  for place in range(int(count.reshape(-1)[0])):
    score = float(scores.reshape(-1)[place])
    if score >= score_threshold:
      top, left, bottom, right = (float(edge) for edge in boxes.reshape(-1, 4)[place])
      number = int(classes.reshape(-1)[place])
      found.append(Detection(number, score, left * image.shape[1], top * image.shape[0], right * image.shape[1],
                             bottom * image.shape[0], labels[number] if 0 <= number < len(labels) else None))
  found.sort(key=lambda one: -one.score)
  return found


def _picture(image):
  """An array of height, width and three colors, 8 bits each."""
  if hasattr(image, "convert") and hasattr(image, "mode"):
    # PIL's, of any mode.
    image = image.convert("RGB")
  image = np.asarray(image)
  if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
    raise ValueError(f"expected an array of height, width and 3 colors of type uint8, not {image.dtype}"
                     f"{list(image.shape)}")
  return image


def _input(pixels, details):
  """Pixels as the input stores them: bytes as they are, floating-point numbers from -1 to 1."""
  kind = np.dtype(details["dtype"])
  if kind == np.uint8:
    return np.rint(pixels).astype(np.uint8)
  if kind == np.int8:
    return (np.rint(pixels) - 128).astype(np.int8)
  return ((pixels - 127.5) / 127.5).astype(kind)


def _bilinear(image, height, width):
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


def _area(image, height, width):
  """The mean of the pixels that lie under each new one, by the part that does."""
  return _mean_rows(_mean_rows(image, height).swapaxes(0, 1), width).swapaxes(0, 1)


def _mean_rows(rows, count):
  # Sums of all rows before one; of whole numbers, they are exact.
  sums = np.concatenate([np.zeros_like(rows[:1], np.float64), np.cumsum(rows, axis=0, dtype=np.float64)])
  edges = np.arange(count + 1) * (len(rows) / count)
  before = np.minimum(edges.astype(int), len(rows) - 1)
  part = (edges - before)[:, None, None]
  return np.diff(sums[before] * (1 - part) + sums[before + 1] * part, axis=0) * (count / len(rows))


_RESAMPLINGS = {"bilinear": _bilinear, "area": _area}
