"""Two runs beside each other."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Optional, Union

import numpy as np

from .interpreter import Interpreter
from .table import Table
from .tracing import Inputs, set_inputs


class Comparison(Table):
  """A row for each tensor that both models compute, in the order of execution: "operator", "name", "tensor",
  "elements", "differing", "largest": the largest difference, in stored numbers."""

  @property
  def first_difference(self) -> Optional[Dict[str, Any]]:
    """The first row with a difference; None where there is none."""
    return next((row for row in self if row["differing"]), None)


def compare(model: Union[str, os.PathLike, Interpreter], other: Union[str, os.PathLike, Interpreter],
            inputs: Inputs = None, seed: int = 0,
            progress: Optional[Callable[[int, int], None]] = None) -> Comparison:
  """Runs two models on the same inputs and compares what their operators compute, tensor by tensor.

  Args:
    model, other: Paths, or interpreters, which may differ in options: `compare(Interpreter(p, numerics="reference"),
      Interpreter(p, numerics="xnnpack"))`. Tensors are matched by index where both models have the same operators, else
      by name.
    inputs: As for Interpreter.trace(); random numbers unless given.
    seed: Of the random numbers.
    progress: Called with the number of finished operators, of the first model and then of both, and of all operators.

  Returns:
    A Comparison.
  """
  first, second = _interpreter(model), _interpreter(other)
  inputs = random_inputs(first, seed) if inputs is None else inputs
  total = sum(len(interpreter._get_ops_details()) for interpreter in (first, second))
  traces = []
  for interpreter in (first, second):
    interpreter.allocate_tensors()
    set_inputs(interpreter, inputs)
    before = sum(len(known.steps) for known in traces)
    traces.append(interpreter.trace(progress=progress and (lambda done, _: progress(before + done, total))))
  left, right = traces
  same = [(step.name, list(step.outputs)) for step in left.steps] == [
      (step.name, list(step.outputs)) for step in right.steps]
  rows = Comparison()
  for step in left.steps:
    for index, array in step.outputs.items():
      name = left.names[index]
      matches = [right[index]] if same else right.named(name)
      if len(matches) == 1 and (same or len(left.named(name)) == 1):
        rows.append(_row(step, index, name, array, matches[0]))
  return rows


def random_inputs(interpreter, seed):
  """Numbers for every input, from -1 to 1 for floating-point ones, from the whole type for integers of 8 and 16 bits,
  from 0 to 1 for others."""
  random = np.random.default_rng(seed)
  inputs = {}
  for details in interpreter.get_input_details():
    kind, size = np.dtype(details["dtype"]), details["shape"]
    if kind.kind == "f":
      array = random.uniform(-1, 1, size).astype(kind)
    elif kind.kind in "iu" and kind.itemsize <= 2:
      array = random.integers(np.iinfo(kind).min, np.iinfo(kind).max, size, kind, endpoint=True)
    else:
      array = random.integers(0, 2, size).astype(kind)
    inputs[details["index"]] = np.asarray(array, kind).reshape(tuple(size))
  return inputs


def _interpreter(model):
  return Interpreter(model_path=model) if isinstance(model, (str, os.PathLike)) else model


def _row(step, index, name, left, right):
  row = {"operator": step.index, "name": step.name, "tensor": name or str(index), "elements": left.size}
  if left.shape != right.shape or left.dtype != right.dtype:
    return {**row, "differing": max(left.size, right.size), "largest": float("inf")}
  if left.dtype.kind in "fc":
    # The same bits, or both are no numbers.
    differs = ~((left == right) | (np.isnan(left) & np.isnan(right)))
  else:
    differs = left != right
  count = int(np.count_nonzero(differs))
  if left.dtype.kind == "O":
    # Between strings there is no distance.
    return {**row, "differing": count, "largest": float("inf") if count else 0.0}
  wide = np.complex128 if left.dtype.kind == "c" else np.float64
  largest = float(np.max(np.abs(left.astype(wide) - right.astype(wide))[differs])) if count else 0.0
  return {**row, "differing": count, "largest": largest}
