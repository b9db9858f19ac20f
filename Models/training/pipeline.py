"""From nothing to both .tflite files.

    python pipeline.py [--only detector|classifier] [--short] [--work FOLDER] [--output FOLDER] [STAGE ...]

Stages, all by default and in this order: train (which renders, too), convert, evaluate. An interrupted run is taken up where it was. --short
trains by the shortened schedule, which shows whether two runs agree. Data, checkpoints and logs go to the work folder, the models to
folders in the output folder.
"""
import argparse
from multiprocessing import Process
from pathlib import Path
import os
import sys

# Tells the C library to keep large blocks: the training loop is half as fast again when activations are not mapped anew at each step.
MALLOC = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "40000000000", "MALLOC_TOP_PAD_": "500000000"}

# Seeds of the sets: what is trained on, and what is looked at while training. The held-out set has a generator of its own.
TRAINING_SEED, CHECK_SEED = 1, 2
CHECK_COUNT = 500
HERE = Path(__file__).resolve().parent
MODELS = {"detector": "code_detector", "classifier": "code_symbology"}


class Run:
    """Where a run keeps its things."""

    def __init__(self, short, work, output):
        self.short, self.work, self.output = short, work, output

    def samples(self, kind):
        return self.work / "data" / kind

    def checks(self, kind):
        return self.work / "data" / f"{kind}-check"

    def results(self, kind):
        folder = self.work / (f"{kind}-short" if self.short else kind)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def model(self, kind):
        folder = self.output / MODELS[kind]
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def train(run, kind):
    """Renders in the background and trains on what is there already."""
    from learning import train_classifier, train_detector
    from synthesis import samples

    learner, sample = {"detector": (train_detector, samples.scene), "classifier": (train_classifier, samples.crop)}[kind]
    plan = learner.SHORT if run.short else learner.FULL
    renderer = Process(target=_render, args=(sample, run.checks(kind), run.samples(kind), plan.samples_at(plan.steps)))
    renderer.start()
    learner.run(plan, run.samples(kind), run.checks(kind), CHECK_COUNT, run.results(kind), renderer.is_alive)
    renderer.join()


def _render(sample, checks, samples, count):
    from synthesis.shards import render_set

    os.nice(10)  # training goes first: it waits for samples where it has to
    render_set(checks, sample, CHECK_COUNT, CHECK_SEED)
    render_set(samples, sample, count, TRAINING_SEED)


def convert(run, kind):
    from conversion import models

    convert_one = {"detector": models.convert_detector, "classifier": models.convert_classifier}[kind]
    convert_one(run.results(kind), run.checks(kind), run.results(kind), run.model(kind))


def evaluate(run, kind):
    from evaluation import report

    report_one = {"detector": report.detector, "classifier": report.classifier}[kind]
    report_one(run.model(kind) / "model.tflite", run.results(kind), run.work / "heldout")


STAGES = {"train": train, "convert": convert, "evaluate": evaluate}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=", ".join(STAGES))
    parser.add_argument("--only", choices=MODELS, help="one of the two models")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--work", type=Path, default=HERE / "work")
    parser.add_argument("--output", type=Path, help="default: the folder Models, or with --short the work folder")
    arguments = parser.parse_args()
    if unknown := set(arguments.stages) - set(STAGES):
        parser.error(f"no such stage: {', '.join(sorted(unknown))}")
    if any(os.environ.get(k) != v for k, v in MALLOC.items()):  # they count only from the start of a process
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **MALLOC})
    run = Run(arguments.short, arguments.work, arguments.output or (arguments.work / "short" if arguments.short else HERE.parent))
    for kind in [arguments.only] if arguments.only else MODELS:
        for stage in arguments.stages or STAGES:
            print(f"== {kind}: {stage}", flush=True)
            STAGES[stage](run, kind)


if __name__ == "__main__":
    main()
