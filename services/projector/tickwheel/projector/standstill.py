"""While a verification compares, no table is dropped or changes its name: a snapshot keeps rows, but not tables."""

from tickwheel.runtime.postgres.connect import Connection

KEY = "hashtextextended('tickwheel.tables', 0)"


def hold(connection: Connection) -> None:
    """The tables stay what they are until the connection is closed. Waits for who is about to change them."""
    connection.execute("SET lock_timeout TO 0")
    connection.execute(f"SELECT pg_advisory_lock_shared({KEY})".encode())


def wait(connection: Connection) -> None:
    """Until nobody holds them still; inside a transaction, which nobody does before its end."""
    connection.execute("SET LOCAL statement_timeout TO 0")
    connection.execute("SET LOCAL lock_timeout TO 0")
    connection.execute(f"SELECT pg_advisory_xact_lock({KEY})".encode())
    connection.execute("SET LOCAL lock_timeout TO DEFAULT")
