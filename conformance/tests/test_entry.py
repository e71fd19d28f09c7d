import warnings

import httpx
import pytest
from conftest import CLIENT, URL, MakeClient, add_job, text_data
from pinexq.client.core import ApiException
from pinexq.client.job_management import enter_jma
from pinexq.client.job_management.enterjma import create_pinexq_client
from pinexq.client.job_management.hcos import EntryPointHco
from pinexq.client.job_management.tool import Job
from site_under_test import Person


def test_entry_point_identifies_the_user(entry: EntryPointHco, person: Person) -> None:
    info = entry.info_link.navigate()

    assert info.api_version.split(".")[:2] == ["9", "2"]
    assert info.build_version
    assert info.organization_id is None
    assert info.used_storage_in_bytes == 0
    assert str(info.current_user.user_id) == person.public_id
    assert info.current_user.user_grants == ["plan:free"]
    assert info.current_user.self_link.navigate().user_id == info.current_user.user_id
    assert info.api_events_endpoint.get_url().host in URL


def test_entry_point_links_to_every_root(entry: EntryPointHco) -> None:
    jobs, data, steps = (
        entry.job_root_link.navigate(),
        entry.work_data_root_link.navigate(),
        entry.processing_step_root_link.navigate(),
    )

    assert all([jobs.create_job_action, jobs.create_subjob_action, jobs.rapid_job_setup_action, jobs.job_query_action])
    assert all([data.upload_action, data.query_action, data.query_tags_action])
    assert steps.query_action
    assert not entry.admin_link
    assert not steps.register_new_action


def test_shows_administration_links_to_administrators(admin: httpx.Client) -> None:
    entry = enter_jma(admin)

    assert entry.admin_link
    assert entry.processing_step_root_link.navigate().register_new_action
    assert entry.job_root_link.navigate().used_tags_admin_link.navigate().tags is not None
    assert entry.work_data_root_link.navigate().used_tags_admin_link.navigate().tags is not None
    assert entry.processing_step_root_link.navigate().used_tags_admin_link.navigate().tags is not None


def test_replies_to_a_wrong_key_with_a_problem(make_client: MakeClient) -> None:
    with pytest.raises(ApiException) as caught:
        enter_jma(make_client("mr_0123_wrong"))

    assert caught.value.problem_details.status == 401


def test_acts_for_the_organization_of_its_key(person: Person, own_client: httpx.Client, make_client: MakeClient) -> None:
    own = Job(own_client).create("own")
    organization = person.make_organization("Rhine Lab")
    shared_client = make_client(person.make_key()["key"])
    shared = Job(shared_client).create("shared")

    info = enter_jma(shared_client).info_link.navigate()
    assert info.organization_id == organization["publicId"]
    assert not Job.from_hco(own.job_hco).self_link().from_link(shared_client, own.self_link()._link).exists()
    assert shared.self_link().exists()
    assert not shared.self_link().from_link(own_client, shared.self_link()._link).exists()


def test_works_with_the_caching_client(host: Person) -> None:
    """The default client caches according to the response headers, so changing documents must not be cacheable."""
    with create_pinexq_client(URL, host.make_key()["key"]) as client:
        job = add_job(client)
        assert job.start().wait_for_completion(timeout_s=60).get_result() == 3
        job.set_tags(["seen"])
        assert job.refresh().job_hco.tags == ["seen"]


def test_counts_the_used_storage(client: httpx.Client) -> None:
    used = lambda: enter_jma(client).info_link.navigate().used_storage_in_bytes  # noqa: E731
    data = text_data(client, "x" * 1000).allow_deletion()
    assert used() == 1000

    data.delete()

    assert used() == 0


@pytest.mark.skipif(CLIENT >= (2, 0), reason="newer clients say so")
def test_causes_no_warnings_in_clients_of_its_protocol_version(client: httpx.Client) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)
        add_job(client).start().wait_for_completion(timeout_s=60).delete()
