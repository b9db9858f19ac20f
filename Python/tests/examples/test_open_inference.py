"""MLServer with the engine, asked by Triton's client and by hand; and what KServe is told of it."""

import base64
import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import socket
import sys
import tempfile
import time
import unittest
import urllib.request

import numpy as np
import tritonclient.grpc as triton
import tritonclient.http as triton_http
import tritonclient.utils
import yaml
from PIL import Image

import kserve_schema
import photographs
import watched
from swift_tflite import Interpreter

FOLDER = photographs.EXAMPLES / "open_inference"


def free_ports(count):
  with contextlib.ExitStack() as stack:
    sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
    return [one.getsockname()[1] for one in sockets]


class Server:
  """A running MLServer: what it is asked over HTTP, and where gRPC is."""

  def __init__(self, program, http, grpc):
    self.program, self.http, self.grpc = program, f"127.0.0.1:{http}", f"127.0.0.1:{grpc}"

  def get(self, path, question=None):
    body = json.dumps(question).encode() if question else None
    request = urllib.request.Request(f"http://{self.http}/v2/{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
      return json.loads(answer.read() or "{}")


@contextlib.contextmanager
def server(folder, environment=None, http="MLSERVER_HTTP_PORT"):
  ports = dict(zip(("MLSERVER_HTTP_PORT", "MLSERVER_GRPC_PORT", "MLSERVER_METRICS_PORT"), free_ports(3)))
  program = os.path.join(os.path.dirname(sys.executable), "mlserver")
  settings = {**(environment or {}), **{name: str(port) for name, port in ports.items()}}
  with watched.started(program, "start", str(folder), environment=settings) as process:
    running = Server(process, ports[http], ports["MLSERVER_GRPC_PORT"])
    until = time.monotonic() + 60
    while True:
      with contextlib.suppress(OSError):
        running.get("health/ready")
        break
      if process.process.poll() is not None or time.monotonic() > until:
        raise AssertionError(f"not ready\n{process.output()}")
      time.sleep(0.2)
    yield running


@contextlib.contextmanager
def copied(**models):
  """The example's folder without its ports, and with models whose settings are given."""
  with tempfile.TemporaryDirectory() as folder:
    settings = json.loads((FOLDER / "settings.json").read_text())
    kept = {name: value for name, value in settings.items() if not name.endswith("port")}
    (pathlib.Path(folder) / "settings.json").write_text(json.dumps(kept))
    for name, model in models.items():
      os.mkdir(os.path.join(folder, name))
      shutil.copy(FOLDER / "tflite_model.py", os.path.join(folder, name))
      (pathlib.Path(folder) / name / "model-settings.json").write_text(json.dumps({"name": name, **model}))
    yield folder


class OpenInferenceTests(unittest.TestCase):

  def detector(self, model):
    settings = json.loads((FOLDER / "model-settings.json").read_text())
    self.assertTrue((FOLDER / settings["parameters"]["uri"]).exists())
    return {**settings, "parameters": {"uri": model, "extra": {"interpreters": 2}}}

  def test_the_client_prints_what_the_engine_finds(self):
    with copied(detector=self.detector(str(photographs.CODE_DETECTOR))) as folder, server(folder) as running:
      output, _ = watched.run(sys.executable, str(FOLDER / "client.py"), str(photographs.CODES), "--server",
                              running.grpc)
      listened = running.program.until_listening(3)
    with Image.open(photographs.CODES) as picture:
      expected = Interpreter(str(photographs.CODE_DETECTOR), numerics="xnnpack").detect(picture)
    lines = [[str(photographs.CODES), one.label, f"{one.score:.2f}"] + [str(round(edge)) for edge in one.box]
             for one in expected]
    self.assertEqual([line.split() for line in output.splitlines()], lines)
    self.assertEqual(len(lines), 5)
    self.assertEqual(watched.beyond_this_machine(listened), set())
    self.assertEqual(len(listened), 3, listened)

  def test_many_at_once_and_what_is_wrong(self):
    with tempfile.TemporaryDirectory() as pictures:
      model = photographs.detector_and_photographs(pictures)
      expected = photographs.objects(model, pictures)
      files = sorted(pathlib.Path(pictures).iterdir())
      tensors = {"implementation": "tflite_model.TFLiteModel", "parameters": {"uri": model}}
      with copied(detector=self.detector(model), tensors=tensors) as folder, server(folder) as running:
        self.check_detector(running, files, expected)
        self.check_tensors(running, model, files[0])
        self.check_errors(running, files[0])

  def check_detector(self, running, files, expected):
    client = triton.InferenceServerClient(running.grpc)
    self.assertTrue(client.is_model_ready("detector"))
    metadata = client.get_model_metadata("detector", as_json=True)
    self.assertEqual(metadata["platform"], "tflite")
    self.assertEqual([one["name"] for one in metadata["outputs"]], ["label", "class_index", "score", "box"])

    def ask(path):
      question = triton.InferInput("photograph", [1], "BYTES")
      question.set_data_from_numpy(np.array([path.read_bytes()], np.object_))
      answer = client.infer("detector", [question])
      names, classes, scores, boxes = (answer.as_numpy(one) for one in ("label", "class_index", "score", "box"))
      return [(path.name, int(number), name.decode(), float(score), *box.tolist())
              for name, number, score, box in zip(names, classes, scores, boxes)]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
      found = sorted(one for answer in pool.map(ask, files) for one in answer)
    # Boxes travel as 32-bit numbers.
    self.assertEqual(found, [one[:4] + tuple(float(np.float32(edge)) for edge in one[4:]) for one in expected])
    # The same as JSON.
    content = {"inputs": [{"name": "photograph", "datatype": "BYTES", "shape": [1],
                           "data": [base64.b64encode(files[0].read_bytes()).decode()]}]}
    answer = {one["name"]: one for one in running.get("models/detector/infer", content)["outputs"]}
    self.assertEqual(list(zip(answer["class_index"]["data"], answer["label"]["data"])),
                     [(one[1], one[2]) for one in ask(files[0])])

  def check_tensors(self, running, model, path):
    interpreter = Interpreter(model, numerics="xnnpack")
    interpreter.allocate_tensors()
    details = interpreter.get_input_details()[0]
    client = triton_http.InferenceServerClient(running.http)
    known = client.get_model_metadata("tensors")
    self.assertEqual([(one["name"], one["datatype"], one["shape"]) for one in known["inputs"]],
                     [(details["name"], "UINT8", details["shape"].tolist())])
    with Image.open(path) as picture:
      array = np.asarray(picture.convert("RGB").resize(tuple(details["shape"][2:0:-1])))[np.newaxis]
    interpreter.set_tensor(details["index"], array)
    interpreter.invoke()
    question = triton_http.InferInput(details["name"], list(array.shape), "UINT8")
    question.set_data_from_numpy(array, binary_data=False)
    wanted = [triton_http.InferRequestedOutput(one["name"], binary_data=False) for one in known["outputs"]]
    answer = client.infer("tensors", [question], outputs=wanted)
    raw = triton.InferInput(details["name"], list(array.shape), "UINT8")
    raw.set_data_from_numpy(array)
    other = triton.InferenceServerClient(running.grpc).infer("tensors", [raw])
    for one in interpreter.get_output_details():
      expected = interpreter.get_tensor(one["index"])
      np.testing.assert_array_equal(answer.as_numpy(one["name"]), expected)
      np.testing.assert_array_equal(other.as_numpy(one["name"]), expected)

  def check_errors(self, running, path):
    client = triton.InferenceServerClient(running.grpc)

    def fails(model, message, name, array):
      question = triton.InferInput(name, list(array.shape), tritonclient.utils.np_to_triton_dtype(array.dtype))
      question.set_data_from_numpy(array)
      with self.assertRaisesRegex(tritonclient.utils.InferenceServerException, message):
        client.infer(model, [question])

    fails("detector", "cannot be read", "photograph", np.array([b"none"], np.object_))
    fails("detector", "cannot be read", "photograph", np.array([path.read_bytes()[:1000]], np.object_))
    fails("detector", "with one element", "photograph", np.array([b"a", b"b"], np.object_))
    fails("detector", "of type BYTES", "photograph", np.zeros(1, np.uint8))
    fails("tensors", "expected the inputs", "photograph", np.zeros([1, 300, 300, 3], np.uint8))
    name = running.get("models/tensors")["inputs"][0]["name"]
    fails("tensors", "FLOAT32", name, np.zeros(running.get("models/tensors")["inputs"][0]["shape"], np.float32))
    fails("tensors", "size|shape|dimension|resize", name, np.zeros([1, 4, 4, 3], np.uint8))
    # After all of this it still answers.
    running.get("health/ready")

  def test_kserve_takes_the_deployment_and_its_environment_serves(self):
    runtime, service = yaml.safe_load_all((FOLDER / "kserve.yaml").read_text())
    for document in (runtime, service):
      kserve_schema.check(document)
      spec = next(iter(document["spec"].values()))
      self.assertTrue(spec)
    with self.assertRaisesRegex(ValueError, "modelFormt"):
      kserve_schema.check({**service, "spec": {"predictor": {"model": {"modelFormt": {"name": "tflite"}}}}})
    model = service["spec"]["predictor"]["model"]
    self.assertEqual(model["runtime"], runtime["metadata"]["name"])
    self.assertIn(model["modelFormat"]["name"], [one["name"] for one in runtime["spec"]["supportedModelFormats"]])
    self.assertIn(model["protocolVersion"], runtime["spec"]["protocolVersions"])

    container = runtime["spec"]["containers"][0]
    environment = {one["name"]: one["value"] for one in container["env"]}
    self.assertEqual(str(container["ports"][0]["containerPort"]), environment["MLSERVER_HTTP_PORT"])
    self.assertEqual(container["readinessProbe"]["httpGet"]["port"], int(environment["MLSERVER_HTTP_PORT"]))
    with tempfile.TemporaryDirectory() as storage, tempfile.TemporaryDirectory() as image:
      # As the Dockerfile lays it out, with the storage that KServe brings.
      shutil.copy(FOLDER / "tflite_model.py", image)
      shutil.copy(photographs.CODE_DETECTOR, os.path.join(storage, "model.tflite"))
      told = {name: value.replace("{{.Name}}", service["metadata"]["name"]).replace("/mnt/models", storage)
              for name, value in environment.items()}
      with server(image, {**told, "MLSERVER_HOST": "127.0.0.1"}) as running:
        probe = container["readinessProbe"]["httpGet"]["path"]
        running.get(probe.removeprefix("/v2/"))
        content = base64.b64encode(photographs.CODES.read_bytes()).decode()
        answer = running.get(f"models/{service['metadata']['name']}/infer", {
            "inputs": [{"name": "photograph", "datatype": "BYTES", "shape": [1], "data": [content]}]})
        self.assertEqual(len(answer["outputs"][0]["data"]), 5)

  def test_the_image_copies_what_there_is(self):
    lines = (FOLDER / "Dockerfile").read_text().splitlines()
    copies = [word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]]
    self.assertIn("Python/examples/open_inference/tflite_model.py", copies)
    for path in copies:
      self.assertTrue(path.startswith(".build/") or (photographs.ROOT / path).exists(), path)
    requirements = (photographs.EXAMPLES / "requirements.txt").read_text().splitlines()
    pinned = next(one for one in requirements if one.startswith("mlserver=="))
    self.assertTrue(any(pinned in line for line in lines), pinned)


if __name__ == "__main__":
  unittest.main()
