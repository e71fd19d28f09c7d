"""The worker protocol over HTTP. packages/contracts/src/worker.ts describes it."""

import hashlib
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any, BinaryIO

TIMEOUT_SECONDS = 60
CLAIM_WAIT_MS = 20_000
TRIES = 5
PIECE = 1 << 20


class LeaseLost(Exception):
    """The job was canceled, or another worker has it. The step is stopped and its work discarded."""


class Refused(Exception):
    """The server refused a call and says why."""

    def __init__(self, status: int, detail: str):
        super().__init__(detail)
        self.status = status


class Damaged(Exception):
    """An input does not match its checksum."""


class Gateway:
    def __init__(self, url: str, key: str):
        self._url = url.rstrip("/")
        self._key = key

    def register(self, manifests: list[dict[str, Any]]) -> list[str]:
        """Returns the ids of the steps, in their order."""
        registered = self._json("PUT", "/worker/v1/steps", {"manifests": manifests})
        return [registered_step["stepId"] for registered_step in registered["steps"]]

    def claim(self, worker: str, step_ids: list[str]) -> list[dict[str, Any]]:
        """Waits for a job."""
        request = {"worker": worker, "stepIds": step_ids, "waitMs": CLAIM_WAIT_MS, "stepNetwork": "allowed"}
        return self._json("POST", "/worker/v1/claim", request)["leases"]

    def post(self, lease: dict[str, Any], call: str, body: dict[str, Any]) -> None:
        """Repeats the call if the connection is lost; one that the server answered already then counts as a lost lease."""
        again(lambda: self._json("POST", _path(lease, call), body, _token(lease)))

    def download(self, lease: dict[str, Any], part: dict[str, Any], target: Path) -> None:
        again(lambda: self._download(lease, part, target))

    def upload(self, lease: dict[str, Any], slot: str, index: int, file: Path, media_type: str) -> None:
        name = urllib.parse.quote(file.name, safe="")
        headers = {**_token(lease), "Content-Type": media_type, "Content-Length": str(file.stat().st_size)}

        def send() -> None:
            with file.open("rb") as content:
                self._call("PUT", _path(lease, f"outputs/{slot}/{index}?name={name}"), content, headers).close()

        again(send)

    def _download(self, lease: dict[str, Any], part: dict[str, Any], target: Path) -> None:
        sum_of = hashlib.sha256()
        with self._call("GET", part["path"], None, _token(lease)) as reply, target.open("wb") as file:
            while piece := reply.read(PIECE):
                sum_of.update(piece)
                file.write(piece)
        if sum_of.hexdigest() != part["sha256"]:
            raise Damaged(part["name"])

    def _json(self, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        sent = json.dumps(body).encode()
        with self._call(method, path, sent, {"Content-Type": "application/json", **(headers or {})}) as reply:
            return json.loads(reply.read())

    def _call(self, method: str, path: str, body: bytes | BinaryIO | None, headers: dict[str, str]) -> Any:
        every = {"x-api-key": self._key, **headers}
        request = urllib.request.Request(f"{self._url}{path}", data=body, method=method, headers=every)
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)
        except urllib.error.HTTPError as error:
            detail = _detail_of(error)
            if error.code == 409:
                raise LeaseLost(detail) from None
            if error.code >= 500 or error.code == 429:
                raise ConnectionError(detail) from None
            raise Refused(error.code, detail) from None


def again(call: Any) -> Any:
    """Repeats a call after 0.5, 1, 2 and 4 seconds while the server cannot be reached."""
    for tried in range(TRIES):
        try:
            return call()
        except OSError:
            if tried == TRIES - 1:
                raise
            time.sleep(0.5 * 2**tried)


def _path(lease: dict[str, Any], call: str) -> str:
    return f"/worker/v1/leases/{lease['id']}/{call}"


def _token(lease: dict[str, Any]) -> dict[str, str]:
    return {"x-lease-token": lease["token"]}


def _detail_of(error: urllib.error.HTTPError) -> str:
    """The sentence of the problem document, if the reply is one."""
    text = error.read().decode(errors="replace")
    try:
        return str(json.loads(text)["detail"])
    except (ValueError, KeyError, TypeError):
        return text[:500] or f"The server answered {error.code}."
