"""The interface of TFLite's interpreter, on models that a test of C has made or that come with the package."""

import base64
import concurrent.futures
import gc
import pathlib
import unittest

import numpy as np

import swift_tflite
from swift_tflite import Interpreter, OpResolverType, compare, install_as

MODELS = pathlib.Path(__file__).resolve().parent.parent.parent / "Models"
DETECTOR = str(MODELS / "code_detector" / "model.tflite")
LABELER = str(MODELS / "code_symbology" / "model.tflite")


# text [4], strings, GATHERed by places [2], int64, gives found [2].
GATHERING = base64.b64decode(
    b"CAAAAFRGTDPK////FAAAABwAAAAgAAAAbAEAAAMAAAABAAAABAAAAMD+//8AAAAAAAAAAAEAAAAUAAAAAAAOABgAFAAQAAwACAAEAA4AAAAU"
    b"AAAAHAAAAFwAAABgAAAAaAAAAAQAAABtYWluAAAAAAEAAAAUAAAAAAAOABQAAAAQAAwACwAEAA4AAAAQAAAAAAAAFwwAAAAQAAAANP///wEA"
    b"AAACAAAAAgAAAAAAAAABAAAAAQAAAAIAAAACAAAAAAAAAAEAAAADAAAAhAAAADgAAAAEAAAAnv///wAAAAEQAAAAEAAAAAAAAAUUAAAAiP//"
    b"/wUAAABmb3VuZAAAAAEAAAACAAAAzv///wAAAAEQAAAAEAAAAAAAAAQUAAAAuP///wYAAABwbGFjZXMAAAEAAAACAAAAAAAWABgAFAATAAAA"
    b"DAAIAAAAAAAAAAcAFgAAAAAAAAEUAAAAFAAAAAAAAAUYAAAABAAEAAQAAAAEAAAAdGV4dAAAAAABAAAABAAAAAEAAAAQAAAADAAQAA8AAAAI"
    b"AAQADAAAACQAAAACAAAAAAAAJA==")


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
    with self.assertRaisesRegex(ValueError, "expected one of reference, xnnpack, xnnpack-x86_64, xnnpack-arm64"):
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
    limited = Interpreter(model_path=LABELER, work_limit=1000)
    with self.assertRaisesRegex(RuntimeError, "more than the work limit of 1000"):
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
    for processor in "x86_64", "arm64":
      compare(DETECTOR, Interpreter(model_path=DETECTOR, numerics="xnnpack-" + processor))

  def test_profiles_count_every_operator(self):
    progress = []
    table = self.interpreter.profile(runs=2, progress=lambda done, total: progress.append((done, total)))
    self.assertEqual(progress, [(1, 2), (2, 2)])
    self.assertEqual(len(table), len(self.interpreter._get_ops_details()))
    self.assertAlmostEqual(sum(row["share"] for row in table), 1)
    self.assertIn("microseconds", repr(table))

  def test_what_is_no_detector(self):
    with self.assertRaisesRegex(ValueError, "TFLite_Detection_PostProcess"):
      self.interpreter.detect(np.full((90, 160, 3), 255, np.uint8))

  def test_clones_share_the_model_alone(self):
    first = self.run_on(random(self.input, 1))
    clone = self.interpreter.clone()
    with self.assertRaisesRegex(RuntimeError, "not ready"):
      clone.invoke()
    clone.allocate_tensors()
    other = self.run_on(random(self.input, 2), clone)
    np.testing.assert_array_equal(self.interpreter.get_tensor(self.output["index"]), first)
    np.testing.assert_array_equal(self.run_on(random(self.input, 2)), other)
    limited = Interpreter(model_path=LABELER, memory_limit=1000).clone()
    with self.assertRaisesRegex(RuntimeError, "memory limit of 1000"):
      limited.allocate_tensors()
    # It outlives what it came from.
    lonely = Interpreter(model_path=LABELER).clone()
    gc.collect()
    lonely.allocate_tensors()
    np.testing.assert_array_equal(self.run_on(random(self.input, 1), lonely), first)

  def test_clones_run_at_the_same_time(self):
    expected = [self.run_on(random(self.input, seed)) for seed in range(4)]
    clones = [self.interpreter.clone() for _ in expected]

    def run(seed):
      clones[seed].allocate_tensors()
      return [self.run_on(random(self.input, seed), clones[seed]) for _ in range(20)]

    with concurrent.futures.ThreadPoolExecutor(len(clones)) as pool:
      for seed, outputs in enumerate(pool.map(run, range(len(clones)))):
        for output in outputs:
          np.testing.assert_array_equal(output, expected[seed])

  def test_shown(self):
    self.assertIn("model.tflite: ", repr(self.interpreter))
    self.assertIn(f"<td>{self.input['name']}</td>", self.interpreter._repr_html_())
    self.assertEqual(repr(self.interpreter.trace([random(self.input)])).split()[0], "<Trace")

  def test_progress_ends_with_all_operators(self):
    count, seen = len(self.interpreter._get_ops_details()), []
    self.interpreter.trace([random(self.input)], progress=lambda *place: seen.append(place))
    self.assertEqual(seen, [(done + 1, count) for done in range(count)])
    seen.clear()
    compare(self.interpreter, LABELER, progress=lambda *place: seen.append(place))
    self.assertEqual(seen, [(done + 1, 2 * count) for done in range(2 * count)])

    def stop(done, of):
      raise KeyboardInterrupt

    with self.assertRaises(KeyboardInterrupt):
      self.interpreter.trace(progress=stop)

  def test_other_names(self):
    install_as("some_runtime")
    import some_runtime.interpreter as other  # pylint: disable=import-error
    self.assertIs(other.Interpreter, Interpreter)


class StringTests(unittest.TestCase):

  def setUp(self):
    self.interpreter = Interpreter(model_content=GATHERING)
    self.interpreter.allocate_tensors()
    self.text, self.places = (one["index"] for one in self.interpreter.get_input_details())
    self.found = self.interpreter.get_output_details()[0]["index"]
    self.interpreter.set_tensor(self.places, np.array([3, 1], np.int64))

  def run_on(self, array):
    self.interpreter.set_tensor(self.text, array)
    self.interpreter.invoke()
    return self.interpreter.get_tensor(self.found).tolist()

  def test_text_bytes_and_objects(self):
    self.assertIs(self.interpreter.get_input_details()[0]["dtype"], np.bytes_)
    self.assertEqual(self.run_on(np.array(["a", "zw\u00f6lf", "", "dd"])), [b"dd", "zw\u00f6lf".encode()])
    self.assertEqual(self.run_on(np.array([b"a", b"bb", b"c", b"d"])), [b"d", b"bb"])
    self.assertEqual(self.run_on(np.array(["a", b"b\0", b"", b"\xff\0"], object)), [b"\xff\0", b"b\0"])
    array = self.interpreter.get_tensor(self.text)
    self.assertEqual((array.dtype, array.shape, array.tolist()), (np.dtype(object), (4,), [b"a", b"b\0", b"", b"\xff\0"]))

  def test_before_they_are_set(self):
    self.assertEqual(self.interpreter.get_tensor(self.text).tolist(), [b""] * 4)
    self.interpreter.invoke()
    self.assertEqual(self.interpreter.get_tensor(self.found).tolist(), [b"", b""])

  def test_what_is_refused(self):
    for value, message in ((np.zeros(4), "Got value of type FLOAT64 but expected type STRING"),
                           (np.array(["a"] * 5), "Got 5 but expected 4"), (np.array("a"), "Dimension mismatch"),
                           (["a"] * 4, "not a numpy array, got type list"),
                           (np.array(["a", None, "c", "d"]), "PyBytes_AsStringAndSize"),
                           (np.array(["a", "b", "c", "\ud800"], object), "PyUnicode_AsUTF8AndSize")):
      with self.assertRaisesRegex(ValueError, message):
        self.interpreter.set_tensor(self.text, value)
    with self.assertRaisesRegex(ValueError, "get_tensor"):
      self.interpreter.tensor(self.text)()
    with self.assertRaises(RuntimeError):
      Interpreter(model_content=GATHERING).invoke()

  def test_traces_and_comparisons(self):
    trace = self.interpreter.trace({"text": np.array(["a", "b", "c", "d"])})
    self.assertEqual(trace["found"].tolist(), [b"d", b"b"])
    self.assertIsNone(compare(self.interpreter, self.interpreter.clone()).first_difference)

  def test_many_strings_are_forgotten(self):
    interpreter = Interpreter(model_content=GATHERING, memory_limit=1 << 14)
    interpreter.allocate_tensors()
    self.interpreter = interpreter
    for number in range(500):
      self.assertEqual(self.run_on(np.array([f"{number} {place}" for place in range(4)])), [f"{number} 0".encode()] * 2)
    with self.assertRaisesRegex(RuntimeError, "memory limit"):
      self.run_on(np.array(["x" * 20000] * 4))


if __name__ == "__main__":
  unittest.main()
