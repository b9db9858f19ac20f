"""What a picture costs in each of the examples beside the engine alone, and what a further worker costs in memory.

  python measure.py MODEL FOLDER [--rounds 5] [--copies 10] [--record]

MODEL is a detector that ends with TFLite_Detection_PostProcess, FOLDER holds photographs. In each round all take their
turn on one worker, first on the photographs once, then on `copies` of them: the difference is what pictures cost, the
rest what starting costs. Processor time is that of all processes that take part; its ratios are formed within a round.
With --record, the tables go into the README beside this file.
"""

import argparse
import contextlib
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import warnings

HERE = pathlib.Path(__file__).resolve().parent


def alone(model):
  """The engine in a loop: a file is read and decoded, objects are found in the picture."""
  from PIL import Image
  from swift_tflite import Interpreter
  interpreter = Interpreter(model, numerics="xnnpack")

  def run(folder):
    for path in pathlib.Path(folder).iterdir():
      with Image.open(path) as picture:
        interpreter.detect(picture)

  return run


def by_ray(model):
  import detect_folder_ray
  detect_folder_ray.start(1)
  detect_folder_ray.ray.data.DataContext.get_current().enable_progress_bars = False
  return lambda folder: detect_folder_ray.objects(model, folder, 1).materialize()


def by_spark(model):
  import detect_folder_spark
  spark = detect_folder_spark.start("local[1]")
  spark.sparkContext.setLogLevel("ERROR")
  return lambda folder: detect_folder_spark.objects(spark, model, folder).count()


def by_server(model, stack):
  """Two runs: of photographs as files, and of pictures as tensors that the client makes."""
  import json
  import numpy as np
  import tritonclient.grpc as triton
  from PIL import Image
  folder = stack.enter_context(tempfile.TemporaryDirectory())
  ports = []
  with contextlib.ExitStack() as sockets:
    for _ in range(3):
      ports.append(sockets.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1])
  settings = {"host": "127.0.0.1", "http_port": ports[0], "grpc_port": ports[1], "metrics_port": ports[2],
              "parallel_workers": 0, "debug": False, "logging_settings": None}
  pathlib.Path(folder, "settings.json").write_text(json.dumps(settings))
  for name, implementation in (("detector", "TFLiteDetector"), ("tensors", "TFLiteModel")):
    os.mkdir(os.path.join(folder, name))
    pathlib.Path(folder, name, "tflite_model.py").write_text((HERE / "open_inference/tflite_model.py").read_text())
    pathlib.Path(folder, name, "model-settings.json").write_text(json.dumps({
        "name": name, "implementation": f"tflite_model.{implementation}",
        "parameters": {"uri": os.path.abspath(model), "extra": {"interpreters": 1}}}))
  program = os.path.join(os.path.dirname(sys.executable), "mlserver")
  server = subprocess.Popen([program, "start", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
  stack.callback(server.wait)
  stack.callback(server.terminate)
  client = stack.enter_context(triton.InferenceServerClient(f"127.0.0.1:{ports[1]}"))
  for _ in range(300):
    with contextlib.suppress(triton.InferenceServerException):
      if client.is_model_ready("detector") and client.is_model_ready("tensors"):
        break
    time.sleep(0.2)
  known = client.get_model_metadata("tensors", as_json=True)["inputs"][0]
  shape = [int(size) for size in known["shape"]]

  def photographs(folder):
    for path in pathlib.Path(folder).iterdir():
      question = triton.InferInput("photograph", [1], "BYTES")
      question.set_data_from_numpy(np.array([path.read_bytes()], np.object_))
      client.infer("detector", [question])

  def tensors(folder):
    for path in pathlib.Path(folder).iterdir():
      with Image.open(path) as picture:
        array = np.asarray(picture.convert("RGB").resize((shape[2], shape[1])))[np.newaxis]
      question = triton.InferInput(known["name"], shape, known["datatype"])
      question.set_data_from_numpy(array)
      client.infer("tensors", [question])

  return photographs, tensors


class Run:
  """Something that is measured, and the processes that it has started for it."""

  def __init__(self, make):
    before = children()
    self.run = make()
    self.processes = children() - before
    self.pictures, self.starts = [], []

  def measure(self, once, many, count):
    """Appends (seconds, seconds of processors) of a picture, and the seconds of a start."""
    few, all_of_them = self.timed(once), self.timed(many)
    self.pictures.append(tuple((more - less) / count for more, less in zip(all_of_them, few)))
    self.starts.append(few[0] - self.pictures[-1][0] * len(os.listdir(once)))

  def timed(self, folder):
    start = time.perf_counter()
    with ProcessorTime(self.processes) as spent:
      self.run(folder)
    return time.perf_counter() - start, spent.seconds


class ProcessorTime:
  """What this process and those that are given compute, with all that they start, from one moment to another.

  They are looked at again and again, since what ends leaves no trace: the last of a process is lost.
  """

  def __init__(self, started):
    self.started = started

  def __enter__(self):
    self.ended, self.looking = threading.Event(), 0
    self.last = family(self.started)
    self.first, self.own = dict(self.last), os.times()
    self.thread = threading.Thread(target=self.look)
    self.thread.start()
    return self

  def look(self):
    while self.started and not self.ended.wait(0.1):
      self.last.update(family(self.started))
    self.looking = time.thread_time()

  def __exit__(self, *_):
    self.ended.set()
    self.thread.join()
    own = os.times()
    self.last.update(family(self.started))
    ticks = sum(ticks - self.first.get(process, 0) for process, ticks in self.last.items())
    # Looking is no part of it.
    self.seconds = (own.user + own.system - self.own.user - self.own.system - self.looking +
                    ticks / os.sysconf("SC_CLK_TCK"))


def children():
  return {int(process) for process, fields in processes().items() if int(fields[1]) == os.getpid()}


def processes():
  """What the system says of each process, behind its name, by number: the second field is its parent."""
  found = {}
  for folder in pathlib.Path("/proc").glob("[0-9]*"):
    with contextlib.suppress(OSError):
      found[int(folder.name)] = (folder / "stat").read_text().rpartition(")")[2].split()
  return found


def family(started):
  """The ticks that processes and all that they have started have computed, by number and time of start."""
  if not started:
    return {}
  known, found = processes(), set()
  more = set(started)
  while more:
    found |= more
    more = {process for process, fields in known.items() if int(fields[1]) in found} - found
  return {(process, known[process][19]): int(known[process][11]) + int(known[process][12])
          for process in found & set(known)}


def measure(model, folder, rounds, copies):
  """The runs, by name, after their rounds."""
  with contextlib.ExitStack() as stack:
    many = stack.enter_context(tempfile.TemporaryDirectory())
    once = stack.enter_context(tempfile.TemporaryDirectory())
    pictures = [path for path in sorted(pathlib.Path(folder).iterdir()) if path.suffix.lower() in (".jpg", ".jpeg")]
    for path in pictures:
      pathlib.Path(once, path.name).write_bytes(path.read_bytes())
      for copy in range(copies):
        pathlib.Path(many, f"{copy}-{path.name}").write_bytes(path.read_bytes())
    runs = {"the engine alone": Run(lambda: alone(model))}
    served = Run(lambda: by_server(model, stack))
    for name, ask in zip(("MLServer, photographs", "MLServer, tensors"), served.run):
      runs[name] = Run(lambda: ask)
      runs[name].processes = served.processes
    runs["Ray Data"] = Run(lambda: by_ray(model))
    runs["Spark"] = Run(lambda: by_spark(model))
    for number in range(rounds + 1):
      for run in runs.values():
        run.measure(once, many, len(pictures) * (copies - 1))
        if not number:
          # Everything has been loaded now.
          run.pictures.clear()
          run.starts.clear()
    return runs


MEMORY = """
import ctypes, sys
from swift_tflite import Interpreter
import numpy as np

def kilobytes():
  ctypes.CDLL(None).malloc_trim(0)
  fields = dict(line.split(":") for line in open("/proc/self/smaps_rollup").read().splitlines()[1:])
  return sum(int(fields[name].split()[0]) for name in ("Private_Clean", "Private_Dirty"))

model, picture = sys.argv[1], np.zeros((480, 640, 3), np.uint8)
for make in (lambda first: Interpreter(model, numerics="xnnpack"), lambda first: first.clone(),
             lambda first: Interpreter(model, numerics="xnnpack")):
  before = kilobytes()
  kept = globals().setdefault("kept", [])
  kept.append(make(kept[0] if kept else None))
  kept[-1].detect(picture)
  print(before, kilobytes() - before)
"""


def memory(model):
  """Megabytes: of a process before its first interpreter, and what that, a clone and a second one of the file take.

  What processes share, the file's pages and the code of libraries, is not counted: two of them run at a time.
  """
  command = [sys.executable, "-c", MEMORY + "input()", model]
  first = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
  for _ in range(3):
    first.stdout.readline()
  second = subprocess.run(command, input="\n", stdout=subprocess.PIPE, text=True, check=True)
  first.communicate("\n")
  rows = [[int(field) / 1000 for field in line.split()] for line in second.stdout.splitlines()]
  return rows[0][0], rows[0][1], rows[1][1], rows[2][1]


def tables(runs, sizes):
  lines = ["| on one worker | a picture | of processors | beside the engine alone | to start |",
           "| --- | --- | --- | --- | --- |"]
  bare = [processors for _, processors in runs["the engine alone"].pictures]
  for name, run in runs.items():
    seconds, processors = (statistics.median(times) for times in zip(*run.pictures))
    ratios = sorted(mine / other for (_, mine), other in zip(run.pictures, bare))
    beside = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})" if set(ratios) != {1} else "1"
    start = max(0, statistics.median(run.starts))
    lines.append(f"| {name} | {seconds * 1000:.1f} ms | {processors * 1000:.1f} ms | {beside} | {start:.1f} s |")
  lines += ["", "| of its own | MB |", "| --- | --- |"]
  names = ("a process of Python with NumPy and the engine", "its first interpreter", "a clone of that",
           "a second interpreter of the file")
  lines += [f"| {name} | {size:.1f} |" for name, size in zip(names, sizes)]
  return "\n".join(lines)


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("model")
  parser.add_argument("folder")
  parser.add_argument("--rounds", type=int, default=5)
  parser.add_argument("--copies", type=int, default=10)
  parser.add_argument("--record", action="store_true")
  arguments = parser.parse_args()
  warnings.simplefilter("ignore")
  text = tables(measure(arguments.model, arguments.folder, arguments.rounds, arguments.copies), memory(arguments.model))
  print(text)
  if arguments.record:
    readme = HERE / "README.md"
    readme.write_text(re.sub("(<!-- costs -->\n).*(\n<!-- /costs -->)", lambda found: found[1] + text + found[2],
                             readme.read_text(), flags=re.DOTALL))


if __name__ == "__main__":
  main()
