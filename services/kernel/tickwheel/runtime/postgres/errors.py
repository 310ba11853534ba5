"""What can go wrong with Postgres that a person can mend.

PostgresFault
├── UnreachableError   no server answers there; trying again may help
├── DsnError           the address cannot be understood
└── MigrationError     the schema cannot be brought up to date, or is not
"""

from tickwheel.runtime.fault import Fault


class PostgresFault(Fault):
    """Base of every foreseeable fault of Postgres."""


class UnreachableError(PostgresFault):
    """No server answers at that address, or it does not let us in."""


class DsnError(PostgresFault):
    """The address cannot be understood."""


class MigrationError(PostgresFault):
    """The schema cannot be brought up to date, or is not up to date."""
