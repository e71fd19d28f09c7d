"""Fixtures for all tests: clients with keys, and the external worker's steps."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest
from pinexq.client.job_management import enter_jma
from pinexq.client.job_management.enterjma import create_pinexq_client
from pinexq.client.job_management.hcos import EntryPointHco
from pinexq.client.job_management.tool import Job, ProcessingStep, WorkData
from site_under_test import Person

URL = os.environ["CONFORMANCE_URL"]
CLIENT = tuple(int(part) for part in version("pinexq-client").split(".")[:2])
IS_LONG = os.environ.get("TEST_LONG") == "1"
long = pytest.mark.skipif(not IS_LONG, reason="run by npm run test:long")
newer = pytest.mark.skipif(CLIENT < (2, 0), reason="not supported by this version of the client")

WEB = Path(__file__).parents[2] / "apps" / "web" / "src" / "features"

MakeClient = Callable[[str], httpx.Client]


def first_of(count: int, cases: list[Any]) -> list[Any]:
    """Returns all cases in npm run test:long, otherwise only the first ones, which should differ in kind."""
    return cases if IS_LONG else cases[:count]


def from_web_app(module: str, function: str, *arguments: object) -> Any:
    """Returns the result of calling a function of the web app."""
    result = f"(await import({json.dumps(str(WEB / module))})).{function}(...{json.dumps(arguments)})"
    call = f"process.stdout.write(JSON.stringify({result}))"
    return json.loads(subprocess.run(["node", "--input-type=module", "-e", call], check=True, capture_output=True).stdout)


@pytest.fixture(scope="session")
def make_client() -> Iterator[MakeClient]:
    """Creates clients. They and their event streams are closed at the end."""
    made: list[httpx.Client] = []

    def make(key: str) -> httpx.Client:
        made.append(create_pinexq_client(URL, key, use_client_cache=False))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture(scope="session")
def admin(make_client: MakeClient) -> httpx.Client:
    """An administrator, who may register steps."""
    return make_client(os.environ["ADMIN_KEY"])


@pytest.fixture(scope="module")
def host() -> Person:
    """The user who owns all organizations in a module's tests. There is only one, because sign-ups are rate-limited."""
    return Person(URL, "Mara Example")


@pytest.fixture
def client(host: Person, make_client: MakeClient) -> httpx.Client:
    """A client in a new organization, so its lists start out empty."""
    return client_in_organization(host, make_client)


def client_in_organization(host: Person, make_client: MakeClient) -> httpx.Client:
    host.make_organization("Rhine Lab")
    return make_client(host.make_key()["key"])


@pytest.fixture
def person() -> Person:
    """A new user, for tests about accounts."""
    return Person(URL, "Jonas Example")


@pytest.fixture
def own_client(person: Person, make_client: MakeClient) -> httpx.Client:
    """A client for the resources of `person`."""
    return make_client(person.make_key()["key"])


@pytest.fixture
def entry(own_client: httpx.Client) -> EntryPointHco:
    return enter_jma(own_client)


@pytest.fixture(scope="session", autouse=True)
def steps(admin: httpx.Client) -> dict[str, ProcessingStep]:
    """The external worker's steps, which are public."""
    found: dict[str, ProcessingStep] = {}
    for name in ("add", "join", "nap", "break", "echo", "write", "misbehave"):
        step = step_named(admin, f"conformance_{name}")
        if step.processing_step_hco.make_public_action.is_available():
            step.make_public()
        found[name] = step
    return found


def step_named(client: httpx.Client, name: str) -> ProcessingStep:
    """Finds a step by name. Waits, because the worker may not have registered it yet."""
    until = time.monotonic() + 30
    while True:
        try:
            return ProcessingStep.from_name(client, name)
        except NameError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def add_job(client: httpx.Client, name: str = "sum", **parameters: float) -> Job:
    """Returns a job that is ready to start and computes a sum."""
    job = Job(client).create(name).select_processing("conformance_add")
    return job.configure_parameters(**{"a": 2, **parameters})


def nap_job(client: httpx.Client, seconds: float, name: str = "nap") -> Job:
    return Job(client).create(name).select_processing("conformance_nap").configure_parameters(seconds=seconds)


def text_data(client: httpx.Client, text: str = "some text", name: str = "part.txt") -> WorkData:
    return WorkData(client).create(filename=name, mediatype="text/plain", binary=text)


def joined_job(client: httpx.Client, *texts: str) -> Job:
    """Runs a job with one input for each text and one output, and returns the completed job."""
    job = Job(client).create("join").select_processing("conformance_join")
    parts = [text_data(client, text) for text in texts]
    return job.assign_collection_input_dataslot(0, work_data_instances=parts).start().wait_for_completion(timeout_s=60)
