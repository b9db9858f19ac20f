"""The package is written in the oldest Python that it says it takes."""

import ast
import pathlib
import re
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parent.parent


class VersionTests(unittest.TestCase):

  def test_the_oldest_python_can_read_it(self):
    stated = re.search(r'requires-python = ">=3\.(\d+)"', (PACKAGE / "pyproject.toml").read_text())
    files = [PACKAGE / "setup.py", *(PACKAGE / "swift_tflite").glob("*.py")]
    self.assertGreater(len(files), 5)
    for path in files:
      ast.parse(path.read_text(), str(path), feature_version=(3, int(stated[1])))


if __name__ == "__main__":
  unittest.main()
