"""What several deciders do in the same way: each step records events in a draft."""
