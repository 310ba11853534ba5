-- Changes to executions of earlier batches: they were under way then. One that ends here moves to its month.
UPDATE executions e SET
    status = coalesce(s.status, e.status),
    attempt = coalesce(s.attempt, e.attempt),
    worker_id = nullif(coalesce(s.worker_id, e.worker_id), ''),
    waits_for = coalesce(s.waits_for, e.waits_for),
    waiting_reason = nullif(coalesce(s.waiting_reason, e.waiting_reason), ''),
    not_before = CASE WHEN s.not_before_ms IS NULL THEN e.not_before ELSE greatest(instant(s.not_before_ms), e.due_at) END,
    started_at = CASE WHEN s.started_ms IS NULL THEN e.started_at ELSE instant(s.started_ms) END,
    finished_at = coalesce(instant(s.finished_ms), e.finished_at),
    failure_kind = nullif(coalesce(s.failure_kind, e.failure_kind), ''),
    error_class = nullif(coalesce(s.error_class, e.error_class), ''),
    error_message = nullif(coalesce(s.error_message, e.error_message), ''),
    recall_reason = nullif(coalesce(s.recall_reason, e.recall_reason), ''),
    result = coalesce(s.result, e.result),
    updated_at = instant(s.updated_ms),
    log_offset = s.log_offset
FROM staged_executions s
WHERE s.created_ms IS NULL
  AND e.execution_id = s.execution_id AND e.status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY')
  AND e.log_offset < s.log_offset
