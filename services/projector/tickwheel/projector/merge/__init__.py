"""SQL that takes a batch from the staging tables into the tables. One file a table, run in the order of `plan.py`."""
