"""Objects in pictures, as arrays and as other libraries have them."""

import io
import pathlib
import tempfile
import unittest
import zipfile

import numpy as np

from swift_tflite import Detection, Detections, Interpreter
from swift_tflite import detection as resampling

MODELS = pathlib.Path(__file__).resolve().parent.parent.parent / "Models"
DETECTOR = str(MODELS / "code_detector" / "model.tflite")
LABELS = (MODELS / "code_detector" / "dict.txt").read_text().splitlines()


class Picture:
  """What detect() needs of a picture of PIL: a mode, a conversion to another one, and an array."""

  def __init__(self, array, mode):
    self.array, self.mode = array, mode

  def convert(self, mode):
    return Picture(np.repeat(self.array[..., None], 3, axis=2), mode)

  def __array__(self, dtype=None, copy=None):
    return self.array


class DetectionTests(unittest.TestCase):

  @classmethod
  def setUpClass(cls):
    cls.detector = Interpreter(model_path=DETECTOR, numerics="xnnpack")
    cls.gray = np.random.default_rng(1).integers(0, 256, (90, 160), np.uint8)
    cls.picture = np.repeat(cls.gray[..., None], 3, axis=2)

  def test_found(self):
    found = self.detector.detect(self.picture, score_threshold=0)
    self.assertIsInstance(found, list)
    self.assertGreater(len(found), 0)
    self.assertEqual([one.score for one in found], sorted((one.score for one in found), reverse=True))
    for one in found:
      self.assertEqual(one.label, LABELS[one.class_index])
      self.assertEqual(one.box, (one.left, one.top, one.right, one.bottom))
      self.assertLess(one.left, one.right)
      # In pixels of the picture: beyond its edges by little at most.
      self.assertTrue(-40 < one.left and one.right < 200 and -30 < one.top and one.bottom < 120, one)
    self.assertEqual(self.detector.detect(self.picture, score_threshold=1.1), [])

  def test_pictures_of_other_libraries(self):
    expected = self.detector.detect(self.picture, 0)
    self.assertEqual(self.detector.detect(Picture(self.gray, "L"), 0), expected)
    self.assertEqual(self.detector.detect(self.picture[:, ::-1][:, ::-1], 0), expected)

  def test_labels(self):
    self.assertEqual(self.detector.labels(), LABELS)
    content = pathlib.Path(DETECTOR).read_bytes()
    self.assertEqual(Interpreter(model_content=content).labels(), LABELS)
    own = self.detector.detect(self.picture, 0, labels=["first"])
    self.assertEqual({one.label for one in own}, {"first" if one.class_index == 0 else None for one in own})
    self.assertEqual(Interpreter(model_path=str(MODELS / "code_symbology" / "model.tflite")).clone().labels()[:1],
                     (MODELS / "code_symbology" / "dict.txt").read_text().splitlines()[:1])

  def test_archives_that_are_broken_have_no_labels(self):
    whole = pathlib.Path(DETECTOR).read_bytes()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
      start = min(one.header_offset for one in archive.infolist())
    random = np.random.default_rng(3)
    with tempfile.TemporaryDirectory() as folder:
      for trial in range(60):
        content = bytearray(whole)
        for place in random.integers(start, len(content), 3):
          content[place] = random.integers(256)
        path = pathlib.Path(folder, f"{trial}.tflite")
        path.write_bytes(content)
        labels = Interpreter(model_path=path).labels()
        self.assertEqual(Interpreter(model_content=bytes(content)).labels(), labels)
      many = io.BytesIO()
      with zipfile.ZipFile(many, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("labels.txt", "x\n" * (1 << 21))
      self.assertEqual(Interpreter(model_content=whole[:start] + many.getvalue()).labels(), [])
      self.assertEqual(Interpreter(model_content=whole[:start]).labels(), [])

  def test_what_is_no_picture(self):
    for wrong in (self.picture[..., :2], self.picture.astype(np.float32), self.picture[:0], self.gray, "photo.jpg"):
      with self.assertRaisesRegex(ValueError, "expected an array of height, width and 3 colors of type uint8"):
        self.detector.detect(wrong)
    with self.assertRaisesRegex(ValueError, "bilinear, area"):
      self.detector.detect(self.picture, resampling="nearest")

  def test_shown(self):
    found = Detections([Detection(1, 0.75, 1.0, 2.0, 30.4, 40.6, "<b>"), Detection(2, 0.5, 0, 0, 1, 1)])
    self.assertEqual(repr(found), "[<<b> 0.75 at 1, 2, 30, 41>, <class 2 0.50 at 0, 0, 1, 1>]")
    self.assertIn("<td>&lt;b&gt;</td>", found._repr_html_())
    self.assertIn("<table>", Detections()._repr_html_())

  def test_area_is_the_mean_of_all_pixels(self):
    random = np.random.default_rng(2)
    for _ in range(40):
      old_height, old_width, height, width = random.integers(1, 12, 4)
      image = random.integers(0, 256, (old_height, old_width, 3), np.uint8)
      # Every pixel cut into so many that each new one holds whole ones.
      fine = image.repeat(height, axis=0).repeat(width, axis=1).astype(np.float64)
      expected = fine.reshape(height, old_height, width, old_width, 3).mean(axis=(1, 3))
      np.testing.assert_allclose(resampling._area(image, height, width), expected, atol=1e-9)

  def test_pictures_of_the_right_size_stay_as_they_are(self):
    for way in (resampling._area, resampling._bilinear):
      np.testing.assert_array_equal(way(self.picture, *self.gray.shape), self.picture)


if __name__ == "__main__":
  unittest.main()
