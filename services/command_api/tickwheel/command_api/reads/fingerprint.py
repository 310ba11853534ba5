"""What makes two failures alike: the same handler, kind, class and words, whatever ids and numbers the words hold."""

TEMPLATE = r"""regexp_replace(regexp_replace(left(error_message, 500),
    '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|0x[0-9a-fA-F]+|\m[0-9a-f]{16,}\M', '#', 'g'),
    '[0-9]+([.,:][0-9]+)*', '#', 'g')"""
"""The message of a dead letter with a # for each id and number. A plain expression over the row, so it needs no column."""

FINGERPRINT = f"md5(concat_ws(E'\\n', handler, failure_kind, error_class, {TEMPLATE}))"
