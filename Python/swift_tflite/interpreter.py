"""Runs .tflite models, with the interface of ai_edge_litert.interpreter and tflite_runtime.interpreter."""

from __future__ import annotations

import ctypes
import enum
import io
import os
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _tensors
from ._labels import labels_packed_with
from ._library import ignore_errors, last_error, library

if TYPE_CHECKING:
  from .detection import Detections
  from .table import Table
  from .tracing import Inputs, Trace

_invoke = library.TfLiteInterpreterInvoke


@enum.unique
class OpResolverType(enum.Enum):
  """Which kernels the original would take. Here all of them mean the same: `numerics` says whose results count."""

  AUTO = 0
  BUILTIN = 1
  BUILTIN_REF = 2
  BUILTIN_WITHOUT_DEFAULT_DELEGATES = 3


class Delegate:
  """Stands for the original's class. There are no delegates here: all operators run on the processor."""

  def __init__(self, library, options=None):
    raise ValueError(f"delegates cannot be used: {library} is not loaded, and all operators run on the processor")


def load_delegate(library: str, options: Optional[Dict[str, Any]] = None) -> Delegate:
  """Raises ValueError, as the original does for a delegate that is not there, so that programs fall back."""
  try:
    return Delegate(library, options)
  except ValueError as error:
    raise ValueError(f"Failed to load delegate from {library}\n{error}") from None


class _Model:
  """A model of C, deleted with this object. Interpreters of one model share what they make of its weights."""

  def __init__(self, path, content):
    if path and content:
      raise ValueError("Can't both provide `model_path` and `model_content`")
    if not path and not content:
      raise ValueError("`model_path` or `model_content` must be specified.")
    if path:
      self.pointer = library.TfLiteModelCreateFromFileWithErrorReporter(os.fsencode(path), ignore_errors, None)
    else:
      content = bytes(content)
      self.pointer = library.TfLiteModelCreateWithErrorReporter(content, len(content), ignore_errors, None)
    if not self.pointer:
      raise ValueError(last_error())
    self.path = path
    # A file is only looked at by those who ask; bytes are not kept.
    self._labels = None if path else labels_packed_with(io.BytesIO(content))

  @property
  def labels(self):
    if self._labels is None:
      self._labels = labels_packed_with(self.path)
    return self._labels

  def __del__(self):
    if getattr(self, "pointer", None):
      library.TfLiteModelDelete(self.pointer)
      self.pointer = None


class _Handle:
  """An interpreter of C, deleted with this object."""

  def __init__(self, model, options):
    self.pointer = library.TfLiteInterpreterCreate(model.pointer, options)
    if not self.pointer:
      raise ValueError(last_error())
    self.generation = library.TfLiteSwiftInterpreterGetMemoryGeneration(self.pointer).contents

  def __del__(self):
    if getattr(self, "pointer", None):
      library.TfLiteInterpreterDelete(self.pointer)
      self.pointer = None


class Interpreter:
  """Runs a .tflite model: allocate the tensors, set the inputs, invoke, get the outputs.

  >>> interpreter = Interpreter(model_path="model.tflite")
  >>> interpreter.allocate_tensors()
  >>> interpreter.set_tensor(interpreter.get_input_details()[0]["index"], picture)
  >>> interpreter.invoke()
  >>> scores = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])

  An interpreter must not be used by two threads at once. invoke() lets other threads of Python run.
  """

  def __init__(self,
               model_path: Union[str, os.PathLike, None] = None,
               model_content: Optional[bytes] = None,
               experimental_delegates: Optional[Sequence[Delegate]] = None,
               num_threads: Optional[int] = None,
               experimental_op_resolver_type: OpResolverType = OpResolverType.AUTO,
               experimental_preserve_all_tensors: bool = False,
               experimental_disable_delegate_clustering: bool = False,
               experimental_default_delegate_latest_features: bool = False,
               experimental_compress_quantization_zero_points: bool = False,
               experimental_disable_delegate_node_fusion: bool = False,
               experimental_force_delegate_node_profiling: bool = False,
               *,
               numerics: Optional[str] = None,
               cpu: Optional[str] = None,
               memory_limit: Optional[int] = None,
               work_limit: Optional[int] = None,
               subgraph_call_limit: Optional[int] = None) -> None:
    """Loads a model.

    Args:
      model_path: The file; what becomes of it later does not matter.
      model_content: The bytes of a whole file instead, which are copied.
      experimental_delegates: Must be None or empty.
      num_threads: How many threads share the work of an operator; 1 unless given. Results do not depend on it.
      experimental_op_resolver_type: An OpResolverType, without effect.
      experimental_preserve_all_tensors: Whether get_tensor can read what operators compute on the way.
      experimental_disable_delegate_clustering, experimental_default_delegate_latest_features,
      experimental_compress_quantization_zero_points, experimental_disable_delegate_node_fusion,
      experimental_force_delegate_node_profiling: Of delegates, without effect.
      numerics: Whose results are reproduced bit for bit: "reference", the default, those of TFLite's reference kernels,
        "xnnpack", those of its default runtime as it is on this processor, or "xnnpack-x86_64" or "xnnpack-arm64", as
        it is on one of these, whichever computes.
      cpu: The instructions that may be used, such as "avx2"; the best that there are unless given.
      memory_limit: The most bytes that activations may take; 2 GiB unless given.
      work_limit: The most steps of work in one invocation: multiplications, comparisons and bytes of operands,
        estimated from shapes; no limit unless given.
      subgraph_call_limit: The most calls of subgraphs in one invocation; one million unless given.

    Raises:
      ValueError: The model or an argument is not valid, or operators have no implementation.
    """
    if not isinstance(experimental_op_resolver_type, OpResolverType):
      raise ValueError(f"Unrecognized passed in op resolver type: {experimental_op_resolver_type}")
    if num_threads is not None:
      if not isinstance(num_threads, int):
        raise ValueError("type of num_threads should be int")
      if num_threads < 1:
        raise ValueError("num_threads should >= 1")
    if experimental_delegates:
      raise ValueError("delegates cannot be used: all operators run on the processor")
    self._experimental_compress_quantization_zero_points = experimental_compress_quantization_zero_points
    self._delegates = []
    self._options = {
        "num_threads": num_threads or 1, "numerics": numerics, "cpu": cpu, "memory_limit": memory_limit,
        "work_limit": work_limit, "subgraph_call_limit": subgraph_call_limit, "preserve": bool(experimental_preserve_all_tensors)
    }
    self._begin(_Model(model_path, model_content))

  def _begin(self, model):
    self._model = model
    self._interpreter = _make_interpreter(model, self._options)
    self._pointer = self._interpreter.pointer
    self._generation = self._interpreter.generation
    # Arrays on the memory of tensors, as long as that stays where it is.
    self._views = {}
    self._seen_generation = self._generation.value
    # Arrays that tensor() has given away and that still live.
    self._references = {}
    self._signature_defs = self.get_signature_list()

  # Running

  def allocate_tensors(self) -> None:
    """Prepares every operator and lays out the memory of all tensors. RuntimeError where something does not fit."""
    self._ensure_safe()
    self._check(library.TfLiteSwiftInterpreterAllocateSubgraph(self._pointer, 0))

  def invoke(self) -> None:
    """Runs the model on the values of its inputs.

    Raises:
      RuntimeError: Tensors are not allocated, an operator cannot compute with its values, or an array of tensor()
        lives.
    """
    if self._references:
      self._ensure_safe()
    if _invoke(self._pointer):
      raise RuntimeError(last_error())

  def reset_all_variables(self) -> None:
    """Gives variable tensors, the state that operators keep, the values that they have before the first run."""
    self._check(library.TfLiteInterpreterResetVariableTensors(self._pointer))

  def resize_tensor_input(self, input_index: int, tensor_size: Sequence[int], strict: bool = False) -> None:
    """Gives an input another shape; allocate_tensors() must follow.

    Args:
      input_index: The tensor: "index" in the details of an input.
      tensor_size: The dimensions.
      strict: Whether only dimensions may change that are -1 in "shape_signature".

    Raises:
      RuntimeError: No tensor can have this shape, or an array of tensor() lives.
    """
    self._ensure_safe()
    self._resize(0, input_index, np.array(tensor_size, dtype=np.int32), strict)

  def _resize(self, subgraph, index, size, strict):
    if size.ndim != 1:
      raise ValueError(f"Shape should be 1D instead of {size.ndim}.")
    dims = (ctypes.c_int32 * len(size))(*size.tolist())
    self._check(library.TfLiteSwiftInterpreterResizeTensor(self._pointer, subgraph, index, dims, len(size), strict))

  def _check(self, status):
    if status:
      raise RuntimeError(last_error())

  # Values

  def set_tensor(self, tensor_index: int, value: Any) -> None:
    """Copies an array into an input: of the input's type and shape. ValueError for any other."""
    if self._seen_generation == self._generation.value:
      known = self._views.get(tensor_index)
      if known is not None and type(value) is np.ndarray and value.dtype == known.dtype and value.shape == known.shape:
        known[...] = value
        return
    self._set(tensor_index, value, 0)

  def get_tensor(self, tensor_index: int, subgraph_index: int = 0) -> np.ndarray:
    """A copy of a tensor's values.

    Outputs, inputs and constants; what operators compute on the way too where experimental_preserve_all_tensors has
    asked for it. ValueError before the tensor has memory.
    """
    if not subgraph_index and self._seen_generation == self._generation.value:
      known = self._views.get(tensor_index)
      if known is not None:
        return known.copy() if known.ndim else known[()]
    tensor = self._readable(tensor_index, subgraph_index)
    if not subgraph_index:
      self._view(tensor_index, tensor)
    return _tensors.copy(tensor)

  def tensor(self, tensor_index: int) -> Callable[[], np.ndarray]:
    """A function that gives an array on a tensor's memory, not copied.

    While such an array lives, allocate_tensors(), invoke() and resize_tensor_input() raise RuntimeError, since they may
    move the memory: keep the function, not the array.
    """
    def view():
      tensor = self._readable(tensor_index, 0)
      buffer = _tensors.memory(tensor)
      buffer.owner = self._interpreter
      references = self._references
      reference = weakref.ref(buffer, lambda ended: references.pop(id(ended), None))
      references[id(reference)] = reference
      return _tensors.view(tensor, buffer)

    return view

  def _set(self, index, value, subgraph):
    tensor = self._checked_tensor(index, subgraph)
    try:
      array = np.asarray(value)
    except (TypeError, ValueError):
      raise ValueError("Failed to convert value into readable tensor.") from None
    expected, found = _tensors.type_name(tensor), _tensors.dtype_name(array)
    name = (tensor.name or b"").decode("utf-8", "replace")
    takes_bytes = expected in ("FLOAT8_E4M3FN", "FLOAT8_E5M2", "INT4") and found in ("INT8", "UINT8")
    takes_bytes = takes_bytes or (expected, found) in (("UINT4", "UINT8"), ("BFLOAT16", "UINT16"))
    if found != expected and not takes_bytes:
      raise ValueError(
          f"Cannot set tensor: Got value of type {found} but expected type {expected} for input {index}, name: {name} ")
    dims = _tensors.shape(tensor)
    if array.ndim != len(dims):
      raise ValueError(
          f"Cannot set tensor: Dimension mismatch. Got {array.ndim} but expected {len(dims)} for input {index}.")
    for position, (got, wanted) in enumerate(zip(array.shape, dims)):
      if got != wanted:
        raise ValueError(f"Cannot set tensor: Dimension mismatch. Got {got} but expected {wanted} for dimension "
                         f"{position} of input {index}.")
    if not tensor.data and tensor.bytes:
      raise ValueError("Cannot set tensor: Tensor is unallocated. Try calling allocate_tensors() first")
    if tensor.allocation_type == 1:
      raise ValueError(f"Cannot set tensor: {index}, name: {name}, is a constant.")
    if expected == "STRING":
      if not isinstance(value, np.ndarray):
        raise ValueError(f"Passed in value type is not a numpy array, got type {type(value).__name__}.")
      _tensors.set_strings(tensor, array)
    elif _tensors.is_packed(tensor):
      if expected == "INT2":
        raise ValueError("Cannot set tensor: elements of 2 bits cannot be set.")
      _tensors.pack_nibbles(tensor, array)
    elif tensor.bytes:
      view = _tensors.view(tensor)
      view[...] = array if found == expected else array.view(view.dtype)
      if not subgraph:
        self._view(index, tensor)

  def _readable(self, index, subgraph):
    tensor = self._checked_tensor(index, subgraph)
    _tensors.dtype(tensor)
    if not tensor.data and tensor.bytes:
      raise ValueError("Tensor data is null. Run allocate_tensors() first")
    return tensor

  def _view(self, index, tensor):
    """Keeps an array on a tensor's memory for the next time."""
    generation = self._generation.value
    if self._seen_generation != generation:
      self._views.clear()
      self._seen_generation = generation
    is_plain = not _tensors.is_packed(tensor) and not _tensors.holds_strings(tensor)
    if tensor.bytes and tensor.allocation_type != 1 and is_plain:
      self._views[index] = _tensors.view(tensor)

  def _safe_to_run(self):
    """Whether no array of tensor() lives."""
    return not self._references

  def _ensure_safe(self):
    if not self._safe_to_run():
      raise RuntimeError(
          "There is at least 1 reference to internal data in the interpreter in the form of a numpy array or slice. Be "
          "sure to only hold the function returned from tensor() if you are using raw data access.")

  # Details

  def _checked_tensor(self, index, subgraph):
    index, subgraph = int(index), int(subgraph)
    if not 0 <= subgraph < self.num_subgraphs():
      raise ValueError(f"Invalid subgraph index {subgraph} exceeds max subgraph index {self.num_subgraphs()}")
    count = library.TfLiteSwiftInterpreterGetTensorCount(self._pointer, subgraph)
    if not 0 <= index < count:
      raise ValueError(f"Invalid tensor index {index} exceeds max tensor index {count}")
    return library.TfLiteSwiftInterpreterGetTensor(self._pointer, subgraph, index).contents

  def _get_tensor_details(self, tensor_index, subgraph_index):
    tensor = self._checked_tensor(tensor_index, subgraph_index)
    size = np.array(_tensors.shape(tensor), np.int32)
    signature = tensor.dims_signature.contents.values() if tensor.dims_signature else []

    def of_index(index):
      return self._checked_tensor(index, subgraph_index)

    return {
        "name": (tensor.name or b"").decode("utf-8", "replace"),
        "index": int(tensor_index),
        "shape": size,
        "shape_signature": np.array(signature, np.int32) if signature else size.copy(),
        "dtype": _tensors.dtype(tensor),
        "quantization": (tensor.params.scale, tensor.params.zero_point),
        "quantization_parameters": _tensors.quantization_parameters(tensor, of_index),
        "sparsity_parameters": _tensors.sparsity_parameters(tensor),
    }

  def get_tensor_details(self, subgraph_index: int = 0) -> List[Dict[str, Any]]:
    """A dictionary for each tensor of a subgraph.

    "name"; "index"; "shape"; "shape_signature", with -1 for sizes that the model leaves open; "dtype"; "quantization",
    (scale, zero point) of a tensor with one scale; "quantization_parameters": "scales", "zero_points",
    "quantized_dimension", "block_size"; "sparsity_parameters", empty for a dense tensor.
    """
    if not 0 <= subgraph_index < self.num_subgraphs():
      raise ValueError(f"subgraph_index is out of range: {subgraph_index} for the model, which has "
                       f"{self.num_subgraphs()} subgraphs.")
    count = library.TfLiteSwiftInterpreterGetTensorCount(self._pointer, subgraph_index)
    return [self._get_tensor_details(index, subgraph_index) for index in range(count)]

  def get_input_details(self) -> List[Dict[str, Any]]:
    """The dictionaries of the inputs: see get_tensor_details()."""
    return [self._get_tensor_details(index, 0) for index in self._input_indices()]

  def get_output_details(self) -> List[Dict[str, Any]]:
    """The dictionaries of the outputs: see get_tensor_details()."""
    return [self._get_tensor_details(index, 0) for index in self._output_indices()]

  def _input_indices(self):
    count = library.TfLiteInterpreterGetInputTensorCount(self._pointer)
    return library.TfLiteInterpreterInputTensorIndices(self._pointer)[:count]

  def _output_indices(self):
    count = library.TfLiteInterpreterGetOutputTensorCount(self._pointer)
    return library.TfLiteInterpreterOutputTensorIndices(self._pointer)[:count]

  def num_subgraphs(self) -> int:
    """How many subgraphs the model has."""
    return library.TfLiteSwiftInterpreterGetSubgraphCount(self._pointer)

  def _get_op_details(self, op_index):
    """A dictionary of one operator: "index", "op_name", "inputs", "outputs", "operand_types", "result_types"."""
    inputs = library.TfLiteSwiftInterpreterGetOperatorInputs(self._pointer, 0, op_index)
    outputs = library.TfLiteSwiftInterpreterGetOperatorOutputs(self._pointer, 0, op_index)
    if not inputs or not outputs:
      raise ValueError("Invalid node index")
    inputs, outputs = inputs.contents.values(), outputs.contents.values()

    def types(indices):
      return [_tensors.dtype(self._checked_tensor(index, 0)) for index in indices if index != -1]

    return {
        "index": int(op_index),
        "op_name": library.TfLiteSwiftInterpreterGetOperatorName(self._pointer, 0, op_index).decode(),
        "inputs": np.array(inputs, np.int32),
        "outputs": np.array(outputs, np.int32),
        "operand_types": types(inputs),
        "result_types": types(outputs),
    }

  def _get_ops_details(self):
    """The dictionaries of all operators of the main subgraph, in the order of execution."""
    count = library.TfLiteSwiftInterpreterGetOperatorCount(self._pointer, 0)
    return [self._get_op_details(index) for index in range(count)]

  @property
  def experimental_compress_quantization_zero_points(self):
    return self._experimental_compress_quantization_zero_points

  # Signatures

  def get_signature_list(self) -> Dict[str, Dict[str, List[str]]]:
    """The names of the inputs and outputs of each signature: {"add": {"inputs": ["x"], "outputs": ["y"]}}."""
    return {
        key: {"inputs": list(full["inputs"]), "outputs": list(full["outputs"])}
        for key, full in self._get_full_signature_list().items()
    }

  def _get_full_signature_list(self):
    """As get_signature_list(), with the tensors: {"add": {"inputs": {"x": 1}, "outputs": {"y": 4}}}."""
    signatures = {}
    for index in range(library.TfLiteInterpreterGetSignatureCount(self._pointer)):
      key = library.TfLiteInterpreterGetSignatureKey(self._pointer, index).decode("utf-8", "replace")
      signatures[key] = {"inputs": self._names(index, False), "outputs": self._names(index, True)}
    return signatures

  def _names(self, signature, is_output):
    names, name = {}, ctypes.c_char_p()
    while True:
      index = library.TfLiteSwiftInterpreterGetSignatureTensor(
          self._pointer, signature, is_output, len(names), ctypes.byref(name))
      if index < 0:
        return names
      names[name.value.decode("utf-8", "replace")] = index

  def get_signature_runner(self, signature_key: Optional[str] = None) -> SignatureRunner:
    """What runs a signature: called with arrays by name, it returns a dictionary of arrays.

    None for signature_key stands for the only signature. ValueError where there is no such signature.
    """
    if signature_key is None:
      if len(self._signature_defs) != 1:
        raise ValueError("SignatureDef signature_key is None and model has {0} Signatures. None is only allowed when "
                         "the model has 1 SignatureDef".format(len(self._signature_defs)))
      signature_key = next(iter(self._signature_defs))
    return SignatureRunner(self, signature_key)

  # What only this engine has

  def clone(self) -> Interpreter:
    """Another interpreter of the same model with the same options, for another thread.

    Both share the model and what was made of its weights; the values of tensors, sizes that were changed and variables
    are its own. Its tensors are not allocated.
    """
    other = object.__new__(type(self))
    other.__dict__.update(_options=self._options, _delegates=[])
    other._experimental_compress_quantization_zero_points = self._experimental_compress_quantization_zero_points
    other._begin(self._model)
    return other

  def trace(self, inputs: Inputs = None, progress: Optional[Callable[[int, int], None]] = None) -> Trace:
    """Runs the model once and keeps every operator's outputs: see Trace.

    Args:
      inputs: Arrays, by position, or by the name or index of the input; those that are left out keep their values.
      progress: Called with the number of finished operators and of all operators.
    """
    from .tracing import trace
    return trace(self, inputs, progress)

  def profile(self, inputs: Inputs = None, runs: int = 10,
              progress: Optional[Callable[[int, int], None]] = None) -> Table:
    """How long each operator takes: a Table with one row for each, which pandas.DataFrame takes as it is.

    Operators run one by one here, so that what is otherwise joined for speed shows apart.

    Args:
      inputs: As for trace().
      runs: How often the model runs; the shortest time of each operator counts.
      progress: Called with the number of finished runs and of all runs.
    """
    from .tracing import profile
    return profile(self, inputs, runs, progress)

  def labels(self) -> List[str]:
    """The names of classes that are packed with the model, by class; none where its file has no such list."""
    return list(self._model.labels)

  def detect(self, image: Any, score_threshold: float = 0.5, labels: Optional[Sequence[str]] = None,
             resampling: str = "bilinear") -> Detections:
    """Finds objects in a picture with a detector whose last operator is TFLite_Detection_PostProcess.

    The picture is stretched to the size of the input. Integer inputs get its bytes, floating-point ones numbers from
    -1 to 1.

    Args:
      image: A picture of PIL, or an array of height, width and red, green, blue, 8 bits each, or whatever NumPy makes
        such an array of.
      score_threshold: Objects with lower scores are left out.
      labels: The names of classes; those of labels() unless given.
      resampling: How the picture comes to the size of the input: "bilinear", as most models of this kind are fed, or
        "area", the mean of all pixels, with which no thin line is missed, as the detector of codes is fed that comes
        with the package.

    Returns:
      A list of Detection, the best first, with boxes in pixels of the picture.

    Raises:
      ValueError: The model is no such detector, or the image no such picture.
    """
    from .detection import detect
    return detect(self, image, score_threshold, labels, resampling)

  def __repr__(self):
    name = f"{os.path.basename(os.fspath(self._model.path))}: " if self._model.path else ""
    return f"<Interpreter {name}{_listed(self.get_input_details())} -> {_listed(self.get_output_details())}>"

  def _repr_html_(self):
    from .table import Table
    rows = [("input", one) for one in self.get_input_details()] + [("output", one) for one in self.get_output_details()]
    return Table({"": kind, "index": one["index"], "name": one["name"], "type": np.dtype(one["dtype"]).name,
                  "shape": one["shape"].tolist(), "scale, zero point": one["quantization"]}
                 for kind, one in rows)._repr_html_()


class InterpreterWithCustomOps(Interpreter):
  """As Interpreter. Operators in C++ cannot be registered: ValueError for any that are named."""

  def __init__(self, custom_op_registerers=None, **arguments):
    for registerer in custom_op_registerers or []:
      if isinstance(registerer, str) and registerer.startswith("pywrap_genai_ops."):
        raise ValueError(
            "Loading library 'pywrap_genai_ops.so' failed with error 'pywrap_genai_ops.so: cannot open shared object "
            "file: No such file or directory'.")
      name = registerer if isinstance(registerer, str) else getattr(registerer, "__name__", registerer)
      raise ValueError(f"Looking up symbol '{name}' failed with error 'operators in C++ cannot be registered here: the "
                       "C interface takes them, by TfLiteInterpreterOptionsAddOperator'.")
    super().__init__(**arguments)


class SignatureRunner:
  """Runs one signature of a model. Interpreter.get_signature_runner() makes it."""

  def __init__(self, interpreter: Optional[Interpreter] = None, signature_key: Optional[str] = None) -> None:
    if not interpreter:
      raise ValueError("None interpreter provided.")
    if not signature_key:
      raise ValueError("None signature_key provided.")
    signatures = interpreter._get_full_signature_list()
    if signature_key not in signatures:
      raise ValueError(f'Invalid signature_key provided: "{signature_key}".')
    self._interpreter = interpreter
    self._signature_key = signature_key
    self._inputs = signatures[signature_key]["inputs"]
    self._outputs = signatures[signature_key]["outputs"].items()
    position = list(signatures).index(signature_key)
    self._subgraph_index = library.TfLiteSwiftInterpreterGetSignatureSubgraph(interpreter._pointer, position)

  def __call__(self, **inputs: np.ndarray) -> Dict[str, np.ndarray]:
    """Runs the signature on an array for each input, which take the arrays' shapes.

    Returns:
      A dictionary of arrays by the names of the outputs.
    """
    if len(inputs) != len(self._inputs):
      raise ValueError("Invalid number of inputs provided for running a SignatureDef, expected %s vs provided %s" %
                       (len(self._inputs), len(inputs)))
    interpreter, subgraph = self._interpreter, self._subgraph_index
    for name, value in inputs.items():
      if name not in self._inputs:
        raise ValueError("Invalid Input name (%s) for SignatureDef" % name)
      interpreter._resize(subgraph, self._inputs[name], np.array(np.shape(value), np.int32), False)
    interpreter._check(library.TfLiteSwiftInterpreterAllocateSubgraph(interpreter._pointer, subgraph))
    for name, value in inputs.items():
      interpreter._set(self._inputs[name], value, subgraph)
    interpreter._check(library.TfLiteSwiftInterpreterInvokeSubgraph(interpreter._pointer, subgraph))
    return {name: interpreter.get_tensor(index, subgraph) for name, index in self._outputs}

  def __repr__(self):
    def named(details):
      return _listed({**one, "name": name} for name, one in details.items())

    return (f"<SignatureRunner {self._signature_key}: {named(self.get_input_details())} -> "
            f"{named(self.get_output_details())}>")

  def get_input_details(self) -> Dict[str, Dict[str, Any]]:
    """The dictionaries of the inputs by name: see Interpreter.get_tensor_details()."""
    return {name: self._interpreter._get_tensor_details(index, self._subgraph_index)
            for name, index in self._inputs.items()}

  def get_output_details(self) -> Dict[str, Dict[str, Any]]:
    """The dictionaries of the outputs by name."""
    return {name: self._interpreter._get_tensor_details(index, self._subgraph_index) for name, index in self._outputs}


def _listed(details):
  """Names, types and shapes of tensors, in one line."""
  return ", ".join(f"{one['name']}: {np.dtype(one['dtype']).name}{one['shape'].tolist()}" for one in details)


def _make_interpreter(model, wanted):
  options = library.TfLiteInterpreterOptionsCreate()
  try:
    library.TfLiteInterpreterOptionsSetErrorReporter(options, ignore_errors, None)
    library.TfLiteInterpreterOptionsSetNumThreads(options, wanted["num_threads"])
    library.TfLiteSwiftInterpreterOptionsSetPreserveAllTensors(options, wanted["preserve"])
    for name, setter, convert in (
        ("numerics", library.TfLiteSwiftInterpreterOptionsSetNumerics, str.encode),
        ("cpu", library.TfLiteSwiftInterpreterOptionsSetInstructionSet, str.encode),
        ("memory_limit", library.TfLiteSwiftInterpreterOptionsSetMemoryLimit, int),
        ("work_limit", library.TfLiteSwiftInterpreterOptionsSetWorkLimit, int),
        ("subgraph_call_limit", library.TfLiteSwiftInterpreterOptionsSetSubgraphCallLimit, int),
    ):
      if wanted[name] is not None and setter(options, convert(wanted[name])):
        raise ValueError(last_error())
    return _Handle(model, options)
  finally:
    library.TfLiteInterpreterOptionsDelete(options)
