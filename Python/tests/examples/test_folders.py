"""Ray Data, Spark and a pool of threads find in a folder of photographs, bit for bit, what the engine alone finds."""

import os
import re
import shutil
import sys
import tempfile
import unittest

import photographs
import watched


class FolderTests(unittest.TestCase):

  def check(self, script, *arguments):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as results:
      model = photographs.detector_and_photographs(folder)
      expected = photographs.objects(model, folder)
      self.assertGreater(len(expected), 10)
      _, listened = watched.run(sys.executable, str(photographs.EXAMPLES / script), model, folder, results + "/objects",
                                *arguments)
      self.assertEqual(photographs.rows(results + "/objects"), expected)
      self.assertEqual(watched.beyond_this_machine(listened), set())
      # Both talk to processes of their own.
      self.assertGreater(len(listened), 0)

  def test_ray(self):
    self.check("detect_folder_ray.py", "--workers", "2")

  def test_spark(self):
    self.check("detect_folder_spark.py", "--master", "local[2]")

  def test_the_pool_of_threads_that_the_page_shows(self):
    code = re.search("```python\n(.*?)```", (photographs.EXAMPLES / "README.md").read_text(), re.DOTALL)[1]
    self.addCleanup(os.chdir, os.getcwd())
    with tempfile.TemporaryDirectory() as folder:
      os.chdir(folder)
      os.mkdir("photographs")
      model = photographs.detector_and_photographs("photographs")
      shutil.copy(model, "model.tflite")
      printed = []
      exec(code, {"print": lambda path, found: printed.append((path, found))})  # pylint: disable=exec-used
      found = sorted((path.name, one.class_index, one.label, one.score) + one.box for path, all_of in printed
                     for one in all_of)
      self.assertEqual(found, photographs.objects(model, "photographs"))


if __name__ == "__main__":
  unittest.main()
