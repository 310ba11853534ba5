"""Which notices take which routes, and files of routes that make no sense."""

from pathlib import Path

import pytest

from tickwheel.watch.errand import errand_of
from tickwheel.watch.notice import JobFacts, Notice
from tickwheel.watch.route import LOG_ONLY, Route, RoutesError, load_routes

FAILED = Notice(
    id="n1",
    reason="failed",
    severity="error",
    title="It failed.",
    at_ms=1,
    job=JobFacts(id="j1", name="billing-daily", tags={"team": "billing", "env": "prod"}),
)
BROKEN = Notice(id="n2", reason="breaker_open", severity="error", title="It opened.", at_ms=1)


@pytest.mark.parametrize(
    ("wanted", "notice", "fits"),
    [
        ({}, FAILED, True),
        ({"reasons": ["overdue"]}, FAILED, False),
        ({"severity": "error"}, FAILED, True),
        ({"severity": "critical"}, FAILED, False),
        ({"job": "billing-*"}, FAILED, True),
        ({"job": "shipping-*"}, FAILED, False),
        ({"tags": {"team": "billing"}}, FAILED, True),
        ({"tags": {"team": "shipping"}}, FAILED, False),
        ({}, BROKEN, True),
        ({"job": "billing-*"}, BROKEN, False),
        ({"tags": {"team": "billing"}}, BROKEN, False),
    ],
)
def test_a_route_chooses_by_reason_severity_job_and_tags(
    wanted: dict[str, object], notice: Notice, fits: bool
) -> None:
    assert Route.model_validate({"name": "r", "channel": "log", **wanted}).fits(notice) == fits


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[route]]\nname = 'a'\nchannel = 'webhook'\nurl = 'ftp://x'\nsecret = 'secret://k'", "https://"),
        ("[[route]]\nname = 'a'\nchannel = 'webhook'\nurl = 'https://x'\nsecret = 'plain'", "secret://name"),
        ("[[route]]\nname = 'a'\nchannel = 'command'\nargv = ['rm']", "/full/path"),
        ("[[route]]\nname = 'a'\nchannel = 'log'\n[[route]]\nname = 'a'\nchannel = 'log'", "same name"),
        ("[[route]]\nname = 'a'\nchannel = 'log'\nchanel = 1", "chanel"),
        ("[[route", "cannot be read"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_with_the_remedy(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "routes.toml"
    path.write_text(text)
    with pytest.raises(RoutesError, match=fault):
        load_routes(str(path))


def test_without_a_file_only_the_log_is_told() -> None:
    assert load_routes("") == LOG_ONLY


def test_the_same_notice_makes_the_same_errand_and_holds_no_secret() -> None:
    route = Route(name="r", channel="webhook", url="https://x.example", secret="secret://key")
    errand = errand_of(FAILED, route)
    assert errand == errand_of(FAILED, route)
    assert errand.command_id != errand_of(BROKEN, route).command_id
    assert '"sign":{"key":"secret://key"}' in errand.definition.payload
