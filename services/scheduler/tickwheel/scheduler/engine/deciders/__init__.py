"""One file per input or family of inputs: the folder is the list of what can happen."""
