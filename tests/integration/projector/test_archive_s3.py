"""The archive in an S3-compatible store: a server on this machine that speaks its protocol."""

from collections.abc import Iterator

import httpx2
import obstore
import pytest
from moto.server import ThreadedMotoServer
from obstore.store import from_url
from tests.histories import NOVEMBER, History
from tests.projections import Projection

from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.operate import Operator
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.settings import ArchiveGroup, ArchiveSettings, PostgresGroup

pytestmark = pytest.mark.postgres

DAY_MS = 86_400_000
STORE = "s3://history/tickwheel"
ROWS = "SELECT * FROM {} WHERE created_at < '2026-12-01' ORDER BY execution_id, created_at, attempt"


@pytest.fixture
def operator(projection: Projection, monkeypatch: pytest.MonkeyPatch) -> Iterator[Operator]:
    """Credentials and address come from the environment, under the names that AWS gave them."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    monkeypatch.setenv("AWS_ENDPOINT_URL", url)
    monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    httpx2.put(f"{url}/history", timeout=60).raise_for_status()  # its first answer takes it seconds
    postgres = PostgresGroup.model_validate({"dsn": projection.dsn})
    settings = ArchiveSettings(postgres=postgres, archive=ArchiveGroup(store=STORE))
    yield Operator(settings, ManualClock(NOVEMBER + 70 * DAY_MS))
    server.stop()


def test_a_month_goes_to_the_store_and_comes_back_unchanged(
    projection: Projection, operator: Operator
) -> None:
    history = History("report").created()
    history.ran()
    projection.apply(*history.events)
    before = [projection.rows(ROWS.format(table)) for table in ("executions", "attempts")]

    assert "archived 2026-11" in list(operator.run())

    assert projection.rows("SELECT * FROM executions") == []
    assert operator.verify() == 2
    assert operator.query("SELECT handler, status FROM executions").rows == [("reports.daily", "COMPLETED")]
    assert [projection.rows(ROWS.format(table)) for table in operator.restore("2026-11")] == before


def test_a_file_that_is_gone_from_the_store_is_named(projection: Projection, operator: Operator) -> None:
    history = History("report").created()
    history.ran()
    projection.apply(*history.events)
    list(operator.run())
    path = operator.files(table="executions")[0].path
    obstore.delete(from_url(STORE), path)
    with pytest.raises(ArchiveError, match=f"{path} is not in {STORE}"):
        operator.verify()
