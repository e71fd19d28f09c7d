import httpx
from pinexq.client.job_management.tool import Job, WorkData

READINGS = "time;level\n" + "".join(f"2024-01-01 00:{minute:02d};{200 + minute},5\n" for minute in range(60))


def test_runs_a_step_of_the_built_in_worker(client: httpx.Client) -> None:
    data = WorkData(client).create(filename="readings.csv", mediatype="text/csv", binary=READINGS)
    job = Job(client).create("clean").select_processing("clean_table").assign_input_dataslot(0, work_data_instance=data)

    job.start().wait_for_completion(timeout_s=120)

    [output] = job.get_output_data_slots()[0].assigned_workdatas
    assert output.name.startswith("readings")
    assert len(output.download_link.download()) > 100
    assert job.job_hco.processing.number_of_output_data_slots == len(job.get_output_data_slots())
