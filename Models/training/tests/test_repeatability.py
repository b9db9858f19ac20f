"""The same seeds give the same scenes, and an interrupted training ends where an uninterrupted one does."""
from pathlib import Path
import random
import tempfile
import unittest

import numpy as np
import torch
from torch import nn

from heldout import crowds
from learning import weights
from learning.train_detector import tuning
from learning.training import Phase, Plan, train
from synthesis import crops, scenes


class RepeatabilityTests(unittest.TestCase):
    def test_scenes_and_crops_depend_on_their_seed_alone(self):
        for seed in range(6):  # of each kind of scene, one at least
            first, second = (scenes.render(np.random.default_rng([7, seed])) for _ in range(2))
            for a, b in zip(first, second):
                np.testing.assert_array_equal(a, b)
            first, second = (crops.render(np.random.default_rng([7, seed])) for _ in range(2))
            np.testing.assert_array_equal(first[0], second[0])
            self.assertEqual(first[1], second[1])

    def test_crowds_depend_on_their_seed_alone(self):
        (first, codes), (second, again) = (crowds.render(random.Random("a seed")) for _ in range(2))
        np.testing.assert_array_equal(np.array(first), np.array(second))
        for (_, a, _), (_, b, _) in zip(codes, again):
            np.testing.assert_array_equal(a, b)

    def test_a_plan_may_end_earlier_while_its_rate_has_not_fallen(self):
        longer, shorter = tuning(4500, 1, "weights"), tuning(3500, 1, "weights")
        self.assertTrue(shorter.goes_on_from(longer, 2000))
        self.assertFalse(shorter.goes_on_from(longer, 2500))
        self.assertFalse(tuning(4500, 1, "others").goes_on_from(longer, 0))
        self.assertFalse(tuning(4500, 3, "weights").goes_on_from(longer, 0))

    def test_kept_weights_are_nearly_the_same(self):
        first, second = (nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)) for _ in range(2))
        with tempfile.TemporaryDirectory() as folder:
            weights.save(first, Path(folder) / "weights.npz")
            weights.load(second, Path(folder) / "weights.npz")
        for name, value in first.state_dict().items():
            self.assertTrue(torch.allclose(value.float(), second.state_dict()[name].float(), rtol=1e-3, atol=1e-6), name)

    def test_an_interruption_changes_nothing(self):
        plan = Plan(phases=(Phase(4, 8), Phase(4, 12)), batch=2)

        def make_batch(step, size, stop=None):
            if step == stop:
                raise KeyboardInterrupt
            generator = torch.Generator().manual_seed(step)
            return torch.rand(2, 3, size, size, generator=generator), torch.rand(2, generator=generator)

        def loss(network, pictures, wanted):
            return {"square": ((network(pictures).mean((1, 2, 3)) - wanted) ** 2).mean()}

        def run(folder, stop=None):
            torch.manual_seed(1)
            network = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Conv2d(4, 1, 1))
            averaged = train(network, plan, lambda s, size: make_batch(s, size, stop), loss, folder, lambda n: {}, 2, 100, 100)
            return averaged.state_dict()

        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            whole = run(one)
            with self.assertRaises(KeyboardInterrupt):
                run(two, stop=5)
            resumed = run(two)
        for name, value in whole.items():
            self.assertTrue(torch.equal(value, resumed[name]), name)


if __name__ == "__main__":
    unittest.main()
