"""Fuzzes all targets on several cores, until each has had its hours and executions, and keeps a tally over many days.

    python3 Scripts/lib/fuzz_campaign.py MINUTES CORES FOLDER TARGET... -- FUZZER FLAG...

Ends after so many minutes; 0 is no limit. FOLDER holds a corpus and findings for each target, and the tally: one line for
each run of the fuzzer, so that the next campaign goes on where the last one has ended. Time is the processor's; it and the
executions count from where the fuzzer has read its corpus: what it has known before is no work. A target comes next that
nobody else fuzzes just now and that has had the smallest part of what it is to have; where there are fewer of those than
cores, several fuzzers share a corpus.

The fuzzer measures with a clock on the wall: on a machine that has other work, bytes take too long that take no time alone.
They are tried once more, and are no finding if they pass then; they lie in FOLDER/slow.
"""

import collections
import contextlib
import dataclasses
import datetime
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

# What a target is to have, as seconds and as executions: both.
GOALS = collections.defaultdict(lambda: (3600, 10_000_000), model=(8 * 3600, 0))
# A run that is killed is lost; each reads its corpus anew, which takes minutes.
LONGEST_RUN = 60 * 60
SHORTEST_RUN = 60
# With so many findings in one campaign, a target waits for what is found to be mended.
MOST_FINDINGS = 5
# libFuzzer's exit status where a signal asks it to end.
INTERRUPTED = 72

STATUS = re.compile(r"#(\d+)\s+(\w+)\s+(?:cov: (\d+) )?(?:ft: (\d+) )?")
TOTAL = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
UNIT = re.compile(r"artifact_prefix='.*'; Test unit written to (.+)")


@dataclasses.dataclass
class Run:
    """One run of the fuzzer: a line of the tally."""

    date: str
    commit: str
    target: str
    seconds: int
    executions: int
    edges: int
    features: int
    edges_at_three_quarters: int
    findings: int

    @classmethod
    def from_line(cls, line):
        values = dict(word.split("=", 1) for word in line.split())
        return cls(**{field.name: field.type(values[field.name]) for field in dataclasses.fields(cls)})

    def line(self):
        return " ".join(f"{name}={value}" for name, value in vars(self).items())


def processor_seconds(process):
    """What a process has used until now, with all its threads. The clock of a process has a number that is made of the
    process's own: clock_getcpuclockid of Linux."""
    return time.clock_gettime((~process << 3) | 2)


class Watch:
    """What a fuzzer says, line by line."""

    def __init__(self):
        # Seconds of the processor, when it has said the last.
        self.now = 0
        self.has_started = False
        # The file that it has written last.
        self.unit = None
        # When it had read its corpus, and with how many executions.
        self.beginning, self.known = None, 0
        self.executions = self.features = 0
        # Numbers of edges, with the time of each, ascending.
        self.steps = []

    def read(self, line, now):
        self.now = now
        self.has_started = self.has_started or line.startswith("INFO: ")
        if unit := UNIT.match(line):
            self.unit = pathlib.Path(unit[1])
        elif total := TOTAL.match(line):
            self.executions = int(total[1])
        elif status := STATUS.match(line):
            self.executions = int(status[1])
            self.features = int(status[4] or self.features)
            if status[2] == "INITED":
                self.beginning, self.known = now, self.executions
            edges = int(status[3] or 0)
            if self.beginning is not None and edges > self.edges_at(now):
                self.steps.append((now, edges))

    def edges_at(self, moment):
        return max((edges for then, edges in self.steps if then <= moment), default=0)

    def run(self, target, commit):
        """What has been done until now."""
        now = self.now
        beginning = now if self.beginning is None else self.beginning
        return Run(
            date=datetime.datetime.now().isoformat(timespec="seconds"),
            commit=commit,
            target=target,
            seconds=round(now - beginning),
            executions=0 if self.beginning is None else self.executions - self.known,
            edges=self.edges_at(now),
            features=self.features,
            edges_at_three_quarters=self.edges_at(beginning + 0.75 * (now - beginning)),
            findings=0,
        )


def new_in_last_quarter(runs):
    """How many edges the last quarter of all time has brought. Where no number is known for its beginning, the last one
    before counts: rather too many than too few."""
    total = sum(run.seconds for run in runs)
    passed, before = 0, 0
    for run in runs:
        for part, edges in (0.75, run.edges_at_three_quarters), (1, run.edges):
            if passed + part * run.seconds <= 0.75 * total:
                before = max(before, edges)
        passed += run.seconds
    return max((run.edges for run in runs), default=0) - before


class Campaign:
    def __init__(self, folder, targets, fuzzer, minutes):
        self.folder, self.targets, self.fuzzer = folder, targets, fuzzer
        self.deadline = time.monotonic() + (60 * minutes or math.inf)
        self.tally = folder / "tally.txt"
        lines = self.tally.read_text().splitlines() if self.tally.exists() else []
        self.runs = [Run.from_line(line) for line in lines]
        git = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
        self.commit = git.stdout.strip() or "unknown"
        self.lock = threading.Lock()
        self.fuzzers = collections.Counter()
        self.findings = collections.Counter()
        # Runs that have not got beyond the corpus.
        self.fruitless = collections.Counter()
        self.left_alone = set()
        self.processes = set()
        self.is_stopped = False
        self.trouble = None

    def runs_of(self, target):
        return [run for run in self.runs if run.target == target]

    def part_done(self, target):
        seconds, executions = GOALS[target]
        runs = self.runs_of(target)
        parts = [sum(run.seconds for run in runs) / seconds]
        if executions:
            parts.append(sum(run.executions for run in runs) / executions)
        return min(parts)

    def next(self):
        """A target and for how many seconds; None where there is nothing left to do."""
        with self.lock:
            left = self.deadline - time.monotonic()
            lacking = [target for target in self.targets if self.part_done(target) < 1]
            lacking = [target for target in lacking if target not in self.left_alone]
            if self.is_stopped or left < SHORTEST_RUN or not lacking:
                return None
            target = min(lacking, key=lambda target: (self.fuzzers[target], self.part_done(target)))
            self.fuzzers[target] += 1
            return target, int(min(LONGEST_RUN, left))

    def work(self, core):
        while job := self.next():
            self.fuzz(*job, self.folder / f"campaign-{core}.log")

    def run_fuzzer(self, target, arguments, log, mode, read):
        """Runs the fuzzer to its end, and gives its exit status."""
        # A session of its own: a signal from the terminal comes through `stop` alone.
        with open(log, mode) as kept, subprocess.Popen(
            self.fuzzer + arguments,
            env={**os.environ, "FUZZ_TARGET": target},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            self.processes.add(process)
            if self.is_stopped:
                process.terminate()
            now = 0
            for line in process.stdout:
                kept.write(line)
                # There is none for a process that is gone: its last words are read when it has ended.
                with contextlib.suppress(OSError):
                    now = processor_seconds(process.pid)
                read(line, now)
        self.processes.discard(process)
        return process.returncode

    def fuzz(self, target, seconds, log):
        findings = self.folder / "findings" / target
        prefix = f"-artifact_prefix={findings}/"
        watch = Watch()
        flags = [f"-max_total_time={seconds}", prefix, str(self.folder / "corpus" / target)]
        status = self.run_fuzzer(target, flags, log, "w", watch.read)
        has_found = status not in (0, INTERRUPTED) and not self.is_stopped
        # Before what was found is tried again: that is none of the fuzzer's time.
        run = watch.run(target, self.commit)
        was_starved = has_found and self.passes_alone(target, watch.unit, prefix, log)
        run.findings = int(has_found and not was_starved)
        with self.lock:
            self.fuzzers[target] -= 1
            if has_found and not watch.has_started:
                self.trouble = f"the fuzzer does not start: {log}"
                self.stop()
                return
            self.add(run, log, findings, was_starved)

    def passes_alone(self, target, unit, prefix, log):
        """Whether what the fuzzer has written took too long only because there was other work. Then it is put aside."""
        if unit is None or not unit.name.startswith("timeout-"):
            return False
        aside = self.folder / "slow" / target / unit.name
        if not unit.exists():
            # Another core has found the same.
            return aside.exists()
        beginning = time.monotonic()
        if self.run_fuzzer(target, [prefix, str(unit)], log, "a", lambda line, now: None) != 0:
            return False
        seconds = time.monotonic() - beginning
        aside.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(unit, aside)
        print(f"{target}: no finding, since it takes {seconds:.0f} s alone: {aside}", flush=True)
        return True

    def add(self, run, log, findings, was_starved):
        target = run.target
        self.runs.append(run)
        if run.seconds or run.findings:
            with open(self.tally, "a") as tally:
                print(run.line(), file=tally)
        print(f"{target}: {run.seconds} s, {run.executions} executions, {run.edges} edges", flush=True)
        if run.findings:
            self.findings[target] += 1
            kept = findings / f"{run.date.replace(':', '')}.log"
            shutil.copy(log, kept)
            print(f"{target}: a finding; the log is {kept}", flush=True)
        if self.findings[target] >= MOST_FINDINGS:
            self.left_alone.add(target)
            print(f"{target}: left alone, after {MOST_FINDINGS} findings", flush=True)
        elif not run.seconds and not run.findings and not self.is_stopped:
            self.fruitless[target] += 1
            # Who was starved may get further the next time; who always is does not.
            if not was_starved or self.fruitless[target] == MOST_FINDINGS:
                self.left_alone.add(target)
                print(f"{target}: left alone, since reading its corpus has taken all the time", flush=True)

    def stop(self):
        self.is_stopped = True
        for process in list(self.processes):
            process.terminate()

    def print_table(self):
        print(
            f"\n{'target':<14}{'core-hours':>11}{'executions':>13}{'edges':>8}{'new in last quarter':>21}"
            f"{'findings':>10}{'done':>7}"
        )
        for target in self.targets:
            runs = self.runs_of(target)
            hours = sum(run.seconds for run in runs) / 3600
            executions = sum(run.executions for run in runs)
            edges = max((run.edges for run in runs), default=0)
            findings = sum(run.findings for run in runs)
            print(
                f"{target:<14}{hours:>11.2f}{executions:>13}{edges:>8}{new_in_last_quarter(runs):>21}{findings:>10}"
                f"{int(100 * min(1, self.part_done(target))):>6}%"
            )


def main():
    separator = sys.argv.index("--")
    minutes, cores, folder, *targets = sys.argv[1:separator]
    campaign = Campaign(pathlib.Path(folder), targets, sys.argv[separator + 1 :], int(minutes))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Who starts a program so that it ignores a signal wants it to be finished.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda *_: campaign.stop())
    threads = [threading.Thread(target=campaign.work, args=(core,)) for core in range(int(cores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    campaign.print_table()
    if campaign.trouble or campaign.is_stopped:
        sys.exit(f"error: {campaign.trouble or 'interrupted'}")
    sys.exit(bool(campaign.findings))


if __name__ == "__main__":
    main()
