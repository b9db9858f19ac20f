"""The engines that versus-peers compares: one long-lived worker process each, all speaking the protocol of worker.h."""

import os
import statistics
import subprocess
import tempfile
from pathlib import Path


class EngineError(Exception):
    """An engine that does not run a model; the message is its own."""


class Worker:
    """A running engine with a loaded model."""

    def __init__(self, command, cpus, environment):
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True,
            env=os.environ | environment, preexec_fn=lambda: os.sched_setaffinity(0, cpus),
        )
        try:
            self._expect("ready")
        except EngineError:
            self.close()
            raise

    def run(self, warm_up, count, statistic=statistics.median):
        """The median (or another statistic) of `count` runs after `warm_up` untimed ones, in milliseconds."""
        self._process.stdin.write(f"run {warm_up} {count}\n")
        self._process.stdin.flush()
        return statistic([int(word) for word in self._line().split()]) / 1e6

    def close(self):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()

    def _expect(self, word):
        line = self._line()
        if line != word:
            raise EngineError(f"said {line!r} instead of {word!r}")

    def _line(self):
        line = self._process.stdout.readline()
        if line:
            return line.strip()
        status = self._process.wait()
        self._errors.seek(0)
        lines = [line for line in self._errors.read().decode(errors="replace").splitlines() if line.strip()]
        # Libraries log before they fail, and some trace afterwards: the first line that is no log says why.
        reasons = [line for line in lines if not line.startswith(("INFO", "WARNING"))]
        raise EngineError(reasons[0] if reasons else f"ended with status {status}")


class Programs:
    """Where `Benchmarks/lib.sh` has put the workers."""

    def __init__(self, swift, peers, cpu=None):
        self.swift, self.peers, self.cpu = Path(swift), Path(peers), cpu
        # The peers have no setting for it; this engine sees the same processor as they do.
        self.environment = {"LD_PRELOAD": str(self.peers / "without_avx512.so")} if cpu else {}
        # Where the processor cannot let CPUID fault, copies of the libraries do without it.
        if cpu and (self.peers / "trapped").exists():
            self.environment |= {"LD_LIBRARY_PATH": str(self.peers / "trapped"), "TRAPPED_CPUID": "1"}

    def prepare(self, model, folder):
        """Writes model.tflite, common.tflite and the inputs into `folder`."""
        result = subprocess.run(
            [self.swift / "EngineWorker", "prepare", model, folder], stderr=subprocess.PIPE, text=True, check=False)
        if result.returncode != 0:
            raise EngineError(result.stderr.strip())

    def ours(self, folder, threads, numerics):
        return [self.swift / "EngineWorker", "serve", folder / "model.tflite", folder, threads, numerics] + (
            [self.cpu] if self.cpu else [])

    def xnnpack(self, folder, threads):
        return [self.peers / "litert_worker", folder / "model.tflite", folder, threads]

    def openvino(self, folder, threads):
        return [self.peers / "openvino_worker", folder / "common.tflite", folder, threads]


def processors(count):
    """So many processors to pin an engine to, each a core of its own where there are enough; the last ones, because
    systems like to keep the first busy."""
    allowed = sorted(os.sched_getaffinity(0))
    cores = {}
    for cpu in allowed:
        siblings = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        cores[siblings.read_text().strip() if siblings.exists() else str(cpu)] = cpu
    chosen = list(cores.values())[-count:]
    for cpu in reversed(allowed):
        if len(chosen) == count:
            break
        if cpu not in chosen:
            chosen.append(cpu)
    return set(chosen)
