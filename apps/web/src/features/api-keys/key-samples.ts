/** Returns a command that shows that the key works. */
export function curlSample(address: string, key: string): string {
  return `curl -H "x-api-key: ${key}" ${address}`
}

/**
 * Returns a program that turns a file into a data frame: the one in docs/python-client.md, in lines that fit beside a
 * button. `address` is the URL of the entry point; the client adds the path.
 */
export function pythonSample(address: string, key: string): string {
  return [
    'import io, pandas',
    'from pinexq.client.job_management.enterjma import create_pinexq_client',
    'from pinexq.client.job_management.model import JobStates',
    'from pinexq.client.job_management.tool import Job, WorkData',
    '',
    `client = create_pinexq_client("${new URL(address).origin}", "${key}")`,
    'file = open("readings.csv", "rb")',
    'data = WorkData(client).create(filename="readings.csv", mediatype="text/csv", file=file)',
    'job = Job(client).create("Clean readings").select_processing("clean_table")',
    'job.assign_input_dataslot(0, work_data_instance=data).start()',
    'job.wait_for_state(JobStates.completed)',
    'result = job.get_output_data_slots()[0].assigned_workdatas[0]',
    'cleaned = result.download_link.download()',
    'print(pandas.read_parquet(io.BytesIO(cleaned)))',
  ].join('\n')
}

/**
 * Returns commands that start a worker with the steps in a file, using the Node 24 of the repository. `address` is the
 * URL of the entry point.
 */
export function workerSample(address: string, key: string): string {
  return [
    `export MILLRACE_URL=${new URL(address).origin}`,
    `export MILLRACE_API_KEY=${key}`,
    'node_modules/.bin/node my-steps.ts',
  ].join('\n')
}
