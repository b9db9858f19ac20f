"""Tensors of C as NumPy sees them."""

import ctypes

import numpy as np

from ._library import AffineQuantization, BlockwiseQuantization, last_error, library

_STRING, _INT4, _INT2, _UINT4 = 5, 18, 20, 21

# By the numbers of TfLiteType. Types that NumPy lacks appear as integers: 4 and 2 bits unpacked, one in a byte.
_DTYPES = {
    1: np.float32, 2: np.int32, 3: np.uint8, 4: np.int64, 5: np.bytes_, 6: np.bool_, 7: np.int16, 8: np.complex64,
    9: np.int8, 10: np.float16, 11: np.float64, 12: np.complex128, 13: np.uint64, 14: np.object_, 15: np.object_,
    16: np.uint32, 17: np.uint16, 18: np.int8, 19: np.uint16, 20: np.int8, 21: np.uint8, 22: np.int8, 23: np.int8,
}

_DTYPE_NAMES = {
    np.dtype(np.float32): "FLOAT32", np.dtype(np.int32): "INT32", np.dtype(np.uint8): "UINT8",
    np.dtype(np.int64): "INT64", np.dtype(np.bool_): "BOOL", np.dtype(np.int16): "INT16",
    np.dtype(np.complex64): "COMPLEX64", np.dtype(np.int8): "INT8", np.dtype(np.float16): "FLOAT16",
    np.dtype(np.float64): "FLOAT64", np.dtype(np.complex128): "COMPLEX128", np.dtype(np.uint64): "UINT64",
    np.dtype(np.uint32): "UINT32", np.dtype(np.uint16): "UINT16",
}


def dtype(tensor):
  """The type of a tensor's elements; ValueError for a tensor without one."""
  if tensor.type not in _DTYPES:
    raise ValueError("Tensor with no type found.")
  return _DTYPES[tensor.type]


def type_name(tensor):
  return library.TfLiteTypeGetName(tensor.type).decode()


def dtype_name(array):
  """The name of an array's type among those of tensors."""
  if array.dtype.kind in "SUO":
    return "STRING"
  return _DTYPE_NAMES.get(array.dtype, "NOTYPE")


def shape(tensor):
  return tuple(tensor.dims.contents.values()) if tensor.dims else ()


def is_packed(tensor):
  """Whether several elements share a byte."""
  return tensor.type in (_INT4, _INT2, _UINT4)


def holds_strings(tensor):
  """Whether the elements have no fixed size, so that no array can lie on their memory."""
  return tensor.type == _STRING


def strings(tensor):
  """The strings of a tensor, as an array of bytes objects; empty ones before they are set or computed."""
  array = np.full(shape(tensor), b"", np.object_)
  if tensor.data and tensor.bytes >= 8:
    packed = memory(tensor).raw
    count = int.from_bytes(packed[:4], "little", signed=True)
    offsets = np.frombuffer(packed, "<i4", count + 1, 4)
    for position in range(min(count, array.size)):
      array.reshape(-1)[position] = packed[offsets[position]:offsets[position + 1]]
  return array


def set_strings(tensor, array):
  """Writes strings into a tensor: their number, the offset of each and of the end, and their bytes."""
  if array.ndim == 0 and array.dtype.kind in "SU":
    # As the original does: the memory of the array, which is UTF-32 where it holds text.
    parts = [array.tobytes()]
  else:
    parts = [_string_bytes(item) for item in array.reshape(-1).tolist()]
  header = 4 * (len(parts) + 2)
  offsets = np.cumsum([header] + [len(part) for part in parts])
  if offsets[-1] > 2**31 - 1:
    raise ValueError("Cannot set tensor: the strings take more than 2 GiB.")
  packed = np.array([len(parts), *offsets], "<i4").tobytes() + b"".join(parts)
  if library.TfLiteTensorRealloc(len(packed), ctypes.byref(tensor)):
    raise ValueError(last_error())
  ctypes.memmove(tensor.data, packed, len(packed))


def _string_bytes(item):
  if isinstance(item, str):
    try:
      return item.encode()
    except UnicodeEncodeError:
      raise ValueError("PyUnicode_AsUTF8AndSize() failed.") from None
  if isinstance(item, bytes):
    return item
  raise ValueError("PyBytes_AsStringAndSize() failed.")


def view(tensor, buffer=None):
  """The memory of a tensor as an array, not copied.

  buffer: what the array shall keep alive; made where it is None.
  """
  if holds_strings(tensor):
    raise ValueError("Strings have no array on their memory: get_tensor() copies them.")
  buffer = memory(tensor) if buffer is None else buffer
  if is_packed(tensor):
    return np.frombuffer(buffer, np.uint8)
  kind = dtype(tensor)
  array = np.frombuffer(buffer, kind)
  return array if tensor.sparsity else array.reshape(shape(tensor))


def memory(tensor):
  return (ctypes.c_char * tensor.bytes).from_address(tensor.data or 0) if tensor.bytes else (ctypes.c_char * 0)()


def unpacked(tensor):
  """A copy of a tensor whose elements share bytes, one element in each byte."""
  packed = view(tensor)
  if tensor.type == _INT2:
    parts = [(packed << left).view(np.int8) >> 6 for left in (6, 4, 2, 0)]
  elif tensor.type == _INT4:
    parts = [(packed << 4).view(np.int8) >> 4, packed.view(np.int8) >> 4]
  else:
    parts = [packed & 15, packed >> 4]
  elements = np.stack(parts, axis=-1).reshape(-1)
  count = int(np.prod(shape(tensor), dtype=np.int64))
  return elements[:count].reshape(shape(tensor))


def pack_nibbles(tensor, array):
  """Writes integers of 4 bits, two into a byte, the first into the low bits."""
  elements = np.ascontiguousarray(array).reshape(-1).view(np.uint8) & 15
  if elements.size % 2:
    elements = np.append(elements, np.uint8(0))
  view(tensor)[:] = elements[0::2] | elements[1::2] << 4


def copy(tensor):
  """A tensor's values, in memory of their own; a NumPy scalar for a tensor without dimensions."""
  if is_packed(tensor):
    return unpacked(tensor)
  if holds_strings(tensor):
    return strings(tensor)
  array = view(tensor)
  return array.copy() if array.ndim else array[()]


def quantization_parameters(tensor, of_index):
  """The dictionary of a tensor's quantization.

  of_index: gives another tensor of the subgraph, for scales of blocks.
  """
  scales, zero_points, dimension, block = np.array([], np.float32), np.array([], np.int32), 0, 0
  quantization = tensor.quantization
  if quantization.type == 1:
    affine = ctypes.cast(quantization.params, ctypes.POINTER(AffineQuantization)).contents
    scales = np.array(affine.scale.contents.values(), np.float32)
    zero_points = np.array(affine.zero_point.contents.values(), np.int32)
    dimension = affine.quantized_dimension
  elif quantization.type == 2:
    blocks = ctypes.cast(quantization.params, ctypes.POINTER(BlockwiseQuantization)).contents
    scales = np.frombuffer(memory(of_index(blocks.scale)), np.float16).copy()
    if blocks.zero_point != -1:
      zero_points = np.frombuffer(memory(of_index(blocks.zero_point)), np.int32).copy()
    dimension, block = blocks.quantized_dimension, blocks.blocksize
  return {"scales": scales, "zero_points": zero_points, "quantized_dimension": dimension, "block_size": block}


def sparsity_parameters(tensor):
  """The dictionary of a sparse tensor; empty for a dense one."""
  if not tensor.sparsity:
    return {}
  sparsity = tensor.sparsity.contents

  def array(pointer):
    return np.array(pointer.contents.values(), np.int32)

  dimensions = []
  for position in range(sparsity.dim_metadata_size):
    dimension = sparsity.dim_metadata[position]
    if dimension.format == 0:
      dimensions.append({"format": 0, "dense_size": dimension.dense_size})
    else:
      dimensions.append({
          "format": 1,
          "array_segments": array(dimension.array_segments),
          "array_indices": array(dimension.array_indices),
      })
  return {
      "traversal_order": array(sparsity.traversal_order), "block_map": array(sparsity.block_map),
      "dim_metadata": dimensions
  }
