"""A collector of spans on this machine: takes OTLP over HTTP."""

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector:
    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1/traces"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def of_trace(self, trace_id: str) -> dict[str, Span]:
        """By name."""
        return {span.name: span for span in list(self.spans) if span.trace_id.hex() == trace_id}

    def linked_to(self, other: Span) -> list[Span]:
        return [span for span in list(self.spans) if other.span_id in {link.span_id for link in span.links}]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def take(self, body: bytes) -> None:
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                self.spans += scope.spans

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                collector.take(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's signature
                """Tests look at `spans`."""

        return Handler
