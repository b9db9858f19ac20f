"""Asks a server of the Open Inference Protocol for the objects in photographs, with Triton's client.

  python client.py PHOTOGRAPH... [--server 127.0.0.1:8081] [--model detector]
"""

import argparse

import numpy as np
import tritonclient.grpc as triton


def objects(client, model, photograph):
  """(label, score, (left, top, right, bottom)) of each object in a file's bytes."""
  question = triton.InferInput("photograph", [1], "BYTES")
  question.set_data_from_numpy(np.array([photograph], np.object_))
  answer = client.infer(model, [question])
  labels, scores, boxes = (answer.as_numpy(name) for name in ("label", "score", "box"))
  return [(label.decode(), float(score), tuple(box.tolist())) for label, score, box in zip(labels, scores, boxes)]


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("photographs", nargs="+")
  parser.add_argument("--server", default="127.0.0.1:8081")
  parser.add_argument("--model", default="detector")
  arguments = parser.parse_args()
  with triton.InferenceServerClient(arguments.server) as client:
    for path in arguments.photographs:
      with open(path, "rb") as file:
        for label, score, box in objects(client, arguments.model, file.read()):
          print(path, label, f"{score:.2f}", *(round(edge) for edge in box))


if __name__ == "__main__":
  main()
