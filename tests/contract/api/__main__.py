"""`python -m tests.contract.api`: writes docs/openapi.json and docs/asyncapi.json anew."""

import json

from tests.contract.api.documents import DOCUMENTS, FOLDER

for name, make in DOCUMENTS.items():
    (FOLDER / name).write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n", "utf-8")
