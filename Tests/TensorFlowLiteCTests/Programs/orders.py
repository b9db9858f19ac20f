"""Calls every function of the C library's headers with nothing, and then all of them in any order: none may end the process.

  python3 orders.py LIBRARY HEADERS MODELS [SEEDS]

What functions take is read from their declarations. Calls are made in processes of their own, so that one that crashes
names itself.
"""

import ctypes
import os
import pathlib
import random
import re
import resource
import sys
from ctypes import c_bool, c_char_p, c_float, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p

LIBRARY, HEADERS, MODELS = sys.argv[1:4]
SEEDS = int(sys.argv[4]) if len(sys.argv) > 4 else 40
CALLS = 300


class QuantizationParams(ctypes.Structure):
  _fields_ = [("scale", c_float), ("zero_point", c_int32)]


class Quantization(ctypes.Structure):
  _fields_ = [("type", c_int), ("params", c_void_p)]


class Delegate(ctypes.Structure):
  """At least as large as a TfLiteDelegate, which is returned in memory of the caller."""

  _fields_ = [("members", c_void_p * 16)]


class CustomAllocation(ctypes.Structure):
  _fields_ = [("data", c_void_p), ("bytes", c_size_t)]


class Tensor(ctypes.Structure):
  """As many bytes as a TfLiteTensor has."""

  _fields_ = [("words", ctypes.c_int64 * 14)]


class NoArguments(ctypes.Structure):
  """A va_list of x86-64 whose registers have all been read; it is no pointer that may be NULL."""

  _fields_ = [("general", c_int), ("floating", c_int), ("overflow", c_void_p), ("saved", c_void_p)]


STRUCTURES = {
    "TfLiteTensor": Tensor, "TfLiteQuantizationParams": QuantizationParams, "TfLiteQuantization": Quantization, "TfLiteDelegate": Delegate
}
WIDE = {"size_t": c_size_t, "int64_t": c_int64, "uint64_t": c_uint64, "bool": c_bool}


class Function:
  """A declaration: what it takes, as (type, name), and what it gives."""

  def __init__(self, result, name, parameters):
    self.result, self.name = result, name
    self.parameters = [] if parameters == "void" else [self._parameter(one) for one in split(parameters)]
    self.call = getattr(library, name)
    self.call.restype = None if result == "void" else ctype(result)
    self.call.argtypes = [ctype(kind) for kind, _ in self.parameters if kind != "..."]

  @staticmethod
  def _parameter(text):
    if "(*" in text:
      return "function", re.search(r"\(\*\s*(\w+)", text)[1]
    if text in ("...", "va_list args", "va_list vlist"):
      return ("..." if text == "..." else "va_list"), "arguments"
    found = re.fullmatch(r"(?:const |struct )*(.*?)(\w+)(\[\])?", text)
    return found[1].replace(" ", "").replace("const", "") + ("*" if found[3] else ""), found[2]


def split(parameters):
  """The parameters between commas that stand in no parentheses."""
  parts, depth = [""], 0
  for letter in parameters:
    depth += (letter == "(") - (letter == ")")
    if letter == "," and depth == 0:
      parts.append("")
    else:
      parts[-1] += letter
  return [part.strip() for part in parts]


def ctype(kind):
  kind = re.sub(r"const |struct | ", "", kind)
  if kind.endswith("*") or kind in ("function", "va_list"):
    return c_void_p
  return STRUCTURES.get(kind) or WIDE.get(kind) or c_int


def declared():
  paths = sorted(pathlib.Path(HEADERS, "tensorflow/lite/c").glob("*.h")) + [pathlib.Path(HEADERS, "swift_tflite.h")]
  text = "".join(path.read_text() for path in paths)
  text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
  pattern = r"TFL_CAPI_EXPORT\s+(?:extern\s+)?([^;{(]*?)\b(TfLite\w+)\(([^;]*)\)\s*;"
  return [Function(" ".join(found[1].split()).removeprefix("const "), found[2], " ".join(found[3].split()))
          for found in re.finditer(pattern, text)]


def in_a_process(work):
  """How a process ended that did the work, and what it said last."""
  reading, writing = os.pipe()
  child = os.fork()
  if not child:
    status = 1
    try:
      os.close(reading)
      # What the library reports, and what a trap says.
      os.dup2(writing, 2)
      work(lambda text: os.write(writing, text.encode() + b"\n"))
      status = 0
    except BaseException as error:  # pylint: disable=broad-except
      os.write(writing, repr(error).encode() + b"\n")
    finally:
      os._exit(status)
  os.close(writing)
  with os.fdopen(reading, "rb") as file:
    said = file.read().decode(errors="replace").splitlines()
  return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def with_nothing(function, number):
  """Calls a function with NULL for every pointer, and the number for every number."""
  arguments = []
  for kind, _ in function.parameters:
    if kind in STRUCTURES:
      arguments.append(STRUCTURES[kind]())
    elif kind != "...":
      arguments.append(None if ctype(kind) is c_void_p else bool(number) if kind == "bool" else number)
  function.call(*arguments)


# Calls in any order


class World:
  """What lives: objects by the type that functions take them as, and who owns them."""

  def __init__(self, seed, say):
    self.random, self.say = random.Random(seed), say
    # (address, owner): what an owner has given ends with it.
    self.live = {kind: [] for kind in OBJECTS}
    self.memory = ctypes.create_string_buffer(1 << 16)
    self.kept = [ctypes.create_string_buffer(text) for text in (b"", b"x", b"y", b"triple", b"Scale", b"reference", b"avx2")]
    self.kept += [ctypes.create_string_buffer(os.fsencode(path)) for path in sorted(pathlib.Path(MODELS).glob("*.tflite"))]
    self.no_arguments = NoArguments(48, 304, ctypes.addressof(self.memory), ctypes.addressof(self.memory))
    # Structures of callbacks that are all NULL.
    self.empty = ctypes.create_string_buffer(256)
    self.strings = (c_char_p * 4)(b"a", b"", b"long" * 9, b"z")
    self.allocation = CustomAllocation(ctypes.addressof(self.memory) + (-ctypes.addressof(self.memory)) % 64, 8)
    self.callbacks = [NODE_CALLBACK(self.inside), INIT_CALLBACK(lambda *_: None), FREE_CALLBACK(lambda *_: None)]
    self.used = set()
    self.depth = 0
    self.begin()

  def begin(self):
    """An interpreter of each model, with an operator that does what it likes."""
    operator = library.TfLiteOperatorCreate(32, b"Scale", 1, None)
    library.TfLiteOperatorSetPrepare(operator, address_of(self.callbacks[0]))
    library.TfLiteOperatorSetInvoke(operator, address_of(self.callbacks[0]))
    options = library.TfLiteInterpreterOptionsCreate()
    library.TfLiteInterpreterOptionsAddOperator(options, operator)
    self.used.add(operator)
    self.live["TfLiteInterpreterOptions*"].append((options, None))
    for path in sorted(pathlib.Path(MODELS).glob("*.tflite")):
      model = library.TfLiteModelCreateFromFile(os.fsencode(path))
      interpreter = library.TfLiteInterpreterCreate(model, options)
      self.live["TfLiteModel*"].append((model, None))
      self.live["TfLiteInterpreter*"].append((interpreter, None))

  def call(self, functions):
    function = self.random.choice(functions)
    arguments = [self.argument(function, kind, name) for kind, name in function.parameters if kind != "..."]
    self.say(f"{function.name}({', '.join(map(shown, arguments))})")
    if function.name in ENDING and arguments[0] is not None:
      self.end(function.parameters[0][0], arguments[0])
    given = function.call(*arguments)
    # Arrays that are handed over, and operators that an interpreter may ask for.
    if function.name in ("TfLiteOpaqueContextResizeTensor", "TfLiteTensorReset"):
      for (kind, _), argument in zip(function.parameters, arguments):
        if kind == "TfLiteIntArray*":
          self.end(kind, argument)
    if function.name == "TfLiteInterpreterOptionsAddOperator":
      self.used.add(arguments[1])
    kind = re.sub(r"const |struct | ", "", function.result)
    if kind in OBJECTS and given and not any(given == known for known, _ in self.live[kind]):
      if not kind.endswith("Array*") or "Create" in function.name or "Copy" in function.name:
        owner = arguments[0] if function.parameters and function.parameters[0][0] in OWNERS else None
        self.live[kind].append((given, owner))

  def end(self, kind, address):
    for known, objects in self.live.items():
      self.live[known] = [(one, owner) for one, owner in objects
                          if owner != address and not (known == kind and one == address)]

  def argument(self, function, kind, name):
    pick = self.random.choice
    if kind == "TfLiteOpaqueTensor*" and not self.depth:
      # The same, under the name that operators know.
      kind = "TfLiteTensor*"
    if kind in OBJECTS:
      known = [one for one, owner in self.live[kind]
               if not (function.name in ENDING and (one in self.used or self.has_children(one)))]
      return pick(known) if known and self.random.random() < 0.95 else None
    if kind in STRUCTURES:
      return STRUCTURES[kind]()
    if kind == "function":
      return self.function(function)
    if kind == "va_list":
      return ctypes.addressof(self.no_arguments)
    if kind in ("TfLiteRegistration*", "TfLiteQuantization*", "TfLiteSparsity*"):
      return None
    if kind == "TfLiteCustomAllocation*":
      return pick([None, ctypes.addressof(self.allocation)])
    if kind == "char**" and name == "str_array":
      return ctypes.addressof(self.strings)
    if kind == "char*" and function.name != "TfLiteTensorReset":
      return pick([None] + [ctypes.addressof(one) for one in self.kept])
    if kind in ("TfLiteOpaqueDelegateBuilder*", "TfLiteTelemetryProfilerStruct*"):
      return pick([None, ctypes.addressof(self.empty)])
    if kind.endswith("*"):
      return self.pointed(kind, function.name)
    if kind == "bool":
      return pick([False, True])
    if "size" in name or "bytes" in name or "len" in name or name.startswith("num_"):
      # Never more than there is.
      return pick([0, 1, 2, 4, 8] if kind == "size_t" else [-1, 0, 1, 2, 4])
    return pick([-1, 0, 0, 0, 1, 1, 2, 3, 7, 99] + ([] if kind == "size_t" else [-2**31, 2**31 - 1]))

  def has_children(self, address):
    # A runner must be deleted before its interpreter.
    return any(owner == address for _, owner in self.live["TfLiteSignatureRunner*"])

  def pointed(self, kind, function):
    """Memory that is read and written: a few small numbers first."""
    if self.random.random() < 0.1:
      return None
    if kind == "int*" and not function.endswith(("NumDims", "Temporaries", "Inputs", "Outputs")):
      numbers = (c_int * 8)(*(self.random.choice([-1, 0, 1, 1, 2, 3]) for _ in range(8)))
      ctypes.memmove(self.memory, numbers, 32)
      return ctypes.addressof(self.memory)
    return ctypes.addressof(self.memory) + 1024 * self.random.randrange(1, 32)

  def function(self, function):
    if self.random.random() < 0.3:
      return None
    name = function.name
    if "ErrorReporter" in name:
      return address_of(library.TfLiteSwiftIgnoreErrors)
    if name in ("TfLiteOperatorSetPrepare", "TfLiteOperatorSetInvoke"):
      return address_of(self.callbacks[0])
    if name == "TfLiteOperatorSetInit":
      return address_of(self.callbacks[1])
    if name == "TfLiteOperatorSetFree":
      return address_of(self.callbacks[2])
    return None

  def inside(self, context, node):
    """What an operator does: anything that an operator may."""
    if self.depth:
      return 1
    self.depth += 1
    before = {kind: list(objects) for kind, objects in self.live.items()}
    self.live["TfLiteOpaqueContext*"], self.live["TfLiteOpaqueNode*"] = [(context, None)], [(node, None)]
    # Only what the context gives: tensors of others may be those of an interpreter that has ended.
    tensors = [library.TfLiteOpaqueContextGetOpaqueTensor(context, index) for index in range(4)]
    self.live["TfLiteOpaqueTensor*"] = [(tensor, None) for tensor in tensors if tensor]
    for _ in range(20):
      self.call(INSIDE)
    arrays = self.live["TfLiteIntArray*"]
    self.live.update(before)
    self.live["TfLiteIntArray*"] = arrays
    self.depth -= 1
    return self.random.choice([0, 0, 0, 1])


def address_of(function):
  return ctypes.cast(function, c_void_p).value


def shown(argument):
  return hex(argument) if isinstance(argument, int) and argument > 1 << 32 else str(argument)


OWNERS = ("TfLiteInterpreter*", "TfLiteSignatureRunner*")
OBJECTS = OWNERS + (
    "TfLiteModel*", "TfLiteInterpreterOptions*", "TfLiteTensor*", "TfLiteOperator*", "TfLiteOpaqueTensor*",
    "TfLiteOpaqueTensorBuilder*", "TfLiteOpaqueContext*", "TfLiteOpaqueNode*", "TfLiteOpaqueDelegate*", "TfLiteIntArray*",
    "TfLiteFloatArray*", "TfLiteDelegate*")
ENDING = ("TfLiteModelDelete", "TfLiteInterpreterOptionsDelete", "TfLiteInterpreterDelete", "TfLiteSignatureRunnerDelete",
          "TfLiteOperatorDelete", "TfLiteOpaqueTensorBuilderDelete", "TfLiteOpaqueDelegateDelete", "TfLiteIntArrayFree",
          "TfLiteFloatArrayFree")
NODE_CALLBACK = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
INIT_CALLBACK = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t)
FREE_CALLBACK = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)

library = ctypes.CDLL(LIBRARY)
FUNCTIONS = declared()
INSIDE = [one for one in FUNCTIONS if one.name.startswith(("TfLiteOpaqueContext", "TfLiteOpaqueNode", "TfLiteOpaqueTensor",
                                                          "TfLiteIntArrayCreate")) and "Builder" not in one.name]


def in_any_order(seed, say):
  world = World(seed, say)
  by_name = {one.name: [one] for one in FUNCTIONS}
  likely = [name for name in by_name if re.search("Create|AddOperator|Allocate|Invoke|GetInputTensor|GetOutputTensor|Runner"
                                                  "|OperatorSet", name)]
  for _ in range(CALLS):
    world.call(by_name[world.random.choice(likely)] if world.random.random() < 0.5 else FUNCTIONS)
  # Each ends well: runners before their interpreters.
  for name in ENDING[3:4] + ENDING[2:3] + ENDING[:2]:
    function = by_name[name][0]
    for address, _ in list(world.live[function.parameters[0][0]]):
      say(f"{name} at the end")
      world.end(function.parameters[0][0], address)
      function.call(address)


def all_with_nothing():
  """Calls of all functions that ended their process."""
  calls = [(function, number) for function in FUNCTIONS for number in (0, 1, -1, 2**31 - 1)]
  failures, done = 0, 0
  while done < len(calls):
    # One process for as many as it survives.
    start = done

    def work(say):
      # Not all that is asked for is there.
      resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
      for function, number in calls[start:]:
        say(f"now {function.name}, with NULL and {number}")
        with_nothing(function, number)

    status, said = in_a_process(work)
    done += sum(line.startswith("now ") for line in said)
    if status:
      failures += 1
      print(f"ended with {status}:", *said[-6:], sep="\n  ")
  return failures


def main():
  failures, called = all_with_nothing(), set()
  for seed in range(SEEDS):
    status, said = in_a_process(lambda say: in_any_order(seed, say))
    called.update(line.partition("(")[0] for line in said if line.startswith("TfLite"))
    if status:
      failures += 1
      print(f"seed {seed} ended with {status} after {len(said)} lines:", *said[-12:], sep="\n  ")
  never = {one.name for one in FUNCTIONS} - called
  print(f"{len(FUNCTIONS)} functions with nothing; {SEEDS} orders of {CALLS} calls, never called: {sorted(never)}")
  sys.exit(failures > 0)


if __name__ == "__main__":
  main()
