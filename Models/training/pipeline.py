"""From nothing to both .tflite files.

    python pipeline.py [--only detector|classifier] [--short] [--begin FILE [--steps N] [--seed N]] [--work FOLDER] [--output FOLDER] [STAGE ...]

Stages, all by default and in this order: train (which renders, too), convert, evaluate. An interrupted run is taken up where it was. --short
trains by the shortened schedule, which shows whether two runs agree. --begin goes on with the detector's weights in a file: weights.npz of
a run, or a model.tflite, whose weights are restored; --steps says how many steps that takes, and --seed on which scenes. Data, checkpoints
and logs go to the work folder, the models to folders in the output folder.
"""
import argparse
from multiprocessing import Process
from pathlib import Path
import hashlib
import os
import sys

# Tells the C library to keep large blocks: the training loop is half as fast again when activations are not mapped anew at each step. And
# tells PyTorch's threads to sleep while they wait for each other: beside other work on the same cores, a step takes a sixth of the time.
ENVIRONMENT = {
    "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "40000000000", "MALLOC_TOP_PAD_": "500000000", "OMP_WAIT_POLICY": "PASSIVE",
}

# Seeds of the sets: what is trained on, and what is looked at while training. The held-out set has a generator of its own.
TRAINING_SEED, CHECK_SEED = 1, 2
CHECK_COUNT = 1000
HERE = Path(__file__).resolve().parent
MODELS = {"detector": "code_detector", "classifier": "code_symbology"}


class Run:
    """Where a run keeps its things."""

    def __init__(self, short, begin, steps, seed, work, output):
        self.short, self.begin, self.steps, self.seed, self.work, self.output = short, begin, steps, seed, work, output

    def samples(self, kind):
        return self._set(kind, f"seed-{self.seed}")

    def checks(self, kind):
        return self._set(kind, "check")

    def _set(self, kind, name):
        """Pictures of another size are another set."""
        from synthesis import samples

        return self.work / "data" / f"{kind}-{samples.SIZES[kind]}-{name}"

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
    if run.begin:
        plan = learner.tuning(run.steps, run.seed, hashlib.sha256(run.begin.read_bytes()).hexdigest())
        options = {"fill": lambda network, checks: _fill(network, run.begin, checks)}
    else:
        plan, options = learner.SHORT if run.short else learner.FULL, {}
    renderer = Process(target=_render, args=(sample, run.checks(kind), run.samples(kind), plan.samples_at(plan.steps), run.seed))
    renderer.start()
    learner.run(plan, run.samples(kind), run.checks(kind), CHECK_COUNT, run.results(kind), renderer.is_alive, **options)
    renderer.join()


def _fill(network, path, checks):
    from conversion import restoring
    from learning import weights

    if path.suffix == ".tflite":
        restoring.restore(network, path, checks)
    else:
        weights.load(network, path)


def _render(sample, checks, samples, count, seed):
    from synthesis.shards import render_set

    os.nice(10)  # training goes first: it waits for samples where it has to
    render_set(checks, sample, CHECK_COUNT, CHECK_SEED)
    render_set(samples, sample, count, seed)


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
    parser.add_argument("--begin", type=Path, metavar="FILE", help="weights that the detector begins with: .npz or .tflite")
    parser.add_argument("--steps", type=int, default=4500, metavar="N", help="with --begin: how many steps there are (default: 4500)")
    parser.add_argument("--seed", type=int, default=TRAINING_SEED, metavar="N", help="with --begin: of the scenes, for others than the last time")
    parser.add_argument("--work", type=Path, default=HERE / "work")
    parser.add_argument("--output", type=Path, help="default: the folder Models, or with --short the work folder")
    arguments = parser.parse_args()
    if unknown := set(arguments.stages) - set(STAGES):
        parser.error(f"no such stage: {', '.join(sorted(unknown))}")
    if arguments.begin and (arguments.only != "detector" or arguments.short):
        parser.error("--begin goes with --only detector and without --short")
    if arguments.seed == CHECK_SEED or arguments.seed != TRAINING_SEED and not arguments.begin:
        parser.error(f"--seed goes with --begin; {CHECK_SEED} is the check set's")
    if any(os.environ.get(k) != v for k, v in ENVIRONMENT.items()):  # they count only from the start of a process
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ENVIRONMENT})
    output = arguments.output or (arguments.work / "short" if arguments.short else HERE.parent)
    run = Run(arguments.short, arguments.begin, arguments.steps, arguments.seed, arguments.work, output)
    for kind in [arguments.only] if arguments.only else MODELS:
        for stage in arguments.stages or STAGES:
            print(f"== {kind}: {stage}", flush=True)
            STAGES[stage](run, kind)


if __name__ == "__main__":
    main()
