"""The Python client of the REST API. Every method is one request; its answer is the API's, as a dict."""

from types import TracebackType
from typing import Any, Self

import httpx2

from tickwheel.client.address import Address, find_address
from tickwheel.client.errors import RefusedError, UnreachableError

TIMEOUT_S = 30.0

Json = dict[str, Any]


class Client:
    def __init__(self, address: Address | None = None) -> None:
        self._address = address or find_address()
        self._http = httpx2.Client(
            base_url=f"{self._address.api}/api/v1",
            headers={"Authorization": f"Bearer {self._address.token}"},
            timeout=TIMEOUT_S,
        )

    def create_job(self, spec: Json) -> Json:
        return self._call("POST", "/jobs", json=spec)

    def list_jobs(self, limit: int = 50) -> list[Json]:
        return self._items("/jobs", limit)

    def show_job(self, job: str) -> Json:
        return self._call("GET", f"/jobs/{job}")

    def steer_job(self, job: str, verb: str) -> Json:
        """pause, resume or trigger."""
        return self._call("POST", f"/jobs/{job}/{verb}")

    def delete_job(self, job: str) -> Json:
        return self._call("DELETE", f"/jobs/{job}")

    def list_executions(self, limit: int = 50, job: str = "") -> list[Json]:
        return self._items(f"/jobs/{job}/executions" if job else "/executions", limit)

    def show_execution(self, execution_id: str) -> Json:
        return self._call("GET", f"/executions/{execution_id}")

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _items(self, path: str, limit: int) -> list[Json]:
        items: list[Json] = self._call("GET", path, params={"limit": limit})["items"]
        return items

    def _call(self, method: str, path: str, **options: Any) -> Json:
        try:
            answer = self._http.request(method, path, **options)
        except httpx2.TransportError as error:
            raise UnreachableError(
                f"No answer from {self._address.api} ({error}): is it running? `tickwheel dev` starts one"
            ) from error
        body: Json = answer.json()
        if answer.is_error:
            raise RefusedError(answer.status_code, body.get("code", ""), body.get("detail", answer.text))
        return body
