"""Times programs from their start to the detections of a raw input: this engine's, and the TFLite C library's.

Both read the model and the input from files that are in the system's cache, run once on one thread and print what they
have found. Wall time and peak memory are what the system says of the process.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import machine
import report
from engines import EngineError, Programs

MODEL = "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"


def arguments():
    parser = argparse.ArgumentParser(
        prog="cold-start", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", metavar="MODEL", help="a detector with one input, instead of the COCO SSD")
    parser.add_argument("--rounds", type=int, default=31, help="starts of each program (default: 31)")
    parser.add_argument("--quick", action="store_true", help="11 rounds")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where the JSON goes")
    parser.add_argument("--record", action="store_true", help="put the table into the README of Benchmarks, too")
    for name in ("programs", "peers", "zoo"):
        parser.add_argument(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.quick:
        options.rounds = 11
    if options.rounds < 2:
        parser.error("--rounds must be at least 2")
    return options


def run(measure, command):
    """Milliseconds and mebibytes of one process."""
    result = subprocess.run([measure, *command], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"cold-start: {result.stderr.strip()}")
    nanoseconds, kibibytes = result.stdout.split()
    return int(nanoseconds) / 1e6, int(kibibytes) / 1024


def table(results):
    lines = ["| | wall time, ms (quartiles) | peak memory, MiB |", "|---|---|---|"]
    for name, values in results["programs"].items():
        low, middle, high = statistics.quantiles(values["milliseconds"], n=4)
        lines.append(f'| {name} | {middle:.1f} ({low:.1f}–{high:.1f}) | {statistics.median(values["mebibytes"]):.1f} |')
    time, memory = results["ratio"]["time"], results["ratio"]["memory"]
    lines.append(f'| **this engine / C library** | **{time:.2f}** | **{memory:.2f}** |')
    return "\n".join(lines)


def main():
    options = arguments()
    random.seed(1)
    model = Path(options.model) if options.model else options.zoo / "models" / MODEL
    if not model.exists():
        sys.exit(f"cold-start: no such model (TFLITE_ZOO names the zoo): {model}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            Programs(options.programs, options.peers).prepare(model, folder)
        except EngineError as error:
            sys.exit(f"cold-start: {error}")
        inputs = list(Path(folder).glob("*.raw"))
        if len(inputs) != 1:
            sys.exit(f"cold-start: {model} has {len(inputs)} inputs, expected 1")
        commands = {
            "this engine": [options.programs / "ColdStart", model, inputs[0]],
            "TFLite C library": [options.peers / "cold_start", model, inputs[0]],
        }
        programs = {name: {"milliseconds": [], "mebibytes": []} for name in commands}
        for number in range(options.rounds + 1):
            for name in random.sample(list(commands), len(commands)):
                time, memory = run(options.peers / "measure", commands[name])
                # The first start of each fills the system's cache.
                if number > 0:
                    programs[name]["milliseconds"].append(time)
                    programs[name]["mebibytes"].append(memory)
    ours, theirs = programs.values()
    results = {
        "machine": machine.describe(), "model": model.name, "programs": programs,
        "ratio": {
            "time": statistics.median(a / b for a, b in zip(ours["milliseconds"], theirs["milliseconds"])),
            "memory": statistics.median(ours["mebibytes"]) / statistics.median(theirs["mebibytes"]),
        },
    }
    print(table(results))
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "cold-start.json").write_text(json.dumps(results, indent=1) + "\n")
    if options.record:
        report.record("cold-start", table(results) + "\n\n" + machine.sentence(results["machine"]) + ".")


if __name__ == "__main__":
    main()
