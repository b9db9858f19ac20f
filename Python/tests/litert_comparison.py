"""Every method on every model of the zoo, beside ai_edge_litert's interpreter with reference kernels.

Usage: python litert_comparison.py ZOO [PART OF A NAME]. Needs ai-edge-litert, and the library by SWIFT_TFLITE_LIBRARY
or in the package. Prints one line for each model that differs, and the counts.
"""

import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from ai_edge_litert import interpreter as litert  # noqa: E402

import swift_tflite  # noqa: E402
from swift_tflite.comparison import random_inputs  # noqa: E402

LARGEST = 60_000_000


def equal(left, right):
  """Whether two parts of a dictionary are the same, arrays with their types."""
  if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
    left, right = np.asarray(left), np.asarray(right)
    return left.dtype == right.dtype and left.shape == right.shape and np.array_equal(left, right)
  if isinstance(left, dict):
    return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
  if isinstance(left, (list, tuple)):
    return len(left) == len(right) and all(equal(*pair) for pair in zip(left, right))
  return left == right


class Refused(Exception):
  """A model that ours refuses on purpose: it is not valid, or has operators on strings."""


def differences(path):
  """What differs; None where the original does not run the model. Also the number of elements that were compared."""
  try:
    # First, since the original ends the process at some models that are not valid.
    ours = swift_tflite.Interpreter(model_path=path)
  except ValueError as error:
    raise Refused(error) from None
  if any(details["dtype"] is np.bytes_ for details in ours.get_input_details()):
    raise Refused("strings cannot be set")
  try:
    theirs = litert.Interpreter(
        model_path=path, experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)
    theirs.allocate_tensors()
  except (ValueError, RuntimeError):
    return None, 0
  found = []
  for name in ("get_input_details", "get_output_details", "get_tensor_details", "_get_ops_details",
               "get_signature_list", "num_subgraphs"):
    # Before tensors are allocated; the original has folded constants by then, which changes what it says of shapes.
    if not equal(getattr(ours, name)(), getattr(fresh(path), name)()):
      found.append(name + " before allocating")
  ours.allocate_tensors()
  for name in ("get_input_details", "get_output_details"):
    if not equal(getattr(ours, name)(), getattr(theirs, name)()):
      found.append(name)
  for index, array in random_inputs(ours, 1).items():
    ours.set_tensor(index, array)
    theirs.set_tensor(index, array)
  try:
    theirs.invoke()
  except RuntimeError:
    return None, 0
  ours.invoke()
  elements = 0
  counts = detection_count(ours)
  for one in ours.get_output_details():
    left = ours.get_tensor(one["index"])
    try:
      right = theirs.get_tensor(one["index"])
    except ValueError:
      # The original gives no array without elements.
      if np.size(left):
        found.append(f"output {one['index']} has elements")
      continue
    if counts is not None and np.ndim(left) > 1:
      left, right = left[:, :counts], right[:, :counts]
    elements += np.size(left)
    same = np.asarray(left).dtype == np.asarray(right).dtype and np.array_equal(
        left, right, equal_nan=np.asarray(left).dtype.kind in "fc")
    if type(left) is not type(right) or not same:
      found.append(f"output {one['index']} {one['name']}")
  if not equal(ours.get_output_details(), theirs.get_output_details()):
    found.append("get_output_details after invoking")
  return found, elements


def detection_count(interpreter):
  """How many detections there are: the original never writes what lies behind them. None for other models."""
  last = interpreter._get_ops_details()[-1:]
  if not last or last[0]["op_name"] != "TFLite_Detection_PostProcess":
    return None
  return int(np.asarray(interpreter.get_tensor(int(last[0]["outputs"][3]))).reshape(-1)[0])


def fresh(path):
  return litert.Interpreter(model_path=path, experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)


def main():
  zoo, part = sys.argv[1], (sys.argv[2:] or [""])[0]
  with open(os.path.join(zoo, "catalogue.json"), encoding="utf-8") as file:
    models = [entry["file"] for entry in json.load(file) if entry["size"] <= LARGEST and part in entry["file"]]
  compared = differing = skipped = refused = total = 0
  for name in models:
    path = os.path.join(zoo, "models", name)
    try:
      found, elements = differences(path)
    except Refused:
      refused += 1
      continue
    except (ValueError, RuntimeError) as error:
      found, elements = [f"ours fails: {error}"], 0
    if found is None:
      skipped += 1
      continue
    compared += 1
    total += elements
    if found:
      differing += 1
      print(f"{name}: {'; '.join(found)}", flush=True)
  print(f"{compared} models, {total} elements of outputs, {differing} models differing; {skipped} that the original "
        f"does not run, {refused} that ours refuses")
  return 1 if differing else 0


if __name__ == "__main__":
  sys.exit(main())
