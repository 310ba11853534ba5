"""Who did what: every command that was decided, accepted or not."""

from tickwheel.command_api.reads.listing import Listing

LISTING = Listing(
    table="""(
        SELECT c.command_id, c.job_id, j.name AS job_name, j.owner, c.command_type, c.accepted, c.actor, c.decided_at,
            c.event_type, c.sequence, c.execution_id, c.code, c.field, c.message
        FROM tickwheel.commands c LEFT JOIN tickwheel.jobs j USING (job_id)
    ) AS audit""",
    id="command_id",
    columns=(
        "command_id",
        "job_id",
        "job_name",
        "owner",
        "command_type",
        "accepted",
        "actor",
        "decided_at",
        "event_type",
        "sequence",
        "execution_id",
        "code",
        "field",
        "message",
    ),
    sorts={"decided_at": "decided_at"},
    search=("job_name", "actor", "command_type", "message"),
    filters={
        "actor": "actor = %s",
        "command_type": "command_type = ANY(%s)",
        "accepted": "accepted = %s",
        "job_id": "job_id = %s",
        "owner": "owner = %s",
        "since": "decided_at >= %s",
        "until": "decided_at < %s",
    },
)
