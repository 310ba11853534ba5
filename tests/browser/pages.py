"""Every page there is, with a thing to show on it."""

from tests.integration.api.api import Api, Json

PAGES = (
    "/",
    "/jobs",
    "/jobs/new",
    "/jobs/{job}",
    "/jobs/{job}?tab=executions",
    "/jobs/{job}?tab=definition",
    "/jobs/{job}?tab=history",
    "/jobs/{job}?tab=machine",
    "/jobs/{job}/edit",
    "/executions",
    "/executions/{execution}",
    "/dead-letters",
    "/dead-letters?tab=all",
    "/workers",
    "/queues",
    "/calendar",
    "/timeline",
    "/dependencies",
    "/audit",
    "/live",
    "/settings",
    "/settings?tab=users",
    "/settings?tab=tokens",
    "/nowhere",
    "/jobs/nobody-has-it",
    "/docs",
)


def things(api: Api, word: str) -> dict[str, str]:
    """A job with a past, a failure, and something that waits for it."""
    api.create(word, schedule="*/30 * * * *", description="What the pages show", tags={"team": "pages"})
    api.create(f"{word}-after", depends_on=[word])
    api.create(f"{word}-fails", handler="fail", payload={"retryable": False}, max_retries=0, now=True)
    api.post(f"/jobs/{word}/trigger")

    def ran(page: Json) -> bool:
        return bool(page["items"]) and page["items"][0]["status"] == "COMPLETED"

    run = api.wait_for(f"/executions?job={word}", ran)["items"][0]
    return {"job": word, "execution": run["execution_id"]}
