"""What operators compute, and how long they take."""

from __future__ import annotations

from typing import Dict, Iterator, List, Mapping, Sequence, Tuple, Union

import numpy as np

from . import _tensors
from ._library import Observer, last_error, library
from .table import Table


# Arrays by position, or by the name or index of the input; None changes nothing.
Inputs = Union[np.ndarray, Sequence[np.ndarray], Mapping[Union[str, int], np.ndarray], None]


class Step:
  """One operator of a run: `index`, `name`, `kernel`, `nanoseconds`, and `outputs`, arrays by the tensors' indices."""

  def __init__(self, index: int, name: str, kernel: str, nanoseconds: int, outputs: Dict[int, np.ndarray]) -> None:
    self.index, self.name, self.kernel = index, name, kernel
    self.nanoseconds, self.outputs = nanoseconds, outputs

  def __repr__(self):
    shapes = ", ".join(f"{index}: {array.dtype}{list(array.shape)}" for index, array in self.outputs.items())
    return f"<Step {self.index} {self.name} ({self.kernel}) -> {shapes}>"


class Trace:
  """Every operator's outputs in one run.

  `trace.steps` are the operators in the order of execution. `trace[12]` is the array of a tensor by its index,
  `trace["name"]` by its name; `trace.named("name")` gives the arrays of all tensors with a name, since names may
  repeat.
  The arrays belong to the trace: later runs do not change them.
  """

  def __init__(self, steps: List[Step], names: List[str]) -> None:
    self.steps = steps
    self.names = names
    self._arrays = {index: array for step in steps for index, array in step.outputs.items()}

  def named(self, name: str) -> List[np.ndarray]:
    return [array for index, array in self._arrays.items() if self.names[index] == name]

  def __getitem__(self, key: Union[str, int]) -> np.ndarray:
    if not isinstance(key, str):
      return self._arrays[key]
    found = self.named(key)
    if len(found) > 1:
      indices = [index for index in self._arrays if self.names[index] == key]
      raise KeyError(f"{len(found)} tensors have the name {key}: take one of their indices, {indices}")
    if not found:
      raise KeyError(key)
    return found[0]

  def __iter__(self) -> Iterator[int]:
    return iter(self._arrays)

  def __len__(self) -> int:
    return len(self._arrays)

  def items(self) -> List[Tuple[int, np.ndarray]]:
    return list(self._arrays.items())

  def __repr__(self):
    return f"<Trace of {len(self.steps)} operators, {len(self)} tensors>"

  def _repr_html_(self):
    rows = Table(
        {"operator": step.index, "name": step.name, "tensor": index, "tensor name": self.names[index],
         "type": str(array.dtype), "shape": list(array.shape)}
        for step in self.steps for index, array in step.outputs.items())
    return rows._repr_html_()


def set_inputs(interpreter, inputs):
  """Copies arrays into inputs: one array, arrays by position, or by the name or index of the input."""
  if inputs is None:
    return
  details = interpreter.get_input_details()
  if isinstance(inputs, np.ndarray):
    inputs = [inputs]
  if not isinstance(inputs, dict):
    if len(inputs) > len(details):
      raise ValueError(f"there are {len(inputs)} arrays for {len(details)} inputs")
    inputs = {one["index"]: array for one, array in zip(details, inputs)}
  known = {one["name"]: one["index"] for one in details}
  for key, array in inputs.items():
    if isinstance(key, str) and key not in known:
      raise ValueError(f"there is no input {key}; the inputs are {', '.join(known)}")
    interpreter.set_tensor(known.get(key, key), array)


def observed(interpreter, see):
  """Runs a model while `see` gets each operator's run.

  Raises:
    RuntimeError: as Interpreter.invoke(); and what `see` raises.
  """
  errors = []

  def callback(_, run):
    # No exception may pass through the library.
    try:
      see(run.contents)
      return True
    except BaseException as error:  # pylint: disable=broad-except
      errors.append(error)
      return False

  observer = Observer(callback)
  if library.TfLiteSwiftInterpreterSetObserver(interpreter._pointer, observer, None):
    raise RuntimeError(last_error())
  try:
    interpreter.invoke()
  finally:
    library.TfLiteSwiftInterpreterSetObserver(interpreter._pointer, Observer(), None)
  if errors:
    raise errors[0]


def trace(interpreter, inputs, progress=None):
  set_inputs(interpreter, inputs)
  steps, count = [], len(interpreter._get_ops_details())

  def see(run):
    outputs = {run.output_indices[place]: np.asarray(_tensors.copy(run.outputs[place]))
               for place in range(run.output_count)}
    steps.append(Step(run.index, run.name.decode(), run.kernel.decode(), run.nanoseconds, outputs))
    if progress:
      progress(len(steps), count)

  observed(interpreter, see)
  return Trace(steps, [one["name"] for one in interpreter.get_tensor_details()])


def profile(interpreter, inputs, runs, progress):
  if runs < 1:
    raise ValueError("runs should be >= 1")
  set_inputs(interpreter, inputs)
  best = {}

  def see(run):
    known = best.get(run.index)
    if known is None or run.nanoseconds < known[2]:
      best[run.index] = (run.name.decode(), run.kernel.decode(), run.nanoseconds)

  for done in range(runs):
    observed(interpreter, see)
    if progress:
      progress(done + 1, runs)
  total = sum(entry[2] for entry in best.values()) or 1
  return Table({"operator": index, "name": name, "kernel": kernel, "microseconds": time / 1000, "share": time / total}
               for index, (name, kernel, time) in sorted(best.items()))
