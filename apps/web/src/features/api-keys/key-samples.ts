/** One command that shows the key works. */
export function curlSample(address: string, key: string): string {
  return `curl -H "x-api-key: ${key}" ${address}`
}

/** Three lines for the Python client. `address` is the entry point's; the client adds the path by itself. */
export function pythonSample(address: string, key: string): string {
  return [
    'from pinexq.client.job_management.enterjma import create_pinexq_client, enter_jma',
    `client = create_pinexq_client("${new URL(address).origin}", "${key}")`,
    'print(enter_jma(client).info_link.navigate().api_version)',
  ].join('\n')
}

/** Starts a worker with the steps of a file, using the Node 24 of the repository. `address` is the entry point's. */
export function workerSample(address: string, key: string): string {
  return [
    `export MILLRACE_URL=${new URL(address).origin}`,
    `export MILLRACE_API_KEY=${key}`,
    'node_modules/.bin/node my-steps.ts',
  ].join('\n')
}
