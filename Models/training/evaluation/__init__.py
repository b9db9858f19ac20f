"""What the models are worth: figures on held-out pictures, by this project's engine."""
