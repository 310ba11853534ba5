"""The jobs of the demonstration, as the API takes them."""

from typing import Any

Spec = dict[str, Any]

HISTORY_DAYS = 8
TAG = "demo=yes"


def _job(name: str, handler: str, description: str, owner: str, **fields: Any) -> Spec:
    team = name.partition(".")[0]
    return {
        "name": name,
        "handler": handler,
        "description": description,
        "owner": owner,
        "tags": {"team": team, "demo": "yes"},
        **fields,
    }


BILLING = (
    _job(
        "billing.charge-cards",
        "billing.charge_cards",
        "Charge what is due",
        "ada",
        schedule="*/20 * * * *",
        overlap="allow",
        priority=90,
        max_retries=2,
        backoff_initial_ms=2_000,
        payload={"region": "EU", "batch": 80},
    ),
    _job(
        "billing.invoices",
        "billing.send_invoices",
        "Invoices of the day, before the office opens",
        "ada",
        schedule="0 6 * * MON-FRI",
        timezone="Europe/Vienna",
        priority=80,
    ),
    _job(
        "billing.dunning",
        "billing.send_invoices",
        "Reminders, twice a week",
        "ada",
        schedule="0 10 * * TUE,THU",
        timezone="America/New_York",
    ),
)
REPORTS = (
    _job(
        "reports.daily-sales",
        "reports.render",
        "Sales of yesterday; at half past two, where daylight saving bites",
        "grace",
        schedule="30 2 * * *",
        timezone="Europe/Berlin",
    ),
    _job(
        "reports.hourly-traffic",
        "reports.render",
        "Visits and orders of the hour",
        "grace",
        schedule="0 * * * *",
        overlap="allow",
        max_retries=0,
    ),
    _job(
        "reports.month-end",
        "reports.render",
        "Closing, on the last day of the month",
        "grace",
        schedule="0 5 L * *",
        timezone="Asia/Kolkata",
    ),
)
IMPORTS = (
    _job(
        "imports.orders",
        "imports.feed",
        "Orders of the shops",
        "linus",
        interval="2m",
        payload={"source": "shops", "rows": 300},
    ),
    _job(
        "imports.exchange-rates",
        "imports.feed",
        "Rates of the central bank",
        "linus",
        schedule="5 * * * *",
        overlap="allow",
        payload={"source": "ecb", "rows": 34},
    ),
    _job(
        "imports.supplier-prices",
        "imports.feed",
        "Price lists; some suppliers write them by hand",
        "linus",
        schedule="20 */2 * * *",
        overlap="allow",
        timezone="Asia/Tokyo",
        max_retries=1,
    ),
)
WAREHOUSE = (
    _job(
        "warehouse.facts",
        "warehouse.build",
        "Orders in one currency",
        "grace",
        depends_on=["imports.orders", "imports.exchange-rates"],
        dependency_mode="any",
    ),
    _job(
        "warehouse.margins",
        "warehouse.build",
        "What is earned on what",
        "grace",
        depends_on=["warehouse.facts", "imports.supplier-prices"],
    ),
    _job(
        "warehouse.forecast",
        "warehouse.build",
        "Next week, from the last two years",
        "grace",
        depends_on=["warehouse.facts"],
    ),
    _job("search.reindex", "warehouse.build", "What the shop finds", "linus", depends_on=["warehouse.facts"]),
    _job(
        "reports.board",
        "reports.render",
        "One page for the board",
        "grace",
        depends_on=["warehouse.margins", "warehouse.forecast"],
    ),
)
OPERATIONS = (
    _job(
        "ops.probe",
        "ops.probe",
        "Is the shop well?",
        "linus",
        schedule="*/20 * * * * *",
        max_retries=0,
        priority=70,
    ),
    _job(
        "ops.backup", "ops.maintain", "The database, every night", "linus", schedule="0 3 * * *", priority=80
    ),
    _job(
        "ops.rotate-logs",
        "ops.maintain",
        "Some minute of every hour",
        "linus",
        schedule="H * * * *",
        overlap="allow",
    ),
    _job("media.thumbnails", "media.thumbnails", "Of new uploads", "ada", interval="45s"),
    _job(
        "media.transcode", "media.transcode", "Videos, slowly", "ada", schedule="0 */6 * * *", overlap="allow"
    ),
    _job(
        "mail.newsletter",
        "mail.send",
        "Once, in two days",
        "ada",
        delay="2d",
        payload={"region": "US", "batch": 500},
    ),
    _job("mail.welcome", "mail.send", "Once, now", "ada", now=True),
    _job(
        "ml.train",
        "warehouse.build",
        "Waits: no worker serves the queue gpu",
        "grace",
        queue="gpu",
        extra_resources={"gpu": 1},
    ),
    _job(
        "legacy.sync", "imports.feed", "Paused until the old shop is gone", "linus", schedule="*/10 * * * *"
    ),
)

ALL: tuple[Spec, ...] = (*BILLING, *REPORTS, *IMPORTS, *WAREHOUSE, *OPERATIONS)

WITH_HISTORY = (
    "billing.charge-cards",
    "billing.invoices",
    "billing.dunning",
    "reports.daily-sales",
    "reports.hourly-traffic",
    "imports.exchange-rates",
    "imports.supplier-prices",
    "ops.backup",
    "ops.rotate-logs",
)
"""Run for every due time of the last days, by a backfill: real executions, marked as what they are."""
