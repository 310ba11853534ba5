"""The committed OpenAPI and AsyncAPI documents are what the code says. To renew them: python -m tests.contract.api."""

import json

import pytest
from tests.contract.api.documents import DOCUMENTS, FOLDER


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_committed_document_is_what_the_code_says(name: str) -> None:
    committed = json.loads((FOLDER / name).read_text("utf-8"))
    assert committed == DOCUMENTS[name](), (
        f"docs/{name} is out of date: run `python -m tests.contract.api` and look at the difference"
    )


def test_every_operation_says_who_may_call_it_and_how_it_refuses() -> None:
    for path, operations in DOCUMENTS["openapi.json"]()["paths"].items():
        for method, operation in operations.items():
            assert "security" in operation, f"{method} {path}"
            if path.startswith("/api/v1") and "health" not in path and not path.endswith("/metrics"):
                assert {"401", "403", "503"} <= set(operation["responses"]), f"{method} {path}"


def test_every_message_of_every_topic_has_its_schema() -> None:
    document = DOCUMENTS["asyncapi.json"]()
    for channel in document["channels"].values():
        for name in channel["messages"]:
            assert document["components"]["messages"][name]["payload"]["schema"]["name"] == name
