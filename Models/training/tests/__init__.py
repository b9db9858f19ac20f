"""python -m unittest, in the folder above: what the training rests on."""
