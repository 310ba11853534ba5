"""The files of the dashboard, and what is answered where there are none."""

import gzip
import pathlib

import pytest

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.routes import pages
from tickwheel.command_api.routes.pages import answer

BROWSER = {"accept": "text/html,*/*", "accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def built(tmp_path: pathlib.Path) -> pathlib.Path:
    folder = tmp_path / "dashboard"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>first page")
    (folder / "docs.html").write_text("<p>reference")
    (folder / "assets" / "index-a1b2.js").write_text("plain")
    (folder / "assets" / "index-a1b2.js.gz").write_bytes(gzip.compress(b"plain"))
    (tmp_path / "secret").write_text("not for you")
    return folder


def test_a_hashed_file_may_be_kept_for_ever(built: pathlib.Path) -> None:
    found = answer(built, "assets/index-a1b2.js", BROWSER)
    assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert found.headers["content-type"].startswith("text/javascript")


def test_a_file_is_sent_compressed_to_those_who_can_read_that(built: pathlib.Path) -> None:
    packed = answer(built, "assets/index-a1b2.js", BROWSER)
    assert (packed.headers["content-encoding"], gzip.decompress(packed.body)) == ("gzip", b"plain")
    plain = answer(built, "assets/index-a1b2.js", {"accept-encoding": "identity"})
    assert ("content-encoding" in plain.headers, plain.body) == (False, b"plain")


@pytest.mark.parametrize("path", ["", "jobs", "jobs/billing.invoices", "executions/1"])
def test_an_address_of_the_dashboard_is_answered_with_its_first_page(built: pathlib.Path, path: str) -> None:
    found = answer(built, path, BROWSER)
    assert (found.body, found.headers["cache-control"]) == (b"<p>first page", "no-cache")


@pytest.mark.parametrize("path", ["docs", "docs/"])
def test_the_reference_of_the_api_is_a_page_of_ours(built: pathlib.Path, path: str) -> None:
    found = answer(built, path, BROWSER)
    assert found.body == b"<p>reference"
    assert found.headers["content-security-policy"] == pages.POLICY


def test_no_page_may_ask_anything_of_another_host(built: pathlib.Path) -> None:
    policy = answer(built, "", BROWSER).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self';" in policy
    assert "http" not in policy


def test_what_is_known_already_is_not_sent_again(built: pathlib.Path) -> None:
    tag = answer(built, "", BROWSER).headers["etag"]
    assert answer(built, "", {**BROWSER, "if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("path", ["../secret", "assets/../../secret", "/etc/passwd"])
def test_nothing_outside_the_build_is_read(built: pathlib.Path, path: str) -> None:
    assert answer(built, path.removeprefix("assets/"), BROWSER).body == b"<p>first page"


@pytest.mark.parametrize(("path", "accept"), [("assets/gone.js", "*/*"), ("data.json", "application/json")])
def test_a_file_that_is_not_there_is_not_found(built: pathlib.Path, path: str, accept: str) -> None:
    with pytest.raises(Problem, match="expected to find page"):
        answer(built, path, {"accept": accept})


def test_a_dashboard_that_was_not_built_says_how_to_build_it(tmp_path: pathlib.Path) -> None:
    found = answer(tmp_path, "", BROWSER)
    assert (found.status_code, b"make dashboard" in found.body) == (503, True)


@pytest.mark.parametrize("path", ["/api", "/api/v1/nothing", "/ws", "/registry/subjects"])
def test_the_api_keeps_its_own_addresses(path: str) -> None:
    scope = {"type": "http", "path": path, "method": "GET"}
    assert pages.route().matches(scope)[0].name == "NONE"
