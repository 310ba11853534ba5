"""Figures that were measured, shown whatever pytest hides."""

import sys

import pytest


def tell(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")
