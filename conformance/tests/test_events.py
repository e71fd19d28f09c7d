import json
import threading
import time

import httpx
import pytest
from conftest import MakeClient, add_job, nap_job
from httpx_sse import connect_sse
from pinexq.client.core.api_event_manager import ApiEventManagerSingleton
from pinexq.client.job_management import enter_jma
from pinexq.client.job_management.model import JobStates
from site_under_test import Person


def events_url(client: httpx.Client) -> str:
    return str(enter_jma(client).info_link.navigate().api_events_endpoint.get_url())


def test_events_have_three_text_fields_and_the_exact_url_of_the_job(client: httpx.Client) -> None:
    job = add_job(client)
    with connect_sse(client, "GET", events_url(client)) as source:
        messages = source.iter_sse()
        first = next(messages)
        job.start()
        own = str(job.self_link().get_url())
        for message in messages:
            if not message.data:
                continue
            event = json.loads(message.data)
            assert sorted(event) == ["EventType", "ResourceLink", "ResourceType"]
            if event["ResourceType"] == "Job" and event["ResourceLink"] == own:
                break

    assert (first.event, first.data) == ("keepalive", "")


def test_events_arrive_often_enough_for_the_read_timeout_of_the_client(client: httpx.Client) -> None:
    """The client's read timeout is 5 s, so its listener would stop permanently after 5 s without data."""
    times: list[float] = []
    with connect_sse(client, "GET", events_url(client)) as source:
        for _ in source.iter_sse():
            times.append(time.monotonic())
            if len(times) == 4:
                break

    assert max(after - before for before, after in zip(times, times[1:], strict=False)) < 5


def test_events_keep_the_listener_alive_when_nothing_changes(client: httpx.Client) -> None:
    """Nothing changes for longer than the read timeout. A listener that stopped would miss the end of the job."""
    job = nap_job(client, 14).start()

    job.wait_for_state_sse(JobStates.completed, timeout_s=60, fallback_polling_interval_s=300)

    assert ApiEventManagerSingleton().workers[client].worker.is_alive()


def test_events_reach_many_waiting_threads_over_one_stream(client: httpx.Client) -> None:
    jobs = [nap_job(client, 0.2, f"nap {index}") for index in range(8)]
    for job in jobs:
        job.start()
    failures: list[Exception] = []

    def wait(job) -> None:  # noqa: ANN001
        try:
            job.wait_for_state_sse(JobStates.completed, timeout_s=60, fallback_polling_interval_s=300)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=wait, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)

    assert failures == []
    assert all(job.job_hco.state == JobStates.completed for job in jobs)
    assert len([one for one in ApiEventManagerSingleton().workers if one is client]) == 1


def test_event_stream_ends_at_once_when_the_key_is_deactivated(person: Person, make_client: MakeClient) -> None:
    key = person.make_key()
    client = make_client(key["key"])
    url = events_url(client)

    with connect_sse(client, "GET", url) as source:
        messages = source.iter_sse()
        next(messages)
        person.call("PUT", f"/api/keys/{key['id']}", {"active": False})
        began = time.monotonic()
        for _ in messages:
            assert time.monotonic() - began < 10

    with pytest.raises(httpx.HTTPStatusError):
        client.get(url).raise_for_status()
