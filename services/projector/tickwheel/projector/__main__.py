"""`python -m tickwheel.projector` is `tickwheel projector`."""

import sys

from tickwheel.projector.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
