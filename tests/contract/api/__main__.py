"""`python -m tests.contract.api`: writes docs/openapi.json, docs/asyncapi.json and the client's types anew."""

import json

from tests.contract.api import typed_answers
from tests.contract.api.documents import DOCUMENTS, FOLDER

for name, make in DOCUMENTS.items():
    (FOLDER / name).write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n", "utf-8")
typed_answers.FILE.write_text(typed_answers.source(DOCUMENTS["openapi.json"]()), "utf-8")
