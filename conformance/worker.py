"""A small external worker with the steps for the tests. Implements the worker protocol with the standard library.

    python worker.py <URL of the server> <worker key>
"""

import json
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

NUMBER = {"type": "number"}


def manifest(name: str, **parts: Any) -> dict[str, Any]:
    base = {"function_name": name, "version": "1.0.0", "procon_version": "2.3.0", "tags": ["conformance"]}
    return {**base, "short_description": f"The step {name}.", **parts}


def parameters(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"title": "Parameters", "type": "object", "properties": properties, "required": required, "additionalProperties": False}


class Lost(Exception):
    """The lease was lost, so the work is discarded."""


class Job:
    """A job as its step sees it."""

    def __init__(self, gateway: "Gateway", lease: dict[str, Any]):
        self._gateway = gateway
        self._lease = lease
        self.parameters: dict[str, Any] = lease["parameters"]

    def inputs(self) -> list[bytes]:
        return [self._gateway.get(self._lease, part["path"]) for part in self._lease["inputs"]]

    def write(self, slot: str, index: int, name: str, content: bytes, media_type: str) -> None:
        self._gateway.put(self._lease, f"outputs/{slot}/{index}?name={name}", content, media_type)

    def sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(0.1)
            self._gateway.post(self._lease, "heartbeat", {})


def add(job: Job) -> Any:
    return job.parameters["a"] + job.parameters["b"]


def join(job: Job) -> Any:
    parts = job.inputs()
    job.write("joined", 0, "joined.txt", b"".join(parts), "text/plain")
    return {"parts": len(parts)}


def nap(job: Job) -> Any:
    job.sleep(job.parameters["seconds"])
    return None


def break_down(job: Job) -> Any:
    raise RuntimeError(job.parameters["why"])


def echo(job: Job) -> Any:
    return job.parameters["value"]


def write(job: Job) -> Any:
    job.write("text", 0, "text.txt", job.parameters["text"].encode(), "text/plain")
    return None


STEPS: list[tuple[dict[str, Any], Callable[[Job], Any]]] = [
    (manifest("conformance_add", parameters=parameters({"a": NUMBER, "b": {**NUMBER, "default": 1}}, ["a"])), add),
    (
        manifest(
            "conformance_join",
            input_dataslots=[
                {"name": "parts", "title": "Parts", "description": "Texts.", "mediatype": "text/plain", "metadata": {}, "minSlots": 1, "maxSlots": None}
            ],
            output_dataslots=[{"name": "joined", "title": "Joined", "description": "", "mediatype": "text/plain", "metadata": {}}],
        ),
        join,
    ),
    (manifest("conformance_nap", parameters=parameters({"seconds": {**NUMBER, "default": 0.5}}, [])), nap),
    (manifest("conformance_echo", parameters=parameters({"value": {"title": "Value"}}, ["value"])), echo),
    (
        manifest(
            "conformance_write",
            parameters=parameters({"text": {"type": "string", "default": ""}}, []),
            input_dataslots=[
                {"name": "maybe", "title": "Maybe", "description": "", "mediatype": "", "metadata": {}, "minSlots": 0, "maxSlots": 1}
            ],
            output_dataslots=[{"name": "text", "title": "Text", "description": "", "mediatype": "text/plain", "metadata": {}}],
        ),
        write,
    ),
    (manifest("conformance_break", parameters=parameters({"why": {"type": "string", "default": "It broke."}}, [])), break_down),
]


class Gateway:
    def __init__(self, url: str, key: str):
        self._url = url
        self._key = key

    def call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        request = urllib.request.Request(f"{self._url}{path}", data=body, method=method, headers={"x-api-key": self._key, **headers})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.read()
        except urllib.error.HTTPError as error:
            if error.code == 409:
                raise Lost from error
            raise RuntimeError(f"{path}: {error.code} {error.read().decode()}") from error

    def json(self, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        return json.loads(self.call(method, path, json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})}))

    def post(self, lease: dict[str, Any], rest: str, body: Any) -> None:
        self.json("POST", f"/worker/v1/leases/{lease['id']}/{rest}", body, {"x-lease-token": lease["token"]})

    def put(self, lease: dict[str, Any], rest: str, content: bytes, media_type: str) -> None:
        headers = {"x-lease-token": lease["token"], "Content-Type": media_type}
        self.call("PUT", f"/worker/v1/leases/{lease['id']}/{rest}", content, headers)

    def get(self, lease: dict[str, Any], path: str) -> bytes:
        return self.call("GET", path, None, {"x-lease-token": lease["token"]})


def register(gateway: Gateway) -> dict[str, Callable[[Job], Any]]:
    registered = gateway.json("PUT", "/worker/v1/steps", {"manifests": [shape for shape, _ in STEPS]})
    return {step["stepId"]: run for step, (_, run) in zip(registered["steps"], STEPS, strict=True)}


def run_one(gateway: Gateway, lease: dict[str, Any], run: Callable[[Job], Any]) -> None:
    try:
        result = run(Job(gateway, lease))
        gateway.post(lease, "complete", {} if result is None else {"result": result})
    except Lost:
        return
    except RuntimeError as error:
        gateway.post(lease, "fail", {"message": str(error)})


def serve(gateway: Gateway) -> None:
    steps = register(gateway)
    while True:
        request = {"worker": "conformance", "stepIds": list(steps), "waitMs": 20_000}
        for lease in gateway.json("POST", "/worker/v1/claim", request)["leases"]:
            run_one(gateway, lease, steps[lease["stepId"]])


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    serve(Gateway(sys.argv[1], sys.argv[2]))
