"""A histogram for what happens thousands of times a second: it takes a list of values at the price of sorting it.

`Histogram.observe` costs about 2 us. A hot path appends to a list instead, and hands over the list once a batch.
"""

from bisect import bisect_right

from prometheus_client import Histogram


class BulkHistogram(Histogram):
    def observe_all(self, values: list[float]) -> None:
        """Count them all. Sorts the list that it is given."""
        values.sort()
        self._sum.inc(sum(values))
        counted = 0
        for bound, bucket in zip(self._upper_bounds, self._buckets, strict=True):
            up_to = bisect_right(values, bound)
            if up_to > counted:
                bucket.inc(up_to - counted)
                counted = up_to
