"""Measures how many photographs a second are looked at: by `tflite detect FOLDER` on one core and on two, and by a loop in
Python with Pillow and LiteRT.

The photographs are JPEG files of 1600 x 1200, four photographs of the zoo each. All of them are in the system's cache. Who
is measured takes turns, in another order each round, pinned to the cores; ratios are medians of the rounds' ratios. The
program's time is that of its process, from its start to its end; that of the loop is without starting Python and without
loading the model.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import machine
import report

MODEL = "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"
SIZE = (1600, 1200)


def arguments():
    parser = argparse.ArgumentParser(
        prog="photographs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="JPEG files, instead of the zoo's")
    parser.add_argument("--model", type=Path, help="a detector with one picture of bytes as its input")
    parser.add_argument("--before", type=Path, metavar="PROGRAM", help="another tflite to be compared with")
    parser.add_argument("--count", type=int, default=60, help="photographs in the folder (default: 60)")
    parser.add_argument("--rounds", type=int, default=15, help="turns of each (default: 15)")
    parser.add_argument("--quick", action="store_true", help="5 rounds")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where the JSON goes")
    parser.add_argument("--record", action="store_true", help="put the table into the README of Benchmarks, too")
    for name in ("program", "zoo"):
        parser.add_argument(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.quick:
        options.rounds = 5
    if options.rounds < 2 or options.count < 1:
        parser.error("--rounds must be at least 2, --count at least 1")
    options.model = options.model or options.zoo / "models" / MODEL
    if not options.model.exists():
        parser.error(f"no such model (TFLITE_ZOO names the zoo): {options.model}")
    return options


def make_photographs(zoo, folder, count):
    """Mosaics, so that there is detail as in a photograph of this size."""
    from PIL import Image

    sources = sorted(path for path in (zoo / "images").rglob("*.jp*g") if path.stat().st_size > 20_000)
    if not sources:
        sys.exit(f"photographs: no photographs in {zoo}/images")
    width, height = SIZE[0] // 2, SIZE[1] // 2
    random.seed(1)
    for number in range(count):
        mosaic = Image.new("RGB", SIZE)
        for place in range(4):
            with Image.open(random.choice(sources)) as image:
                part = image.convert("RGB").resize((width, height), Image.Resampling.BICUBIC)
            mosaic.paste(part, (place % 2 * width, place // 2 * height))
        mosaic.save(folder / f"photograph-{number:03}.jpg", quality=90, subsampling="4:2:0")


def photographs_per_second(command, cores, count):
    """Of a program that looks at a folder."""
    start = time.perf_counter()
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, cores))
    elapsed = time.perf_counter() - start
    if result.returncode != 0:
        sys.exit(f"photographs: {command[0]}: {result.stderr.decode()}")
    return count / elapsed, json.loads(result.stdout)


class Loop:
    """The loop in Python, in a process of its own that stays."""

    def __init__(self, model, folder, threads, cores):
        program = Path(__file__).with_name("photograph_loop.py")
        self.process = subprocess.Popen(
            [sys.executable, program, model, folder, str(threads)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, preexec_fn=lambda: os.sched_setaffinity(0, cores))

    def turn(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def table(results):
    lines = ["| | photographs a second (quartiles) |", "|---|---|"]
    for name, values in results["turns"].items():
        low, middle, high = statistics.quantiles(values, n=4)
        lines.append(f"| {name} | {middle:.1f} ({low:.1f}–{high:.1f}) |")
    lines += ["", "| | ratio (quartiles) |", "|---|---|"]
    for name, values in results["ratios"].items():
        low, middle, high = statistics.quantiles(values, n=4)
        lines.append(f"| {name} | **{middle:.2f}** ({low:.2f}–{high:.2f}) |")
    return "\n".join(lines)


def main():
    options = arguments()
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        sys.exit("photographs: two cores are needed")
    one, two = {cores[0]}, set(cores)
    described = machine.describe()
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or Path(made)
        if not options.folder:
            make_photographs(options.zoo, folder, options.count)
        count = sum(1 for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg"))
        if not count:
            sys.exit(f"photographs: no JPEG files in {folder}")

        def detect(program, threads, *more):
            command = [program, "detect", "--json", "--model", options.model, "--threads", str(threads), *more, folder]
            return lambda: photographs_per_second(command, one if threads == 1 else two, count)[0]

        loops = [Loop(options.model, folder, 1, two), Loop(options.model, folder, 2, two)]
        contenders = {
            "one core": detect(options.program, 1),
            "two cores": detect(options.program, 2),
            "one core, `--resampling area`": detect(options.program, 1, "--resampling", "area"),
            "two cores, `--resampling area`": detect(options.program, 2, "--resampling", "area"),
            "loop in Python": loops[0].turn,
            "loop in Python, LiteRT with two threads": loops[1].turn,
        }
        ratios = {
            "two cores / one core": ("two cores", "one core"),
            "two cores / loop in Python": ("two cores", "loop in Python"),
            "two cores, area / loop in Python": ("two cores, `--resampling area`", "loop in Python"),
            "two cores / loop in Python, two threads": ("two cores", "loop in Python, LiteRT with two threads"),
        }
        if options.before:
            contenders["before, two cores"] = detect(options.before, 2)
            contenders["before, two cores, `--resampling area`"] = detect(options.before, 2, "--resampling", "area")
            ratios["two cores / before"] = ("two cores", "before, two cores")
            ratios["two cores, area / before"] = ("two cores, `--resampling area`", "before, two cores")
        turns = {name: [] for name in contenders}
        for number in range(options.rounds + 1):
            for name in random.sample(list(contenders), len(contenders)):
                value = contenders[name]()
                # The first turn fills caches.
                if number > 0:
                    turns[name].append(value)
        for loop in loops:
            loop.end()
        parts = {
            resampling: median_parts(options, folder, one, count, resampling) for resampling in ("bilinear", "area")}
    results = {
        "machine": described, "model": options.model.name, "photographs": count, "turns": turns, "parts": parts,
        "ratios": {name: [a / b for a, b in zip(turns[x], turns[y])] for name, (x, y) in ratios.items()},
    }
    text = table(results) + "\n\n" + "\n".join(
        f"One photograph on one core, `{resampling}`: "
        + ", ".join(f"{name} {value:.1f} ms" for name, value in values.items()) + "."
        for resampling, values in parts.items())
    print(text)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "photographs.json").write_text(json.dumps(results, indent=1) + "\n")
    if options.record:
        report.record("photographs", text + "\n\n" + machine.sentence(described) + ".")


def median_parts(options, folder, cores, count, resampling):
    """What one photograph's time goes to."""
    command = [options.program, "detect", "--json", "--model", options.model, "--threads", "1", "--resampling", resampling,
               folder]
    _, records = photographs_per_second(command, cores, count)
    return {
        part: statistics.median(record["milliseconds"][part] for record in records)
        for part in ("decode", "resize", "inference")}


if __name__ == "__main__":
    main()
