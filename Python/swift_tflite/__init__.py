"""Runs .tflite models with the bits of TFLite's reference kernels, in the interface of TFLite's Python interpreter."""

import sys

from . import interpreter
from .comparison import Comparison, compare
from .detection import Detection, Detections
from .interpreter import (Delegate, Interpreter, InterpreterWithCustomOps, OpResolverType, SignatureRunner,
                          load_delegate)
from .table import Table
from .tracing import Step, Trace

__version__ = "1.0.0"

__all__ = [
    "Comparison", "Delegate", "Detection", "Detections", "Interpreter", "InterpreterWithCustomOps",
    "OpResolverType", "SignatureRunner", "Step", "Table", "Trace", "compare", "install_as", "load_delegate"
]


def install_as(name: str) -> None:
  """Lets programs import this package under another name: `install_as("tflite_runtime")` makes
  `import tflite_runtime.interpreter` mean `swift_tflite.interpreter`, from then on and in this process."""
  sys.modules[name] = sys.modules[__name__]
  sys.modules[name + ".interpreter"] = interpreter
