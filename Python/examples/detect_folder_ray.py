"""Objects in a folder of photographs, by a pool of Ray Data's actors, as Parquet.

  python detect_folder_ray.py MODEL FOLDER RESULTS [--workers 4]

RESULTS is a folder of Parquet files with a row for each object: picture, class_index, score, left, top, right, bottom,
label. The model is a detector that ends with TFLite_Detection_PostProcess.
"""

import argparse
import dataclasses
import os

# Without a cluster, the processes of Ray need not be seen from other machines. It must be said before the import.
if "RAY_ADDRESS" not in os.environ:
  os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")

import ray
from ray.data import ActorPoolStrategy

from swift_tflite import Interpreter


class Detector:
  """What one worker keeps: an interpreter, for as long as the worker lives."""

  def __init__(self, model, numerics, score_threshold):
    self.interpreter = Interpreter(model_path=model, numerics=numerics)
    self.score_threshold = score_threshold

  def __call__(self, row):
    return [{"picture": row["path"], **dataclasses.asdict(one)}
            for one in self.interpreter.detect(row["image"], self.score_threshold)]


def start(workers):
  """Joins the cluster that RAY_ADDRESS names, else starts Ray here, until this process ends."""
  if "RAY_ADDRESS" in os.environ:
    ray.init()
  else:
    # One processor more, for what reads and writes.
    ray.init(num_cpus=workers + 1, include_dashboard=False)


def objects(model, folder, workers, numerics="xnnpack", score_threshold=0.5):
  """A data set of the objects in the photographs of a folder."""
  photographs = ray.data.read_images(folder, mode="RGB", include_paths=True)
  return photographs.flat_map(
      Detector, fn_constructor_args=(os.path.abspath(model), numerics, score_threshold),
      # A processor for each: an interpreter has one thread unless it is told otherwise.
      compute=ActorPoolStrategy(size=workers), num_cpus=1)


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("model")
  parser.add_argument("folder")
  parser.add_argument("results")
  parser.add_argument("--workers", type=int, default=os.cpu_count())
  arguments = parser.parse_args()
  start(arguments.workers)
  objects(arguments.model, arguments.folder, arguments.workers).write_parquet(arguments.results)


if __name__ == "__main__":
  main()
