from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from conftest import add_job, joined_job, nap_job, newer, step_named, text_data
from pinexq.client.core import NotAvailableException
from pinexq.client.core.polling import PollingException
from pinexq.client.core.sirenaccess import execute_action_on_entity
from pinexq.client.job_management.model import JobStates, RenameJobParameters, SetJobErrorStateParameters
from pinexq.client.job_management.tool import Job, WorkData


def test_job_completes_in_one_call_chain(client: httpx.Client) -> None:
    job = (
        Job(client)
        .create(name="sum")
        .select_processing("conformance_add")
        .configure_parameters(a=2, b=3)
        .start()
        .wait_for_completion(timeout_s=60)
    )

    assert job.get_result() == 5
    assert job.get_state() == JobStates.completed
    hco = job.job_hco
    assert (hco.processing.function_name, hco.processing.version) == ("conformance_add", "1.0.0")
    assert hco.created_at <= hco.started_at <= hco.completed_at
    assert not hco.error_description


def test_job_becomes_ready_when_it_is_set_up(client: httpx.Client) -> None:
    job = Job(client).create("draft")
    states = [job.get_state()]
    job.select_processing("conformance_add")
    states.append(job.get_state())
    assert not job.job_hco.start_processing_action
    job.configure_parameters(a=1)
    states.append(job.get_state())

    assert states == [JobStates.created, JobStates.created, JobStates.ready_for_processing]
    assert job.job_hco.start_processing_action
    assert job.job_hco.configure_processing_action.default_parameters().model_dump() == {"a": 1}


@pytest.mark.parametrize("by", ["name", "version", "link", "instance"])
def test_job_selects_a_step(client: httpx.Client, by: str) -> None:
    step = step_named(client, "conformance_add")
    job = Job(client).create("select")

    if by == "name":
        job.select_processing("conformance_add")
    elif by == "version":
        job.select_processing("conformance_add", "1.0.0")
    elif by == "link":
        job.select_processing(processing_step_link=step.self_link())
    else:
        job.select_processing(processing_step_instance=step)

    assert job.job_hco.selected_processing_step_link == step.self_link()
    assert job.get_processing_info().title == "conformance_add"


def test_job_reports_an_unknown_step(client: httpx.Client) -> None:
    with pytest.raises(NameError):
        Job(client).create("none").select_processing("conformance_nothing")
    with pytest.raises(NameError):
        Job(client).create("none").select_processing("conformance_add", "9.9.9")


def test_job_is_awaited_by_polling(client: httpx.Client) -> None:
    job = nap_job(client, 1).start()

    assert job.wait_for_state(JobStates.completed, timeout_s=60, polling_interval_s=0.1).get_state() == JobStates.completed
    assert job.get_result() is None


def test_job_is_awaited_by_events(client: httpx.Client) -> None:
    """Polling is too rare here, so only an event can end this wait in time."""
    job = nap_job(client, 1).start()

    assert job.wait_for_state_sse(JobStates.completed, timeout_s=60, fallback_polling_interval_s=300)


def test_job_wait_misses_no_event_if_the_job_ends_at_once(client: httpx.Client) -> None:
    """The stream is opened while the job runs, so the job may end before the stream is open."""
    for _ in range(10):
        assert add_job(client).start().wait_for_completion(timeout_s=60).get_result() == 3


def test_job_shows_why_it_failed(client: httpx.Client) -> None:
    job = Job(client).create("broken").select_processing("conformance_break")
    job.configure_parameters(why="The sensor was offline.").start()

    with pytest.raises(PollingException, match="The sensor was offline."):
        job.wait_for_completion(timeout_s=60)

    assert job.get_state() == JobStates.error
    assert job.job_hco.error_description == "The sensor was offline."


def test_job_can_be_renamed_tagged_and_hidden(client: httpx.Client) -> None:
    job = add_job(client)

    job.job_hco.rename_action.execute(RenameJobParameters(new_name="renamed"))
    job.set_tags(["river = rhine", "year=2024.", "done"])
    job.hide()

    assert job.get_name() == "renamed"
    assert job.job_hco.tags == ["river=rhine", "year=2024.0", "done"]
    assert [(one.key, one.value, one.type) for one in job.job_hco.tag_details] == [
        ("river", "rhine", "String"),
        ("year", "2024.0", "Float"),
        ("done", None, "KeyOnly"),
    ]
    assert job.job_hco.edit_tags_action.default_parameters().tags == job.job_hco.tags
    assert job.job_hco.hidden and not job.job_hco.hide_action
    assert not job.unhide().job_hco.hidden


def test_job_accepts_one_or_several_items_in_a_slot(client: httpx.Client) -> None:
    job = Job(client).create("join").select_processing("conformance_join")
    parts = [text_data(client, text) for text in ("one", "two")]
    slot = job.get_input_data_slots()[0]
    assert (slot.name, slot.title, slot.media_type, slot.is_configured) == ("parts", "Parts", "text/plain", False)

    job.assign_collection_input_dataslot(0, work_data_links=[part.self_link() for part in parts])
    chosen = [one.self_link for one in job.get_input_data_slots()[0].selected_workdatas]
    job.clear_input_dataslot(0)
    cleared = job.get_input_data_slots()[0]
    job.assign_input_dataslot(0, work_data_instance=parts[1])

    assert chosen == [part.self_link() for part in parts]
    assert not cleared.is_configured and not cleared.selected_workdatas and not cleared.clear_workdata_action
    assert [one.name for one in job.get_input_data_slots()[0].selected_workdatas] == ["part.txt"]
    assert job.get_state() == JobStates.ready_for_processing


def test_job_returns_its_outputs(client: httpx.Client) -> None:
    job = joined_job(client, "one, ", "two")

    [slot] = job.get_output_data_slots()
    [data] = slot.assigned_workdatas
    assert (slot.name, slot.title) == ("joined", "Joined")
    assert (data.name, data.media_type, data.kind, data.size_in_bytes) == ("joined.txt", "text/plain", "ProcessingArtefact", 8)
    assert data.download_link.download() == b"one, two"
    assert data.producer_job_link == job.self_link()
    assert data.producer_processing_step_link == job.job_hco.selected_processing_step_link
    assert job.get_result() == {"parts": 2}


def test_job_allows_or_forbids_deletion_of_its_outputs(client: httpx.Client) -> None:
    job = joined_job(client, "text")
    output = lambda: job.get_output_data_slots()[0].assigned_workdatas[0]  # noqa: E731

    job.allow_output_data_deletion()
    assert job.job_hco.output_is_deletable and output().delete_action and not job.job_hco.allow_output_data_deletion_action
    job.disallow_output_data_deletion()
    assert not job.job_hco.output_is_deletable and not output().delete_action


def test_job_cannot_be_changed_while_it_runs(client: httpx.Client) -> None:
    job = nap_job(client, 2).start()

    assert not job.job_hco.delete_action and not job.job_hco.select_processing_action
    with pytest.raises(NotAvailableException):
        job.job_hco.start_processing_action.execute()
    job.wait_for_completion(timeout_s=60).delete()


def test_job_can_be_set_to_error_only_by_an_administrator(client: httpx.Client, admin: httpx.Client) -> None:
    job = nap_job(client, 30).start()
    assert not job.job_hco.set_to_error_state_action

    as_admin = Job.from_url(admin, job.self_link().get_url())
    as_admin.job_hco.set_to_error_state_action.execute(SetJobErrorStateParameters(message="Stopped by the operator."))

    with pytest.raises(PollingException, match="Stopped by the operator."):
        job.wait_for_completion(timeout_s=30)


@newer
def test_job_shows_its_log(client: httpx.Client) -> None:
    data = WorkData(client).create(filename="t.csv", mediatype="text/csv", binary="a,b\n1,2\n3,4\n")
    job = Job(client).create("logged").select_processing("profile_table").assign_input_dataslot(0, work_data_instance=data)
    assert job.get_logs() is None

    job.start().wait_for_completion(timeout_s=120)

    logs = job.get_logs()
    assert logs.total == logs.current == len(logs.logs) and logs.limit == 1000
    assert all(sorted(line) == ["attempt", "message", "stream", "timestamp"] for line in logs.logs)


@newer
def test_job_shows_its_metrics(client: httpx.Client) -> None:
    job = joined_job(client, "one", "two")

    taken = job.get_metrics()

    assert taken.worker == "conformance" and job.get_worker_id() is None  # not a property of protocol 9.2
    assert (taken.metrics["attempts"], taken.metrics["input_bytes"], taken.metrics["output_bytes"]) == (1, 6, 6)
    assert add_job(client).get_metrics() is None


def test_job_runs_with_an_empty_optional_slot_and_writes_an_empty_file(client: httpx.Client) -> None:
    job = Job(client).create("write").select_processing("conformance_write")
    assert job.get_state() == JobStates.ready_for_processing

    job.start().wait_for_completion(timeout_s=60)

    [data] = job.get_output_data_slots()[0].assigned_workdatas
    assert (data.size_in_bytes, data.download_link.download()) == (0, b"")


def test_job_keeps_its_parameters_only_for_the_same_step(client: httpx.Client) -> None:
    job = add_job(client, b=5)
    assert job.select_processing("conformance_add").get_state() == JobStates.ready_for_processing

    job.select_processing("conformance_join")
    assert (job.get_state(), len(job.get_input_data_slots())) == (JobStates.created, 1)
    assert not job.job_hco.configure_processing_action
    job.select_processing("conformance_add")
    assert job.get_state() == JobStates.created
    assert job.configure_parameters(a=1).start().wait_for_completion(timeout_s=60).get_result() == 2


def test_job_wait_ends_at_the_timeout(client: httpx.Client) -> None:
    job = nap_job(client, 60).start()

    with pytest.raises(PollingException, match="Timeout"):
        job.wait_for_completion(timeout_s=0.5)
    with pytest.raises(TimeoutError):
        job.wait_for_state(JobStates.completed, timeout_s=0.5, polling_interval_s=0.1)

    assert job.get_state() in (JobStates.pending, JobStates.processing)
    execute_action_on_entity(client, job.job_hco._entity, "CancelProcessing")


def test_job_can_be_canceled_by_an_action_unknown_to_the_client(client: httpx.Client) -> None:
    """The core of the client runs any action that a document lists."""
    job = nap_job(client, 30).start()

    assert execute_action_on_entity(client, job.job_hco._entity, "CancelProcessing") is None

    assert job.wait_for_state(JobStates.canceled, timeout_s=30, polling_interval_s=0.1).job_hco.completed_at
    assert job.delete().job_hco is None


def test_jobs_run_from_many_threads_with_one_client(client: httpx.Client) -> None:
    def run(number: int) -> int:
        return add_job(client, f"sum {number}", b=number).start().wait_for_completion(timeout_s=120).get_result()

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(run, range(16))) == [2 + number for number in range(16)]
