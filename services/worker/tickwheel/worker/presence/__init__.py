"""What a worker says of itself: heartbeats, its lease, its handlers, outcomes and statistics."""
