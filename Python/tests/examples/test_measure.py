"""The script that measures the examples runs: not how fast anything is."""

import re
import sys
import tempfile
import unittest

import photographs
import watched


class MeasureTests(unittest.TestCase):

  def test_all_are_measured(self):
    with tempfile.TemporaryDirectory() as folder:
      model = photographs.detector_and_photographs(folder)
      output, listened = watched.run(sys.executable, str(photographs.EXAMPLES / "measure.py"), model, folder, "--rounds",
                                     "1", "--copies", "2", seconds=600)
    names = re.findall(r"^\| ([^|]+) \| .* ms \|", output, re.MULTILINE)
    self.assertEqual(names, ["the engine alone", "MLServer, photographs", "MLServer, tensors", "Ray Data", "Spark"])
    shown = re.search("<!-- costs -->(.*)<!-- /costs -->", (photographs.EXAMPLES / "README.md").read_text(), re.DOTALL)[1]
    self.assertEqual(re.findall(r"^\| ([^|]+) \|", output, re.MULTILINE), re.findall(r"^\| ([^|]+) \|", shown, re.MULTILINE))
    self.assertEqual(watched.beyond_this_machine(listened), set())


if __name__ == "__main__":
  unittest.main()
