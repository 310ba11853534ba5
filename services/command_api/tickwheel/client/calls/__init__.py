"""Everything the API can be asked: each function makes a call, and sends nothing.

`key` is the Idempotency-Key of a write: give one to make the write yours to repeat, even from another process. `query` are the
filters of a list, as in the API: status, handler, q, sort, limit, cursor and so on.
"""
