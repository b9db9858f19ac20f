"""Networks and their training."""
