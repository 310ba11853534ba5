"""Who runs what next: live workers, what they can take, and the order of those that wait. Pure."""
