"""The training loop that both networks share: steps, schedule, averaged weights, checkpoints, log."""
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
import copy
import json
import math
import os
import time

import torch

from . import weights

WARM_UP_STEPS = 100
WEIGHT_DECAY = .01
CLIP = 5.0


@dataclass(frozen=True)
class Phase:
    """So many steps with pictures of a size."""

    steps: int
    size: int


@dataclass(frozen=True)
class Plan:
    """All that a training run depends on besides its samples. Time is not part of it."""

    phases: tuple
    seed: int = 1
    batch: int = 32
    learning_rate: float = 2e-3
    average_decay: float = .999
    # Where the learning rate falls: (first step, end) of each fall. Before it stays the same, so that a longer run begins like a shorter
    # one, and behind a fall training goes on at the full rate. None named: one fall from the first step to the last.
    falls: tuple = ()
    # Samples to choose from at the first step, how many each step adds, and at most: training need not wait for all of them.
    first_samples: int = 4000
    samples_per_step: float = 2
    most_samples: int = 30000
    # A digest of the file of weights that the first step takes over, none for random ones, and after how many steps that was.
    beginning: str = ""
    steps_before: int = 0

    @property
    def steps(self):
        return sum(p.steps for p in self.phases)

    def size_at(self, step):
        for phase in self.phases:
            if step < phase.steps:
                return phase.size
            step -= phase.steps
        return self.phases[-1].size

    def samples_at(self, step):
        return int(min(self.first_samples + self.samples_per_step * step, self.most_samples))

    def goes_on_from(self, other, steps):
        """Whether the first steps of another plan are those of this one: plans may differ in what is still to come."""
        fixed = ("seed", "batch", "average_decay", "first_samples", "samples_per_step", "most_samples", "beginning", "steps_before")
        return all(getattr(self, name) == getattr(other, name) for name in fixed) and all(
            (self.rate_at(k), self.size_at(k)) == (other.rate_at(k), other.size_at(k)) for k in range(steps)
        )

    def rate_at(self, step):
        """Warm-up, the full rate, then a cosine down to half a percent; the same again for each further fall."""
        begin = 0
        for start, end in self.falls or ((0, self.steps),):
            if step < end:
                break
            begin = end
        fallen = max(0, step - start) / (end - start)
        return self.learning_rate * min(1, (step - begin + 1) / WARM_UP_STEPS) * (.5 * (1 + math.cos(math.pi * fallen)) + .005)


def train(network, plan, make_batch, loss, folder, evaluate, save_every=250, evaluate_every=1000, log_every=50):
    """Trains a network and returns its averaged copy.

    make_batch(step, size) gives tensors that depend on its arguments alone; loss(network, *tensors) gives terms by name.
    A checkpoint in the folder is taken up; what follows equals an uninterrupted run. With each checkpoint the averaged weights are
    written alone, as weights.npz.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    network = network.to(memory_format=torch.channels_last)
    network.train()
    averaged = copy.deepcopy(network).eval()
    flat = [p for p in network.parameters() if p.ndim <= 1]
    deep = [p for p in network.parameters() if p.ndim > 1]
    optimizer = torch.optim.AdamW([{"params": deep, "weight_decay": WEIGHT_DECAY}, {"params": flat, "weight_decay": 0}], lr=plan.learning_rate)
    first = _resume(folder / "checkpoint.pt", plan, network, averaged, optimizer)
    log = _Log(folder / "log.jsonl", first)
    with ThreadPoolExecutor(1) as loader:
        upcoming = loader.submit(make_batch, first, plan.size_at(first)) if first < plan.steps else None
        for step in range(first, plan.steps):
            batch = upcoming.result()
            if step + 1 < plan.steps:
                upcoming = loader.submit(make_batch, step + 1, plan.size_at(step + 1))
            for group in optimizer.param_groups:
                group["lr"] = plan.rate_at(step)
            terms = loss(network, *batch)
            optimizer.zero_grad(set_to_none=True)
            sum(terms.values()).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), CLIP)
            optimizer.step()
            _average(averaged, network, min(plan.average_decay, (step + 1) / (step + 10)))
            done = step + 1
            log.add(terms, plan.batch)
            if done % log_every == 0:
                log.write(done, plan.rate_at(step))
            if done % evaluate_every == 0 or done == plan.steps:
                log.note(done, evaluate(averaged))
            if done % save_every == 0 or done == plan.steps:
                _save(folder / "checkpoint.pt", plan, done, network, averaged, optimizer)
                weights.save(averaged, folder / "weights.npz")
    return averaged


@torch.no_grad()
def _average(averaged, network, decay):
    for mean, value in zip(averaged.state_dict().values(), network.state_dict().values()):
        if value.dtype.is_floating_point:
            mean.lerp_(value, 1 - decay)
        else:
            mean.copy_(value)


def _save(path, plan, step, network, averaged, optimizer):
    partial = path.with_suffix(".partial")
    state = {"plan": plan, "step": step, "network": network.state_dict(), "averaged": averaged.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save(state, partial)
    os.replace(partial, path)


def _resume(path, plan, network, averaged, optimizer):
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=False)
    if not plan.goes_on_from(state["plan"], state["step"]):
        raise SystemExit(f"{path} belongs to another plan: {state['plan']}, not {plan}. Remove it or choose another folder.")
    network.load_state_dict(state["network"])
    averaged.load_state_dict(state["averaged"])
    optimizer.load_state_dict(state["optimizer"])
    return state["step"]


def load_averaged(network, folder):
    """The averaged weights of a run, finished or not, in evaluation mode; and how many steps they saw."""
    state = torch.load(Path(folder) / "checkpoint.pt", weights_only=False)
    network.load_state_dict(state["averaged"])
    return network.eval(), state["step"]


class _Log:
    """One JSON object per line: mean losses since the last line, or figures of an evaluation.

    Lines behind the step at which a run is taken up again are dropped, since that part is computed once more.
    """

    def __init__(self, path, first):
        lines = path.read_text().splitlines() if path.exists() else []
        kept = [text for text in lines if json.loads(text)["step"] <= first]
        path.write_text("".join(text + "\n" for text in kept))
        self.path, self.sums, self.count, self.samples, self.since = path, {}, 0, 0, time.monotonic()

    def add(self, terms, samples):
        for name, value in terms.items():
            self.sums[name] = self.sums.get(name, 0) + float(value.detach())
        self.count += 1
        self.samples += samples

    def write(self, step, rate):
        now = time.monotonic()
        means = {name: round(total / self.count, 4) for name, total in self.sums.items()}
        self.note(step, {**means, "learning_rate": round(rate, 6), "samples_per_second": round(self.samples / (now - self.since), 1)})
        self.sums, self.count, self.samples, self.since = {}, 0, 0, time.monotonic()

    def note(self, step, figures):
        text = json.dumps({"step": step, **figures})
        print(text, flush=True)
        with open(self.path, "a") as file:
            file.write(text + "\n")
