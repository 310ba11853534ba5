"""Log lines and progress of handlers, on their way to the `logs` topic. Capped per run; what is dropped is counted."""

from typing import Any

import msgspec

from tickwheel.protocol.logs import ExecutionLogged, ProgressReported
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.vocabulary import LogLevel
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import Clock
from tickwheel.worker.presence.outbox import Outbox
from tickwheel.worker.redaction import redact, redact_within
from tickwheel.worker.sdk.context import JobContext, Speech

BURST = 200.0
"""Lines that a run may say at once..."""

PER_SECOND = 50.0
"""...and how fast that allowance comes back."""

MAX_LINE_CHARS = 8_192


class LogVoice:
    """The Voice of a worker. Called from handlers' threads; sends and forgets."""

    def __init__(self, outbox: Outbox, topics: Topics, clock: Clock) -> None:
        self._outbox = outbox
        self._topic = topics.logs
        self._clock = clock

    def log(self, context: JobContext, level: LogLevel, message: str, fields: dict[str, Any]) -> None:
        now_ms = self._clock.now_ms()
        speech = self._speech(context, now_ms)
        if speech.allowance < 1.0:
            speech.dropped += 1
            metrics.WORKER_LOG_LINES_DROPPED.labels(context.handler).inc()
            return
        speech.allowance -= 1.0
        self._say(context, speech, now_ms, level, message, fields)

    def progress(self, context: JobContext, fraction: float, message: str) -> None:
        now_ms = self._clock.now_ms()
        speech = self._speech(context, now_ms)
        if speech.allowance < 1.0:
            return
        speech.allowance -= 1.0
        report = ProgressReported(
            job_id=context.job_id,
            execution_id=context.execution_id,
            attempt=context.attempt,
            at_ms=now_ms,
            fraction=fraction,
            message=redact(message)[:MAX_LINE_CHARS],
        )
        self._outbox.send_once(self._topic, context.partition, context.job_id, report)

    def end(self, context: JobContext) -> None:
        speech = context.speech
        if speech is not None and speech.dropped:
            message = "the last lines were dropped by the rate cap"
            self._say(context, speech, self._clock.now_ms(), "warning", message, {})

    def _speech(self, context: JobContext, now_ms: int) -> Speech:
        speech = context.speech
        if speech is None:
            speech = context.speech = Speech(now_ms, BURST)
        gained = max(0, now_ms - speech.at_ms) * PER_SECOND / 1_000
        speech.allowance = min(BURST, speech.allowance + gained)
        speech.at_ms = now_ms
        return speech

    def _say(
        self,
        context: JobContext,
        speech: Speech,
        now_ms: int,
        level: LogLevel,
        message: str,
        fields: dict[str, Any],
    ) -> None:
        line = ExecutionLogged(
            job_id=context.job_id,
            execution_id=context.execution_id,
            attempt=context.attempt,
            line=next(speech.lines),
            at_ms=now_ms,
            level=level,
            message=redact(message)[:MAX_LINE_CHARS],
            fields=_told(fields) if fields else "",
            dropped=speech.dropped,
        )
        speech.dropped = 0
        self._outbox.send_once(self._topic, context.partition, context.job_id, line)


def _told(fields: dict[str, Any]) -> str:
    """As JSON. A line that cannot be written must not fail the job that says it."""
    try:
        # Text by text first: a secret with quotes or line breaks looks different once it is JSON.
        text = msgspec.json.encode(redact_within(fields), enc_hook=str).decode()
    except Exception as fault:
        text = msgspec.json.encode({"unreadable": f"{type(fault).__name__}: {fault}"}).decode()
    return redact(text)[:MAX_LINE_CHARS]
