"""Weights as a small file that can be kept beside the code, so that training goes on where a checkpoint, seven times as large, is gone."""
import numpy as np
import torch


def save(network, path):
    """Weights of convolutions in half precision, which costs less than the batches' noise; all the rest, which is small, as it is."""
    arrays = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    partial = path.with_suffix(".partial")
    with open(partial, "wb") as file:
        np.savez(file, **{name: a.astype(np.float16) if a.ndim > 1 else a for name, a in arrays.items()})
    partial.replace(path)


def load(network, path):
    with np.load(path) as arrays:
        network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in arrays.files})
