"""Programs that start others, and whether those listen to other machines or stay behind."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid

_MARK = "SWIFT_TFLITE_EXAMPLE"


class Watched:
  """A running program with all that it has started: they carry a mark in their environment."""

  def __init__(self, mark, process, log):
    self.mark, self.process, self.log = mark, process, log
    # (address, port), of every socket that any of them has listened on.
    self.listened = set()
    self._ended = threading.Event()
    self._watch = threading.Thread(target=self._look)
    self._watch.start()

  def output(self):
    return pathlib.Path(self.log).read_text(errors="replace")

  def until_listening(self, count, seconds=20):
    """Where it has listened, as soon as that is in so many places; what there is, when the time is over.

    Asked while the program runs, it does not depend on how often a busy machine lets the watcher look.
    """
    until = time.monotonic() + seconds
    while True:
      found = self.listened | _listening(_marked(self.mark))
      if len(found) >= count or time.monotonic() > until:
        return found
      time.sleep(0.2)

  def _look(self):
    while not self._ended.wait(0.3):
      self.listened |= _listening(_marked(self.mark))

  def close(self):
    """Ends what is left, after the time that it may take to end by itself; gives the names of what was."""
    patience = time.monotonic() + 20
    while (left := _marked(self.mark)) and time.monotonic() < patience:
      time.sleep(0.2)
    self._ended.set()
    self._watch.join()
    names = []
    for process in left:
      with contextlib.suppress(OSError):
        names.append(pathlib.Path(f"/proc/{process}/comm").read_text().strip())
        os.kill(process, signal.SIGKILL)
    return names


# Ray gives its processes half a minute each to start, which is not enough beside a compiler. Of one it can be told another
# time; of the other it says this, and is asked again.
_PATIENCE = {"RAY_gcs_server_port_wait_time_s": "80"}
_HURRY = "The current node timed out during startup"


@contextlib.contextmanager
def started(*command, environment=None):
  """A program that is running; at the end it has been asked to stop, and nothing of it is left."""
  mark = uuid.uuid4().hex
  with tempfile.TemporaryDirectory() as home:
    log = os.path.join(home, "log")
    with open(log, "w") as file:
      # Some keep keys and logs in the home folder, and sockets in that of temporary files.
      process = subprocess.Popen(
          command, stdout=file, stderr=subprocess.STDOUT, cwd=home,
          env={**os.environ, "HOME": home, "RAY_TMPDIR": home, **_PATIENCE, _MARK: mark, **(environment or {})})
    watched = Watched(mark, process, log)
    try:
      yield watched
    finally:
      process.terminate()
      left = watched.close()
      process.wait()
      if left:
        raise AssertionError(f"still running: {', '.join(left)}\n{watched.output()}")


def run(*command, seconds=180, attempts=3):
  """Runs a program to its end, which must be a good one. Gives what it has printed, and where it has listened."""
  with started(*command) as watched:
    try:
      status = watched.process.wait(seconds)
    except subprocess.TimeoutExpired:
      raise AssertionError(f"not ended after {seconds} s\n{watched.output()}") from None
    # Others must end by themselves.
    output = watched.output()
  if status and _HURRY in output and attempts > 1:
    return run(*command, seconds=seconds, attempts=attempts - 1)
  if status:
    raise AssertionError(f"{command[1]} ended with {status}\n{output}")
  return output, watched.listened


def beyond_this_machine(addresses):
  """Those on which other machines can reach something."""
  return {address for address in addresses if not address[0].startswith("127.") and address[0] != "::1"}


def _marked(mark):
  wanted = f"{_MARK}={mark}".encode()
  found = []
  for folder in pathlib.Path("/proc").glob("[0-9]*"):
    with contextlib.suppress(OSError):
      running = (folder / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
      if running and wanted in (folder / "environ").read_bytes().split(b"\0"):
        found.append(int(folder.name))
  return found


def _listening(processes):
  sockets = set()
  for process in processes:
    for descriptor in pathlib.Path(f"/proc/{process}/fd").glob("*"):
      with contextlib.suppress(OSError):
        sockets.add(os.readlink(descriptor))
  found = set()
  for name in ("tcp", "tcp6"):
    for line in pathlib.Path("/proc/net", name).read_text().splitlines()[1:]:
      fields = line.split()
      # 0A is the state of listening.
      if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
        address, port = fields[1].split(":")
        found.add((_address(bytes.fromhex(address)), int(port, 16)))
  return found


def _address(stored):
  """The text of an address, whose words of four bytes are stored in this machine's order."""
  import ipaddress
  words = [stored[start:start + 4] for start in range(0, len(stored), 4)]
  address = ipaddress.ip_address(b"".join(word[::-1] if sys.byteorder == "little" else word for word in words))
  return str(getattr(address, "ipv4_mapped", None) or address)
