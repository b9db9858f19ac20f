"""Builds the C library beside the Python files. The wheel fits every CPython on Linux for x86-64."""

import os
import shutil
import subprocess

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LIBRARY = "libtensorflowlite_c.so"


class Build(build_py):
  """Adds the library that SWIFT_TFLITE_LIBRARY names, else the one that `swift build` brings up to date."""

  def run(self):
    super().run()
    library = os.environ.get("SWIFT_TFLITE_LIBRARY")
    if not library:
      subprocess.check_call(
          ["swift", "build", "--configuration", "release", "--static-swift-stdlib", "--product", "tensorflowlite_c"],
          cwd=PACKAGE)
      library = os.path.join(PACKAGE, ".build/release", LIBRARY)
    shutil.copy(library, os.path.join(self.build_lib, "swift_tflite", LIBRARY))


class Wheel(bdist_wheel):
  """Names what the wheel fits: no part of it knows a version of Python."""

  def get_tag(self):
    return "py3", "none", "linux_x86_64"


class WithLibrary(Distribution):
  """Not for every machine."""

  def has_ext_modules(self):
    return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=WithLibrary)
