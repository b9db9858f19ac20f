"""What the examples are tried on: the zoo's detector and photographs, or pieces of a picture of the package."""

import os
import pathlib

from PIL import Image

from swift_tflite import Interpreter

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "Python" / "examples"
CODES = ROOT / "Models" / "samples" / "codes.jpg"
CODE_DETECTOR = ROOT / "Models" / "code_detector" / "model.tflite"


def detector_and_photographs(folder):
  """The path of a detector; its photographs, 12 or more, are written into the folder."""
  zoo = pathlib.Path(os.environ.get("TFLITE_ZOO", ROOT.parent / "shared" / "zoo"))
  found = sorted(zoo.glob("images/*/*.jpg"))[:16]
  for path in found:
    (pathlib.Path(folder) / path.name).write_bytes(path.read_bytes())
  if found:
    return str(next(zoo.glob("models/*/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")))
  with Image.open(CODES) as picture:
    for number in range(12):
      left, top = 20 * number, 15 * number
      picture.crop((left, top, left + 640, top + 480)).save(pathlib.Path(folder) / f"{number}.jpg", quality=95)
  return str(CODE_DETECTOR)


def objects(model, folder):
  """What the engine finds without any of the examples: tuples in order, as rows() makes them."""
  interpreter = Interpreter(model_path=model, numerics="xnnpack")
  found = []
  for path in pathlib.Path(folder).iterdir():
    with Image.open(path) as picture:
      found += [(path.name, one.class_index, one.label, one.score) + one.box for one in interpreter.detect(picture)]
  return sorted(found)


def rows(results):
  """The rows of a folder of Parquet files, in the order of objects()."""
  import pyarrow.parquet
  table = pyarrow.parquet.read_table(results).to_pylist()
  return sorted((os.path.basename(row["picture"]), row["class_index"], row["label"], row["score"], row["left"],
                 row["top"], row["right"], row["bottom"]) for row in table)
