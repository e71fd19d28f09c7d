"""Creates users and keys on a new product with the same requests as its web app. Uses only the standard library."""

import http.cookiejar
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any

PASSWORD = "still water runs deep"
STEPS_WITHIN_S = 60


class Person:
    """A signed-in user, who keeps cookies like a browser."""

    def __init__(self, url: str, name: str):
        self.url = url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar(Policy())))
        self.email = f"{uuid.uuid4()}@example.org"
        made = self.call("POST", "/api/auth/sign-up/email", {"name": name, "email": self.email, "password": PASSWORD})
        self.public_id: str = made["user"]["publicId"]

    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        address = f"{self.url}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        headers = {"Origin": self.url, "Content-Type": "application/json"}
        if path == "/api/auth/organization/create":  # limited per address
            headers["X-Forwarded-For"] = new_address()
        request = urllib.request.Request(address, data=data, method=method, headers=headers)
        try:
            with self._opener.open(request, timeout=30) as reply:
                return json.loads(reply.read() or b"null")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from error

    def make_key(self, **options: Any) -> dict[str, Any]:
        return self.call("POST", "/api/keys", query={"note": "conformance", **options})

    def make_organization(self, name: str) -> dict[str, Any]:
        return self.call("POST", "/api/auth/organization/create", {"name": name, "slug": f"lab-{uuid.uuid4()}"})

    def act_in(self, organization_id: str | None) -> None:
        self.call("POST", "/api/auth/organization/set-active", {"organizationId": organization_id})


def new_address() -> str:
    """Returns a random client address, so that requests do not share a rate limit."""
    return f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"


class Policy(http.cookiejar.DefaultCookiePolicy):
    """Sends Secure cookies to localhost over HTTP, as browsers do but the library does not."""

    def return_ok_secure(self, cookie: http.cookiejar.Cookie, request: urllib.request.Request) -> bool:
        return True


def prepare(url: str) -> dict[str, str]:
    """Signs up the administrator. Returns the environment variables that the tests read."""
    administrator = Person(url, "Ada Ministra")
    await_steps(url, administrator.make_key()["key"])
    settings = {
        "CONFORMANCE_URL": url,
        "ADMIN_KEY": administrator.make_key()["key"],
        "WORKER_KEY": administrator.make_key(scope="worker")["key"],
    }
    organization = administrator.make_organization("Ministry")
    return {**settings, "ADMIN_ORG_ID": organization["publicId"], "ADMIN_ORG_KEY": administrator.make_key()["key"]}


def await_steps(url: str, key: str) -> None:
    """Waits for the built-in worker, which registers its steps shortly after the product has started."""
    until = time.monotonic() + STEPS_WITHIN_S
    while time.monotonic() < until:
        if count_steps(url, key) > 0:
            return
        time.sleep(0.2)
    raise SystemExit("The built-in worker registered no steps.")


def count_steps(url: str, key: str) -> int:
    headers = {"x-api-key": key, "Content-Type": "application/json"}
    make = urllib.request.Request(f"{url}/api/ProcessingStepQuery/CreateQuery", data=b"{}", method="POST", headers=headers)
    with urllib.request.urlopen(make, timeout=30) as made:
        found = urllib.request.Request(made.headers["Location"], headers=headers)
    with urllib.request.urlopen(found, timeout=30) as reply:
        return json.loads(reply.read())["properties"]["TotalEntities"]
