"""A real Prometheus scrapes the running stack; a few faults make their alerts fire. `make alerts` does them all."""

from pathlib import Path

from tests.alerts.faults import rubbish_is_sent, scheduler_is_frozen
from tests.alerts.prometheus import Prometheus
from tests.alerts.run import seen_firing
from tests.e2e.dev import eventually
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack

RECORDED = "tickwheel:queue_depth:sum"


def test_alerts_fire_by_real_faults(stack: Stack, api: Api, tmp_path: Path) -> None:
    with Prometheus(stack, tmp_path) as prometheus:
        eventually(lambda: prometheus.targets_up() == len(stack.members), 30)
        eventually(lambda: prometheus.query(RECORDED), 30)
        assert prometheus.rule_faults() == []
        quarantined = {"TickwheelRecordsQuarantined"}
        assert seen_firing(rubbish_is_sent, quarantined, stack, api, prometheus) == quarantined
        frozen = {"TickwheelTargetDown", "TickwheelNoScheduler", "TickwheelWorkOverdue"}
        assert seen_firing(scheduler_is_frozen, frozen, stack, api, prometheus) == frozen
