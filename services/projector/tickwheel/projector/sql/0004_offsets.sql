-- How far each topic has been projected: moved in the same transaction as the rows.

CREATE TABLE projection_offsets (
    topic         text NOT NULL,
    partition     integer NOT NULL,
    next_offset   bigint NOT NULL,
    projected_at  timestamptz,
    event_at      timestamptz,
    projector     text,
    stopped_at    timestamptz,
    stop_reason   text,
    PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);
COMMENT ON TABLE projection_offsets IS 'How far the tables have come. A record is in them if its offset is below next_offset.';
COMMENT ON COLUMN projection_offsets.topic IS 'The topic.';
COMMENT ON COLUMN projection_offsets.partition IS 'The partition.';
COMMENT ON COLUMN projection_offsets.next_offset IS 'The first offset that is not in the tables yet.';
COMMENT ON COLUMN projection_offsets.projected_at IS 'When it moved last.';
COMMENT ON COLUMN projection_offsets.event_at IS 'When the last event in the tables was decided.';
COMMENT ON COLUMN projection_offsets.projector IS 'The projector that moved it last.';
COMMENT ON COLUMN projection_offsets.stopped_at IS 'Since when the partition is stopped; NULL while it goes on.';
COMMENT ON COLUMN projection_offsets.stop_reason IS 'Why it is stopped, and what to do about it.';
