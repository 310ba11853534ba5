"""What a batch changes in each table, one struct a row, in the order of the staging table's columns.

None means: leave the column as it is. Zero and the empty string mean, as everywhere in the protocol: not set.
"""
