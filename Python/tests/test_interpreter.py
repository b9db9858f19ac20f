"""The interface of TFLite's interpreter, on models that a test of C has made or that come with the package."""

import os
import pathlib
import sys
import unittest

import numpy as np

import swift_tflite
from swift_tflite import Interpreter, OpResolverType, compare, install_as

MODELS = pathlib.Path(__file__).resolve().parent.parent.parent / "Models"
DETECTOR = str(MODELS / "code_detector" / "model.tflite")
LABELER = str(MODELS / "code_symbology" / "model.tflite")


def random(details, seed=1):
  kind = np.iinfo(details["dtype"])
  return np.random.default_rng(seed).integers(kind.min, kind.max, details["shape"], details["dtype"], endpoint=True)


class InterpreterTests(unittest.TestCase):

  def setUp(self):
    self.interpreter = Interpreter(model_path=LABELER)
    self.interpreter.allocate_tensors()
    self.input = self.interpreter.get_input_details()[0]
    self.output = self.interpreter.get_output_details()[0]

  def run_on(self, array, interpreter=None):
    interpreter = interpreter or self.interpreter
    interpreter.set_tensor(self.input["index"], array)
    interpreter.invoke()
    return interpreter.get_tensor(self.output["index"])

  def test_content_and_path_give_the_same(self):
    array = random(self.input)
    with open(LABELER, "rb") as file:
      other = Interpreter(model_content=file.read(), num_threads=2,
                          experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    other.allocate_tensors()
    np.testing.assert_array_equal(self.run_on(array), self.run_on(array, other))
    path = Interpreter(model_path=pathlib.Path(LABELER), cpu="portable")
    path.allocate_tensors()
    np.testing.assert_array_equal(self.run_on(array), self.run_on(array, path))

  def test_get_tensor_copies(self):
    first = self.run_on(random(self.input, 1))
    kept = first.copy()
    second = self.run_on(random(self.input, 2))
    np.testing.assert_array_equal(first, kept)
    self.assertFalse(np.array_equal(first, second))
    self.assertTrue(first.flags.owndata or first.base is None)

  def test_details(self):
    self.assertEqual(set(self.input), {
        "name", "index", "shape", "shape_signature", "dtype", "quantization", "quantization_parameters",
        "sparsity_parameters"
    })
    self.assertEqual(self.input["shape"].dtype, np.int32)
    scale, zero_point = self.output["quantization"]
    self.assertEqual([scale], self.output["quantization_parameters"]["scales"].tolist())
    self.assertEqual([zero_point], self.output["quantization_parameters"]["zero_points"].tolist())
    self.assertEqual(len(self.interpreter.get_tensor_details()), self.interpreter.get_tensor_details()[-1]["index"] + 1)
    self.assertGreater(len(self.interpreter._get_ops_details()), 3)

  def test_views_hold_the_memory(self):
    accessor = self.interpreter.tensor(self.input["index"])
    array = random(self.input)
    accessor()[...] = array
    np.testing.assert_array_equal(self.interpreter.get_tensor(self.input["index"]), array)
    view = accessor()[0]
    for call in (self.interpreter.invoke, self.interpreter.allocate_tensors,
                 lambda: self.interpreter.resize_tensor_input(self.input["index"], self.input["shape"])):
      with self.assertRaisesRegex(RuntimeError, "There is at least 1 reference"):
        call()
    del view
    self.interpreter.invoke()

  def test_errors(self):
    index = self.input["index"]
    with self.assertRaisesRegex(ValueError, "Got value of type FLOAT32 but expected type"):
      self.interpreter.set_tensor(index, np.zeros(self.input["shape"], np.float32))
    with self.assertRaisesRegex(ValueError, "Dimension mismatch. Got 1 but expected 4"):
      self.interpreter.set_tensor(index, np.zeros(3, self.input["dtype"]))
    with self.assertRaisesRegex(ValueError, "Invalid tensor index 9999"):
      self.interpreter.get_tensor(9999)
    with self.assertRaisesRegex(ValueError, "Invalid node index"):
      self.interpreter._get_op_details(9999)
    with self.assertRaisesRegex(ValueError, "`model_path` or `model_content` must be specified."):
      Interpreter()
    with self.assertRaisesRegex(ValueError, "Could not open 'none.tflite'"):
      Interpreter(model_path="none.tflite")
    with self.assertRaisesRegex(ValueError, "not a valid Flatbuffer buffer"):
      Interpreter(model_content=b"short")
    with self.assertRaisesRegex(ValueError, "num_threads should >= 1"):
      Interpreter(model_path=LABELER, num_threads=0)
    with self.assertRaisesRegex(ValueError, "expected one of reference, xnnpack"):
      Interpreter(model_path=LABELER, numerics="exact")
    with self.assertRaisesRegex(ValueError, "Failed to load delegate from libedgetpu.so.1"):
      swift_tflite.load_delegate("libedgetpu.so.1")
    with self.assertRaisesRegex(RuntimeError, "Invoke called on model that is not ready"):
      Interpreter(model_path=LABELER).invoke()
    with self.assertRaisesRegex(ValueError, "Run allocate_tensors"):
      Interpreter(model_path=LABELER).get_tensor(index)
    limited = Interpreter(model_path=LABELER, memory_limit=1000)
    with self.assertRaisesRegex(RuntimeError, "memory limit of 1000"):
      limited.allocate_tensors()

  def test_traces_are_copies_by_index_and_name(self):
    first = self.interpreter.trace([random(self.input, 1)])
    self.assertEqual(len(first.steps), len(self.interpreter._get_ops_details()))
    kept = {index: array.copy() for index, array in first.items()}
    self.interpreter.trace([random(self.input, 2)])
    for index, array in first.items():
      np.testing.assert_array_equal(array, kept[index])
    np.testing.assert_array_equal(first[self.output["name"]], first[self.output["index"]])
    # Watching changes no bit.
    np.testing.assert_array_equal(self.run_on(random(self.input, 1)), first[self.output["index"]])
    with self.assertRaises(KeyError):
      first["no such tensor"]
    self.assertIn("<table>", first._repr_html_())

  def test_preserved_tensors_equal_the_trace(self):
    interpreter = Interpreter(model_path=LABELER, experimental_preserve_all_tensors=True)
    interpreter.allocate_tensors()
    self.run_on(random(self.input), interpreter)
    trace = self.interpreter.trace([random(self.input)])
    for index, array in trace.items():
      np.testing.assert_array_equal(interpreter.get_tensor(index), array)

  def test_comparison_finds_the_first_difference(self):
    self.assertIsNone(compare(LABELER, Interpreter(model_path=LABELER, cpu="portable")).first_difference)
    rows = compare(DETECTOR, Interpreter(model_path=DETECTOR, numerics="xnnpack"))
    self.assertEqual(len({row["operator"] for row in rows}), len(Interpreter(model_path=DETECTOR)._get_ops_details()))

  def test_profiles_count_every_operator(self):
    progress = []
    table = self.interpreter.profile(runs=2, progress=lambda done, total: progress.append((done, total)))
    self.assertEqual(progress, [(1, 2), (2, 2)])
    self.assertEqual(len(table), len(self.interpreter._get_ops_details()))
    self.assertAlmostEqual(sum(row["share"] for row in table), 1)
    self.assertIn("microseconds", repr(table))

  def test_detections_lie_in_the_picture(self):
    picture = np.full((90, 160, 3), 255, np.uint8)
    detector = Interpreter(model_path=DETECTOR)
    found = detector.detect(picture, score_threshold=0)
    self.assertEqual([one.score for one in found], sorted((one.score for one in found), reverse=True))
    with self.assertRaisesRegex(ValueError, "TFLite_Detection_PostProcess"):
      self.interpreter.detect(picture)

  def test_other_names(self):
    install_as("some_runtime")
    import some_runtime.interpreter as other  # pylint: disable=import-error
    self.assertIs(other.Interpreter, Interpreter)


if __name__ == "__main__":
  unittest.main()
