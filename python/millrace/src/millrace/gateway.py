"""Client of the worker protocol, which is described in packages/contracts/src/worker.ts."""

import hashlib
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote, urlencode

from .job import Written

TIMEOUT_SECONDS = 60.0
CLAIM_WAIT_MS = 20_000
LONGEST_PAUSE_SECONDS = 5.0
PIECE = 1 << 20
STORAGE_FULL = 507


class LeaseLost(Exception):
    """The job was canceled, or another worker has claimed it. The step must stop, and its outputs are discarded."""


class Refused(Exception):
    """The server refused a call. The message says why."""


class Unreachable(Exception):
    """The server could not be reached, or is temporarily unavailable. The call can be retried."""


class Damaged(Exception):
    """An input does not match its checksum."""


class Gateway:
    """Makes the calls of the protocol. Every call may raise LeaseLost, Refused or Unreachable."""

    def __init__(self, url: str, key: str):
        self._url = url.rstrip("/")
        self._key = key
        # Reads proxies only from the environment: on macOS, a forked process must not ask the system for proxies.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler(urllib.request.getproxies_environment()))

    def register(self, manifests: list[dict[str, Any]]) -> list[str]:
        """Returns the ids of the steps, in the order of the manifests."""
        reply = self._json("PUT", "/worker/v1/steps", {"manifests": manifests})
        return [registered["stepId"] for registered in reply["steps"]]

    def claim(self, worker: str, step_ids: list[str]) -> list[dict[str, Any]]:
        """Waits for a job and returns its lease. Returns an empty list if none becomes available in time."""
        request = {"worker": worker, "stepIds": step_ids, "waitMs": CLAIM_WAIT_MS, "stepNetwork": "allowed"}
        return self._json("POST", "/worker/v1/claim", request)["leases"]

    def heartbeat(self, lease: dict[str, Any], progress: float | None, timeout: float) -> float:
        """Renews the lease and returns for how many seconds."""
        body = {} if progress is None else {"progress": progress}
        return self.post(lease, "heartbeat", body, timeout)["leaseMs"] / 1000

    def post(self, lease: dict[str, Any], call: str, body: dict[str, Any], timeout: float = TIMEOUT_SECONDS) -> Any:
        return self._json("POST", _path(lease, call), body, _token(lease), timeout)

    def download(self, lease: dict[str, Any], part: dict[str, Any], target: Path) -> None:
        digest, size = hashlib.sha256(), 0
        with self._call("GET", part["path"], None, _token(lease)) as reply, target.open("wb") as file:
            while piece := _read(reply, PIECE):
                digest.update(piece)
                size += len(piece)
                file.write(piece)
        if size < part["sizeInBytes"]:
            raise Unreachable("The connection was lost during a download.")
        if digest.hexdigest() != part["sha256"]:
            raise Damaged(part["name"])

    def upload(self, lease: dict[str, Any], output: Written) -> None:
        query = {"name": output.path.name} | ({"folder": output.folder} if output.folder else {})
        path = _path(lease, f"outputs/{quote(output.slot, safe='')}/{output.index}?{urlencode(query, quote_via=quote)}")
        size = output.path.stat().st_size
        headers = {**_token(lease), "Content-Type": output.media_type, "Content-Length": str(size)}
        with output.path.open("rb") as content:
            self._call("PUT", path, content, headers).close()

    def _json(
        self,
        method: str,
        path: str,
        body: Any,
        headers: dict[str, str] | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> Any:
        sent = json.dumps(body, ensure_ascii=False).encode(errors="replace")
        with self._call(method, path, sent, {"Content-Type": "application/json", **(headers or {})}, timeout) as reply:
            return json.loads(_read(reply))

    def _call(
        self,
        method: str,
        path: str,
        body: bytes | BinaryIO | None,
        headers: dict[str, str],
        timeout: float = TIMEOUT_SECONDS,
    ) -> Any:
        all_headers = {"x-api-key": self._key, **headers}
        request = urllib.request.Request(f"{self._url}{path}", data=body, method=method, headers=all_headers)
        try:
            return self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(str(error)) from None


def repeated(call: Callable[[], Any]) -> Any:
    """Retries a call while the server is unreachable. If that takes too long, the worker ends the job's process."""
    pause = 0.1
    while True:
        try:
            return call()
        except Unreachable:
            time.sleep(pause)
            pause = min(LONGEST_PAUSE_SECONDS, 2 * pause)


def _read(reply: Any, size: int | None = None) -> bytes:
    try:
        return reply.read(size)
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(str(error)) from None


def _refusal(error: urllib.error.HTTPError) -> Exception:
    detail = _detail_of(error)
    if error.code == 409:
        return LeaseLost(detail)
    if error.code == 429 or (error.code >= 500 and error.code != STORAGE_FULL):
        return Unreachable(detail)
    return Refused(detail)


def _detail_of(error: urllib.error.HTTPError) -> str:
    """Returns the detail of the problem document. For other replies, returns the start of the text."""
    try:
        text = error.read().decode(errors="replace")
    except (OSError, http.client.HTTPException):
        text = ""
    try:
        return str(json.loads(text)["detail"])
    except (ValueError, KeyError, TypeError):
        return text[:500] or f"The server answered {error.code}."


def _path(lease: dict[str, Any], call: str) -> str:
    return f"/worker/v1/leases/{lease['id']}/{call}"


def _token(lease: dict[str, Any]) -> dict[str, str]:
    return {"x-lease-token": lease["token"]}
