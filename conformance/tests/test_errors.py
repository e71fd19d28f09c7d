import httpx
import pytest
from conftest import add_job, text_data
from pinexq.client.core import ApiException, NotAvailableException
from pinexq.client.job_management import enter_jma
from pinexq.client.job_management.model import CreateJobParameters, SelectProcessingParameters, SetJobTagsParameters
from pinexq.client.job_management.tool import Job, WorkData


def problem_of(caught: pytest.ExceptionInfo[ApiException]) -> tuple[int, str]:
    return caught.value.problem_details.status, caught.value.problem_details.detail


def test_locates_invalid_parameters(client: httpx.Client) -> None:
    with pytest.raises(ApiException) as caught:
        add_job(client).configure_parameters(a="two")

    status, detail = problem_of(caught)
    assert status == 422 and "/a: “two” isn’t a number." in detail


def test_reports_the_state_for_a_stale_document(client: httpx.Client) -> None:
    """There are two copies of one document. After an action on the first, the second is stale."""
    job = add_job(client)
    stale = job.self_link().navigate()
    job.start()

    with pytest.raises(ApiException) as caught:
        stale.start_processing_action.execute()

    status, detail = problem_of(caught)
    assert status == 400 and "StartProcessing is not available while the job is" in detail
    job.wait_for_completion(timeout_s=60)


def test_reports_deleted_resources_as_not_found(client: httpx.Client) -> None:
    job = add_job(client)
    link = job.self_link()
    job.delete()

    with pytest.raises(ApiException) as caught:
        link.navigate()

    assert problem_of(caught)[0] == 404
    assert not link.exists()


def test_reports_resources_of_other_owners_as_not_found(client: httpx.Client, admin: httpx.Client) -> None:
    theirs = Job(admin).create("theirs").self_link().get_url()
    data = text_data(admin).self_link().get_url()

    for wrapper, url in ((Job, theirs), (WorkData, data)):
        with pytest.raises(ApiException) as caught:
            wrapper.from_url(client, url)
        assert problem_of(caught) == (404, "It doesn’t exist, or it belongs to another owner.")
    with pytest.raises(ApiException) as select:
        Job(client).create("x").job_hco.select_processing_action.execute(SelectProcessingParameters(ProcessingStepUrl=str(data)))
    assert problem_of(select)[0] == 422


def test_refuses_invalid_values(client: httpx.Client) -> None:
    create = enter_jma(client).job_root_link.navigate().create_job_action

    for name in ("", "   ", "x" * 513):
        with pytest.raises(ApiException) as caught:
            create.execute(CreateJobParameters(name=name))
        assert problem_of(caught)[0] == 422
    with pytest.raises(ApiException) as tags:
        add_job(client).job_hco.edit_tags_action.execute(SetJobTagsParameters(tags=["x" * 1025]))
    assert problem_of(tags)[0] == 422


@pytest.mark.parametrize("size", [1_100_000, 8_000_000])
def test_refusal_of_a_large_body_reaches_a_client_that_sends_everything_first(client: httpx.Client, size: int) -> None:
    job = Job(client).create("large").select_processing("conformance_break")

    with pytest.raises(ApiException) as caught:
        job.configure_parameters(why="x" * size)

    assert problem_of(caught) == (413, "The body is larger than 1,000,000 bytes.")
    assert Job(client).create("next").get_name() == "next"


def test_client_refuses_unavailable_actions_before_sending(client: httpx.Client) -> None:
    draft = Job(client).create("draft")

    assert not draft.job_hco.start_processing_action.is_available()
    with pytest.raises(NotAvailableException):
        draft.start()
    with pytest.raises(NotAvailableException):
        draft.configure_parameters(a=1)
