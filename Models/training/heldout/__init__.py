"""Pictures to judge the models by. Nothing here comes from the code that renders the training scenes."""
