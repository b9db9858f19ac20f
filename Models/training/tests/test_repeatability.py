"""The same seeds give the same scenes, and an interrupted training ends where an uninterrupted one does."""
import tempfile
import unittest

import numpy as np
import torch
from torch import nn

from learning.training import Phase, Plan, train
from synthesis import crops, scenes


class RepeatabilityTests(unittest.TestCase):
    def test_scenes_and_crops_depend_on_their_seed_alone(self):
        for seed in range(4):
            first, second = (scenes.render(np.random.default_rng([7, seed])) for _ in range(2))
            for a, b in zip(first, second):
                np.testing.assert_array_equal(a, b)
            first, second = (crops.render(np.random.default_rng([7, seed])) for _ in range(2))
            np.testing.assert_array_equal(first[0], second[0])
            self.assertEqual(first[1], second[1])

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
