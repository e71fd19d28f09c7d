import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { JobProperties, JobQueryParameters, JobQueryResultProperties } from '@millrace/contracts/jobs'
import type { ClaimReply, ClaimRequest, Lease } from '@millrace/contracts/worker'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'
import type { TestClient } from './client.ts'

export type JobDocument = SirenDocument<JobProperties>

const SCHEMA = {
  type: 'object',
  properties: {
    k: { type: 'number', default: 3, minimum: 1 },
    method: { enum: ['hampel', 'none'], default: 'hampel' },
  },
  additionalProperties: false,
}

/** Returns a manifest as a worker would send it, with one table as input and one as output. */
export function manifest(name: string, change: Record<string, unknown> = {}) {
  return {
    function_name: name,
    version: '1.0.0',
    short_description: `The step ${name}.`,
    parameters: SCHEMA,
    input_dataslots: [{ name: 'table', mediatype: 'text/csv, application/json' }],
    output_dataslots: [{ name: 'cleaned', mediatype: 'text/csv' }],
    ...change,
  }
}

/** Returns a client of the worker gateway with the built-in worker's key. */
export async function testWorker(api: TestApi) {
  const key = (await readFile(path.join(api.deps.env.MILLRACE_DATA, 'worker.key'), 'utf8')).trim()
  const client = api.anonymous()
  const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    client.request(method, at, { body, headers: { 'x-api-key': key, ...headers } })

  return {
    call,
    key,
    /** Registers steps and returns their ids, in the order of the manifests. */
    async registers(...manifests: object[]): Promise<string[]> {
      const reply = await call('PUT', '/worker/v1/steps', { manifests })
      expect(reply.status, await reply.clone().text()).toBe(200)
      const { steps } = (await reply.json()) as { steps: { stepId: string }[] }
      return steps.map((step) => step.stepId)
    },
    async claims(
      stepIds: string[],
      input: Partial<Pick<ClaimRequest, 'worker' | 'max' | 'perOwner' | 'waitMs' | 'stepNetwork'>> = {},
    ): Promise<Lease[]> {
      const reply = await call('POST', '/worker/v1/claim', { worker: 'test', stepIds, ...input })
      expect(reply.status, await reply.clone().text()).toBe(200)
      return ((await reply.json()) as ClaimReply).leases
    },
    on: (lease: Pick<Lease, 'id' | 'token'>) => ({
      call: (method: string, rest: string, body?: unknown, headers: Record<string, string> = {}) =>
        call(method, `/worker/v1/leases/${lease.id}/${rest}`, body, { 'x-lease-token': lease.token, ...headers }),
      writes: (text: string, name = 'table_clean.csv') =>
        call('PUT', `/worker/v1/leases/${lease.id}/outputs/cleaned/0?name=${encodeURIComponent(name)}`, text, {
          'x-lease-token': lease.token,
          'content-type': 'text/csv',
        }),
    }),
  }
}

/** Uploads a file and returns its URL. */
export async function uploads(
  client: TestClient,
  name = 'table.csv',
  content: string | Uint8Array = 'a,b\n1,2\n',
): Promise<string> {
  const reply = await client.request('POST', '/api/WorkData/UploadWorkData', { body: formOf(name, content) })
  expect(reply.status, await reply.clone().text()).toBe(201)
  return reply.headers.get('location') ?? ''
}

export function formOf(name: string, content: string | Uint8Array, type = ''): FormData {
  const form = new FormData()
  form.append('files', new File([content as string], name, { type }))
  return form
}

export function stepHref(id: string): string {
  return `http://localhost:3000/api/ProcessingStep/${id}`
}

/** Creates a job and brings it into the given state by running actions. Returns the job’s URL. */
export async function hasJob(
  client: TestClient,
  stepId: string,
  state: 'Created' | 'ReadyForProcessing' | 'Pending',
): Promise<string> {
  const made = await client.post('/api/Job/CreateJob', { Name: 'Clean the readings' })
  return isSetUp(client, made.headers.get('location') ?? '', stepId, state)
}

/** Brings an existing draft into the given state. Returns the job’s URL. */
export async function isSetUp(
  client: TestClient,
  job: string,
  stepId: string,
  state: 'Created' | 'ReadyForProcessing' | 'Pending',
): Promise<string> {
  await does(client, job, 'SelectProcessing', { ProcessingStepUrl: stepHref(stepId) })
  if (state === 'Created') return job
  for (const slot of embedded(await client.read<JobDocument>(job), 'InputDataSlot')) {
    const select = actionOf(slot, 'SelectWorkData')
    const reply = await client.post(select?.href ?? '', { WorkDataUrl: await uploads(client) })
    expect(reply.status, await reply.clone().text()).toBe(200)
  }
  if (state === 'Pending') await does(client, job, 'StartProcessing')
  return job
}

/** Runs an action of a document. Fails the test if the action is unavailable or does not succeed. */
export async function does(client: TestClient, document: string, action: string, body?: unknown): Promise<Response> {
  const found = actionOf(await client.read<JobDocument>(document), action)
  expect(found, `${action} is offered`).toBeDefined()
  const reply = await client.post(found?.href ?? '', body)
  expect(reply.status, `${action}: ${await reply.clone().text()}`).toBeLessThan(300)
  return reply
}

export async function stateOf(client: TestClient, job: string): Promise<string> {
  return (await client.read<JobDocument>(job)).properties.State
}

export async function availableActionsOf(client: TestClient, document: string): Promise<string[]> {
  return (await client.read<JobDocument>(document)).actions.map((action) => action.name)
}

export async function findsJobs(
  client: TestClient,
  query: JobQueryParameters,
): Promise<SirenDocument<JobQueryResultProperties>> {
  const made = await client.post('/api/JobQuery/CreateQuery', query)
  expect(made.status, await made.clone().text()).toBe(201)
  return client.read(made.headers.get('location') ?? '')
}

/** Follows a link of a document and downloads the content. */
export async function follows(client: TestClient, document: string, rel: string): Promise<Response> {
  const href = hrefOf(await client.read<JobDocument>(document), rel)
  expect(href, `${rel} is linked`).toBeDefined()
  return client.get(href ?? '')
}
