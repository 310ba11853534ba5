"""The base of foreseeable faults: what a person can mend, told in a sentence that names the remedy."""


class Fault(Exception):  # noqa: N818 - the word people use; its children are named after what is wrong
    """Something outside the program is wrong. The command line prints the message alone, without a traceback."""
