"""The C library: how it is found, and what its functions take."""

import ctypes
import os
from ctypes import POINTER, c_bool, c_char_p, c_float, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p


class IntArray(ctypes.Structure):
  """Numbers that know their count."""

  _fields_ = [("size", c_int)]

  def values(self):
    return list((c_int * max(0, self.size)).from_address(ctypes.addressof(self) + 4))


class FloatArray(ctypes.Structure):
  """As IntArray."""

  _fields_ = [("size", c_int)]

  def values(self):
    return list((c_float * max(0, self.size)).from_address(ctypes.addressof(self) + 4))


class QuantizationParams(ctypes.Structure):
  _fields_ = [("scale", c_float), ("zero_point", c_int32)]


class Quantization(ctypes.Structure):
  _fields_ = [("type", c_int), ("params", c_void_p)]


class AffineQuantization(ctypes.Structure):
  _fields_ = [("scale", POINTER(FloatArray)), ("zero_point", POINTER(IntArray)), ("quantized_dimension", c_int32)]


class BlockwiseQuantization(ctypes.Structure):
  _fields_ = [("scale", c_int32), ("zero_point", c_int32), ("blocksize", c_int32), ("quantized_dimension", c_int32)]


class DimensionMetadata(ctypes.Structure):
  _fields_ = [
      ("format", c_int), ("dense_size", c_int), ("array_segments", POINTER(IntArray)),
      ("array_indices", POINTER(IntArray))
  ]


class Sparsity(ctypes.Structure):
  _fields_ = [
      ("traversal_order", POINTER(IntArray)), ("block_map", POINTER(IntArray)),
      ("dim_metadata", POINTER(DimensionMetadata)), ("dim_metadata_size", c_int)
  ]


class Tensor(ctypes.Structure):
  """A TfLiteTensor; common.h says what its members mean."""

  _fields_ = [
      ("type", c_int), ("data", c_void_p), ("dims", POINTER(IntArray)), ("params", QuantizationParams),
      ("allocation_type", c_int), ("bytes", c_size_t), ("allocation", c_void_p), ("name", c_char_p),
      ("delegate", c_void_p), ("buffer_handle", c_int), ("data_is_stale", c_bool), ("is_variable", c_bool),
      ("quantization", Quantization), ("sparsity", POINTER(Sparsity)), ("dims_signature", POINTER(IntArray))
  ]


class OperatorRun(ctypes.Structure):
  """A TfLiteSwiftOperatorRun."""

  _fields_ = [
      ("index", c_int32), ("name", c_char_p), ("kernel", c_char_p), ("output_count", c_int32),
      ("output_indices", POINTER(c_int32)), ("outputs", POINTER(Tensor)), ("nanoseconds", c_int64)
  ]


Observer = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(OperatorRun))

_FUNCTIONS = {
    "TfLiteVersion": (c_char_p, []),
    "TfLiteModelCreateWithErrorReporter": (c_void_p, [c_void_p, c_size_t, c_void_p, c_void_p]),
    "TfLiteModelCreateFromFileWithErrorReporter": (c_void_p, [c_char_p, c_void_p, c_void_p]),
    "TfLiteModelDelete": (None, [c_void_p]),
    "TfLiteInterpreterOptionsCreate": (c_void_p, []),
    "TfLiteInterpreterOptionsDelete": (None, [c_void_p]),
    "TfLiteInterpreterOptionsSetNumThreads": (None, [c_void_p, c_int32]),
    "TfLiteInterpreterOptionsSetErrorReporter": (None, [c_void_p, c_void_p, c_void_p]),
    "TfLiteInterpreterCreate": (c_void_p, [c_void_p, c_void_p]),
    "TfLiteInterpreterDelete": (None, [c_void_p]),
    "TfLiteInterpreterInvoke": (c_int, [c_void_p]),
    "TfLiteInterpreterResetVariableTensors": (c_int, [c_void_p]),
    "TfLiteInterpreterGetInputTensorCount": (c_int32, [c_void_p]),
    "TfLiteInterpreterInputTensorIndices": (POINTER(c_int32), [c_void_p]),
    "TfLiteInterpreterGetOutputTensorCount": (c_int32, [c_void_p]),
    "TfLiteInterpreterOutputTensorIndices": (POINTER(c_int32), [c_void_p]),
    "TfLiteInterpreterGetSignatureCount": (c_int32, [c_void_p]),
    "TfLiteInterpreterGetSignatureKey": (c_char_p, [c_void_p, c_int32]),
    "TfLiteTypeGetName": (c_char_p, [c_int]),
    "TfLiteTensorRealloc": (c_int, [c_size_t, POINTER(Tensor)]),
    "TfLiteSwiftGetLastError": (c_char_p, []),
    "TfLiteSwiftInterpreterOptionsSetNumerics": (c_int, [c_void_p, c_char_p]),
    "TfLiteSwiftInterpreterOptionsSetInstructionSet": (c_int, [c_void_p, c_char_p]),
    "TfLiteSwiftInterpreterOptionsSetMemoryLimit": (c_int, [c_void_p, c_size_t]),
    "TfLiteSwiftInterpreterOptionsSetWorkLimit": (c_int, [c_void_p, c_size_t]),
    "TfLiteSwiftInterpreterOptionsSetSubgraphCallLimit": (c_int, [c_void_p, c_size_t]),
    "TfLiteSwiftInterpreterOptionsSetPreserveAllTensors": (c_int, [c_void_p, c_bool]),
    "TfLiteSwiftInterpreterGetSubgraphCount": (c_int32, [c_void_p]),
    "TfLiteSwiftInterpreterGetTensorCount": (c_int32, [c_void_p, c_int32]),
    "TfLiteSwiftInterpreterGetTensor": (POINTER(Tensor), [c_void_p, c_int32, c_int32]),
    "TfLiteSwiftInterpreterGetOperatorCount": (c_int32, [c_void_p, c_int32]),
    "TfLiteSwiftInterpreterGetOperatorName": (c_char_p, [c_void_p, c_int32, c_int32]),
    "TfLiteSwiftInterpreterGetOperatorInputs": (POINTER(IntArray), [c_void_p, c_int32, c_int32]),
    "TfLiteSwiftInterpreterGetOperatorOutputs": (POINTER(IntArray), [c_void_p, c_int32, c_int32]),
    "TfLiteSwiftInterpreterGetSignatureSubgraph": (c_int32, [c_void_p, c_int32]),
    "TfLiteSwiftInterpreterGetSignatureTensor": (c_int32, [c_void_p, c_int32, c_bool, c_int32, POINTER(c_char_p)]),
    "TfLiteSwiftInterpreterResizeTensor": (
        c_int, [c_void_p, c_int32, c_int32, POINTER(c_int32), c_int32, c_bool]),
    "TfLiteSwiftInterpreterAllocateSubgraph": (c_int, [c_void_p, c_int32]),
    "TfLiteSwiftInterpreterInvokeSubgraph": (c_int, [c_void_p, c_int32]),
    "TfLiteSwiftInterpreterGetMemoryGeneration": (POINTER(c_uint64), [c_void_p]),
    "TfLiteSwiftInterpreterSetObserver": (c_int, [c_void_p, Observer, c_void_p]),
}


def _load():
  # Another build of the library, for those who work on it.
  path = os.environ.get("SWIFT_TFLITE_LIBRARY")
  path = path or os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtensorflowlite_c.so")
  if not os.path.exists(path):
    raise ImportError(
        f"{path} is missing: install the wheel that Scripts/wheel builds, or let SWIFT_TFLITE_LIBRARY name the library")
  library = ctypes.CDLL(path)
  for name, (result, arguments) in _FUNCTIONS.items():
    function = getattr(library, name)
    function.restype = result
    function.argtypes = arguments
  return library


library = _load()

# An error reporter that does nothing: exceptions have the words.
ignore_errors = ctypes.cast(library.TfLiteSwiftIgnoreErrors, c_void_p)


def last_error():
  """Why the last call on this thread that failed did so."""
  return library.TfLiteSwiftGetLastError().decode("utf-8", "replace")
