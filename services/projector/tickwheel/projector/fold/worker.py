"""What workers say of themselves and of their handlers. Not events: the last word counts."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import document, foreign_document, text, word
from tickwheel.projector.rows.worker import HandlerHealthRow, HandlerRow, WorkerRow
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.workers import HandlerRegistered, WorkerHeartbeat, WorkerStopped


def heartbeat(changes: Changes, message: WorkerHeartbeat) -> None:
    worker_id = word(message.worker_id)
    changes.workers[worker_id] = WorkerRow(
        worker_id=worker_id,
        log_offset=changes.offset,
        instance=text(message.instance),
        hostname=text(message.hostname),
        address=text(message.address),
        version=text(message.version),
        queue=word(message.queue),
        labels=document(message.labels),
        handlers=document(message.handlers),
        slots=message.slots,
        running=message.running,
        held=message.held,
        credit=message.credit,
        cpu_milli=message.cpu_milli,
        memory_mib=message.memory_mib,
        disk_mib=message.disk_mib,
        extra_resources=document(message.extra_resources),
        draining=message.draining,
        lease_ms=message.lease_ms,
        started_ms=message.started_at_ms,
        last_seen_ms=message.sent_at_ms,
    )


def stopped(changes: Changes, message: WorkerStopped) -> None:
    worker_id = word(message.worker_id)
    row = changes.workers.setdefault(worker_id, WorkerRow(worker_id, changes.offset))
    row.log_offset = changes.offset
    row.stopped_ms = message.stopped_at_ms
    row.stop_reason = text(message.reason)
    if row.instance is not None:
        row.running = row.held = 0


def handler_registered(changes: Changes, message: HandlerRegistered) -> None:
    handler = word(message.handler)
    changes.handlers[handler] = HandlerRow(
        handler,
        changes.offset,
        text(message.kind),
        text(message.description),
        foreign_document(message.payload_schema) if message.payload_schema else None,
        word(message.worker_id),
        message.registered_at_ms,
    )


def handler_health(changes: Changes, message: HandlerHealth) -> None:
    handler = word(message.handler)
    changes.handler_health[handler] = HandlerHealthRow(
        handler,
        changes.offset,
        message.state,
        message.changed_at_ms,
        message.retry_at_ms,
        message.calls,
        message.failures,
        message.mean_duration_ms,
        message.p95_duration_ms,
        message.workers_needed,
        message.at_ms,
    )
