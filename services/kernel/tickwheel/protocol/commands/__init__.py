"""Commands: wishes, in the imperative, from anyone who may write to the command topics."""
