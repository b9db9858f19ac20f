"""Synthetic scenes with codes: what the models are trained on."""
