"""Times this engine beside XNNPACK (the TFLite C library) and OpenVINO, and prints how they compare.

All engines have a model loaded at the same time, each in a process of its own. They take turns, in rounds: whatever else
the machine does meets all of them. A turn is some warm runs, then timed ones, of which the median counts. A ratio is the
time of the faster peer divided by ours in the same round, and the median of all rounds: above 1, this engine is faster.
"""

import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import machine
import models
import report
from engines import EngineError, Programs, Worker, processors


def arguments():
    parser = argparse.ArgumentParser(
        prog="versus-peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL", help=".tflite files instead of those of the zoo")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only models whose name contains it")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], metavar="N", help="(default: 1 2)")
    parser.add_argument("--cpu", choices=["avx2"], help="hold every engine to it: what a machine without AVX-512 gives")
    parser.add_argument("--rounds", type=int, default=21, help="turns that each engine takes (default: 21)")
    parser.add_argument("--turn", type=float, default=0.15, metavar="SECONDS", help="(default: 0.15)")
    parser.add_argument("--quick", action="store_true", help="7 rounds of short turns: some minutes for all models")
    parser.add_argument("--busy", action="store_true",
                        help="take the least time of a turn, not the median: for a machine that others use, too")
    parser.add_argument("--beside", type=int, default=0, metavar="N",
                        help="so many other programs compute all the time: what a server with other work gives")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="where JSON, table and chart go")
    parser.add_argument("--record", action="store_true", help="put table and chart into the README of Benchmarks, too")
    # From the script around this program.
    for name in ("programs", "peers", "zoo"):
        parser.add_argument(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.turn = 7, 0.05
    if options.rounds < 1 or options.turn <= 0 or min(options.threads) < 1 or options.beside < 0:
        parser.error("--rounds, --turn and --threads must be positive, and --beside not negative")
    if options.record and options.beside:
        parser.error("--record: the README has no table of what runs beside other programs")
    if max(options.threads) > len(os.sched_getaffinity(0)):
        parser.error(f"this machine has {len(os.sched_getaffinity(0))} processors")
    return options


def cases(options):
    if options.models:
        chosen = [models.Case(Path(path).stem, Path(path), models.BOTH) for path in options.models]
    else:
        chosen = models.cases(options.zoo)
    chosen = [case for case in chosen if options.filter in case.name]
    missing = [str(case.path) for case in chosen if not case.path.exists()]
    if missing:
        sys.exit("versus-peers: no such model (TFLITE_ZOO names the zoo): " + ", ".join(missing))
    return chosen


def start(command, cpus, environment, label, name):
    try:
        return Worker(command, cpus, environment)
    except EngineError as error:
        print(f"  {label} does not run {name}: {error}", file=sys.stderr)
        return None


def measure(case, folder, threads, programs, options):
    """One row for each numerics: the median of every engine in every round."""
    cpus = processors(threads)
    commands = {f"ours {n}": programs.ours(folder, threads, n) for n in case.numerics}
    commands["XNNPACK"] = programs.xnnpack(folder, threads)
    commands["OpenVINO"] = programs.openvino(folder, threads)
    workers = {label: start(command, cpus, programs.environment, label, case.name) for label, command in commands.items()}
    running = {label: worker for label, worker in workers.items() if worker}
    times = {label: [] for label in running}
    statistic = min if options.busy else statistics.median
    try:
        # Enough runs to fill a turn, after some that bring caches, clocks and threads up to speed.
        counts = {label: max(3, round(options.turn * 1e3 / w.run(5, 5))) for label, w in running.items()}
        order = list(running)
        for _ in range(options.rounds):
            random.shuffle(order)
            for label in order:
                times[label].append(running[label].run(2, counts[label], statistic))
    finally:
        for worker in running.values():
            worker.close()
    return [row(case, threads, numerics, times) for numerics in case.numerics if f"ours {numerics}" in times]


def row(case, threads, numerics, times):
    ours = times[f"ours {numerics}"]
    peers = {label: times[label] for label in ("XNNPACK", "OpenVINO") if label in times}
    result = {
        "model": case.name, "numerics": numerics, "threads": threads,
        "milliseconds": {"ours": statistics.median(ours)} | {p: statistics.median(t) for p, t in peers.items()},
        "rounds": {"ours": ours} | peers,
    }
    if peers:
        faster = min(peers, key=lambda label: statistics.median(peers[label]))
        ratios = sorted(peer / our for peer, our in zip(peers[faster], ours))
        low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        result |= {"faster_peer": faster, "ratio": {"median": middle, "quartiles": [low, high]}}
    return result


@contextlib.contextmanager
def other_work(count):
    """So many programs that compute until it ends."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def main():
    options = arguments()
    with other_work(options.beside):
        compare(options)


def compare(options):
    random.seed(1)
    programs = Programs(options.programs, options.peers, options.cpu)
    results = {"machine": machine.describe(), "cpu": options.cpu, "beside": options.beside, "rounds": options.rounds,
               "rows": [], "statistic_of_a_turn": "minimum" if options.busy else "median"}
    print(machine.sentence(results["machine"]), file=sys.stderr)
    for case in cases(options):
        with tempfile.TemporaryDirectory() as folder:
            try:
                programs.prepare(case.path, Path(folder))
            except EngineError as error:
                print(f"  {case.name}: {error}", file=sys.stderr)
                continue
            for threads in options.threads:
                rows = measure(case, Path(folder), threads, programs, options)
                results["rows"] += rows
                for line in map(report.line, rows):
                    print(line, file=sys.stderr)
    if not results["rows"]:
        sys.exit("versus-peers: nothing was measured")
    print(report.table(results))
    folder = options.results
    folder.mkdir(parents=True, exist_ok=True)
    # Processors without AVX-512 and those held to AVX2 have one table.
    held = options.cpu or "avx512f" not in results["machine"]["instruction_sets"]
    name = "versus-peers" + ("-avx2" if held else "") + (f"-beside-{options.beside}" if options.beside else "")
    numbers, chart = folder / f"{name}.json", folder / f"{name}.svg"
    numbers.write_text(json.dumps(results, indent=1) + "\n")
    report.chart(results, chart)
    print(f"\n{numbers}\n{chart}", file=sys.stderr)
    if options.record:
        report.record(name, report.table(results) + "\n\n" + machine.sentence(results["machine"]) + ".\n"
                      + ("The least time of each turn." if options.busy else "The median time of each turn."))


if __name__ == "__main__":
    main()
