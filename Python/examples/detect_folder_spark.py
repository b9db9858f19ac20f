"""Objects in a folder of photographs, by Spark, as Parquet. Needs Java.

  python detect_folder_spark.py MODEL FOLDER RESULTS [--master "local[4]"]

RESULTS is a folder of Parquet files with a row for each object: picture, class_index, score, left, top, right, bottom,
label. The model is a detector that ends with TFLite_Detection_PostProcess.
"""

import argparse
import dataclasses
import io
import os
import sys

from pyspark.sql import SparkSession

SCHEMA = ("picture string, class_index int, score double, left double, top double, right double, bottom double, "
          "label string")


def start(master):
  """Spark, with as many workers as the master says."""
  builder = SparkSession.builder.master(master)
  if master.startswith("local"):
    # The workers run what this runs, and need not be seen from other machines.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
  return builder.config("spark.ui.enabled", "false").getOrCreate()


def objects(spark, model, folder, numerics="xnnpack", score_threshold=0.5):
  """A data frame of the objects in the photographs of a folder."""
  # Brings the model to every machine.
  spark.sparkContext.addFile(os.path.abspath(model))
  name = os.path.basename(model)

  def detect(batches):
    # In a worker, once for each part of the folder.
    import pyarrow
    from PIL import Image
    from pyspark import SparkFiles
    from swift_tflite import Interpreter
    interpreter = Interpreter(model_path=SparkFiles.get(name), numerics=numerics)
    real = pyarrow.float64()
    schema = pyarrow.schema([("picture", pyarrow.string()), ("class_index", pyarrow.int32()), ("score", real),
                             ("left", real), ("top", real), ("right", real), ("bottom", real),
                             ("label", pyarrow.string())])
    for batch in batches:
      rows = []
      for path, content in zip(batch.column("path").to_pylist(), batch.column("content").to_pylist()):
        with Image.open(io.BytesIO(content)) as picture:
          rows += [{"picture": path, **dataclasses.asdict(one)}
                   for one in interpreter.detect(picture, score_threshold)]
      yield pyarrow.RecordBatch.from_pylist(rows, schema)

  photographs = spark.read.format("binaryFile").load(folder)
  return photographs.select("path", "content").mapInArrow(detect, SCHEMA)


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("model")
  parser.add_argument("folder")
  parser.add_argument("results")
  parser.add_argument("--master", default="local[*]")
  arguments = parser.parse_args()
  spark = start(arguments.master)
  objects(spark, arguments.model, arguments.folder).write.parquet(arguments.results)
  spark.stop()


if __name__ == "__main__":
  main()
