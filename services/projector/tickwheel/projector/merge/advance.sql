-- Take a batch's partitions from where this projector thinks they are to where the batch ends. A partition that is no
-- longer there was moved by another projector: the answer has fewer rows than were asked, and the batch is dropped.
UPDATE projection_offsets o SET
    next_offset = n.next_offset,
    projected_at = clock_timestamp(),
    event_at = coalesce(instant(n.event_ms), o.event_at),
    projector = %(projector)s,
    stopped_at = NULL,
    stop_reason = NULL
FROM unnest(%(topics)s::text[], %(partitions)s::int[], %(expected)s::bigint[], %(next)s::bigint[], %(event_ms)s::bigint[])
    AS n (topic, partition, expected, next_offset, event_ms)
WHERE o.topic = n.topic AND o.partition = n.partition AND o.next_offset = n.expected
RETURNING o.topic, o.partition
