"""What is mistyped is named, with what was probably meant, before anybody is asked."""

import pytest
from tests.unit.cli.conftest import Invoke, Program

ID = "00000000-0000-5000-8000-000000000000"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["job", "lst"], "Did you mean 'list'?"),
        (["job", "list", "--status", "runing"], "Did you mean RUNNING?"),
        (["execution", "list", "--status", "SCHEDULED"], "'SCHEDULED' is none of"),
        (["job", "resume", "report", "--missed", "every"], "skip, latest, all"),
        (["execution", "logs", ID, "--level", "warn"], "Did you mean warning?"),
        (["execution", "why", "nope"], "`tickwheel execution list` shows them"),
        (["dlq", "retry", "nope"], "`tickwheel dlq list` shows them"),
        (["job", "update", "report"], "say what to change"),
        (["dev", "--port", "99999"], "equal to 65535"),
        (["dlq", "list", "--status", "dismised"], "Did you mean DISMISSED?"),
        (["user", "create", "ada", "--role", "boss"], "user, admin"),
        (["user", "token", "ci", "--scope", "veiw"], "Did you mean view?"),
        (["worker", "lsit"], "Did you mean 'list'?"),
        (["worker", "billing"], "such as billing:app"),
        (["archive", "rerun", "2026-10", "--status", "failde"], "Did you mean FAILED?"),
        (["job", "create", "report", "--handler", "noop", "--payload", "{a"], "is not JSON"),
        (["job", "trigger", "report", "--payload", "[1]"], "expected a JSON object"),
        (["job", "history", "report", "--at", "yesterday"], "is no instant"),
        (["job", "backfill", "report", "--since", "2026-01-01T00:00:00", "--until", "x"], "has no offset"),
        (["job", "history", "report", "--at", "2026-01-01"], "write it as 2026-01-01T00:00:00Z"),
    ],
)
def test_a_wrong_word_is_wrong_usage(invoke: Invoke, arguments: list[str], told: str) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert told in " ".join(done.output.replace("│", " ").split())


def test_words_may_be_in_any_case(program: Program) -> None:
    done = program("job", "list", "--status", "running", "--status", "Paused")
    assert done.returncode == 3, "it got as far as looking for an API"
    assert "TICKWHEEL_API" in done.stderr
