INSERT INTO workers AS w (
    worker_id, instance, hostname, address, version, queue, labels, handlers, slots, running, held, credit, cpu_milli,
    memory_mib, disk_mib, extra_resources, draining, lease_ms, started_at, last_seen_at, stopped_at, stop_reason,
    log_offset
)
SELECT
    worker_id, instance, hostname, address, version, queue, labels, handlers, slots, running, held, credit, cpu_milli,
    memory_mib, disk_mib, extra_resources, draining, lease_ms, instant(started_ms), instant(last_seen_ms),
    instant(stopped_ms), nullif(stop_reason, ''), log_offset
FROM staged_workers
WHERE instance IS NOT NULL
ON CONFLICT (worker_id) DO UPDATE SET
    (address, queue, labels, handlers, slots, running, held, credit, cpu_milli, memory_mib, disk_mib,
     extra_resources, draining, lease_ms, last_seen_at, stopped_at, stop_reason, log_offset)
    = (excluded.address, excluded.queue, excluded.labels, excluded.handlers, excluded.slots, excluded.running,
       excluded.held, excluded.credit, excluded.cpu_milli, excluded.memory_mib, excluded.disk_mib,
       excluded.extra_resources, excluded.draining, excluded.lease_ms, excluded.last_seen_at,
       coalesce(excluded.stopped_at, w.stopped_at), coalesce(excluded.stop_reason, w.stop_reason), excluded.log_offset)
WHERE w.log_offset < excluded.log_offset
