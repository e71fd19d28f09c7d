import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import { MEDIA } from '@millrace/contracts/media-types'
import type { Lease } from '@millrace/contracts/worker'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import type { WorkflowReport } from '@millrace/workflows/report'
import { expect } from 'vitest'
import { registerEngineStep } from '#features/processing-steps/engine-steps.service.ts'
import { EXECUTE_WORKFLOW_MANIFEST } from '#features/workflows/execute-workflow.rules.ts'
import type { TestApi } from './api.ts'
import type { TestClient } from './client.ts'
import { does, formOf, manifest, stepHref, testWorker } from './jobs.ts'

type JobDocument = SirenDocument<JobProperties>

/** The behavior of a test step: returns a value and the contents of the outputs, or fails. */
export type Behavior = (lease: Lease) => { result?: unknown; outputs?: Record<string, string[]> } | { error: string }

/** Returns the manifest of a step that takes any parameters and reads and writes any number of files. */
export function freeStep(name: string, change: object = {}) {
  return manifest(name, {
    parameters: { type: 'object', additionalProperties: true },
    input_dataslots: [{ name: 'in', mediatype: '', minSlots: 0, maxSlots: null }],
    output_dataslots: [{ name: 'out', mediatype: '', minSlots: 0, maxSlots: null }],
    ...change,
  })
}

/** Registers the engine’s step, and returns a worker that runs the jobs of workflows on request. */
export async function testWorkflows(api: TestApi, manifests: { function_name: string }[]) {
  const stepId = await registerEngineStep(api.deps, EXECUTE_WORKFLOW_MANIFEST)
  const worker = await testWorker(api)
  const stepIds = await worker.registers(...manifests)

  async function run(lease: Lease, behavior: Behavior): Promise<void> {
    const done = behavior(lease)
    const { call } = worker.on(lease)
    if ('error' in done) {
      await acknowledged(call('POST', 'fail', { message: done.error, kind: 'final' }), 200)
      return
    }
    for (const [slot, texts] of Object.entries(done.outputs ?? {})) {
      for (const [index, text] of texts.entries()) {
        const headers = { 'content-type': 'text/csv' }
        const written = call('PUT', `outputs/${slot}/${index}?name=${slot}_${index}.csv`, text, headers)
        await acknowledged(written, 201)
      }
    }
    await acknowledged(call('POST', 'complete', { result: done.result ?? null }), 200)
  }

  return {
    stepId,
    stepIds,
    worker,

    /**
     * Runs waiting jobs until the execution ends. Returns the names of the jobs in the order in which they were
     * claimed.
     */
    async works(
      client: TestClient,
      execution: string,
      behavior: Behavior,
      { inRandomOrder = false } = {},
    ): Promise<string[]> {
      const names: string[] = []
      for (const until = performance.now() + 20_000; performance.now() < until; await sleep(10)) {
        const leases = await worker.claims(stepIds, { max: 25, waitMs: 0 })
        if (inRandomOrder) leases.sort(() => api.db.random() - 0.5)
        for (const lease of leases) {
          names.push(lease.jobName)
          await run(lease, behavior)
        }
        if (leases.length === 0 && isTerminal((await client.read<JobDocument>(execution)).properties.State))
          return names
      }
      throw new Error(`The execution did not end. These jobs ran: ${names.join(', ')}`)
    },
    run,
  }
}

/** Uploads a workflow definition, or any string or bytes in its place, and returns the URL. */
export async function uploadsDefinition(client: TestClient, definition: unknown): Promise<string> {
  const isText = typeof definition === 'string' || definition instanceof Uint8Array
  const text = isText ? definition : JSON.stringify(definition)
  const body = formOf('workflow.json', text, MEDIA.workflowDefinition)
  const reply = await client.request('POST', '/api/WorkData/UploadWorkData', { body })
  expect(reply.status, await reply.clone().text()).toBe(201)
  return reply.headers.get('location') ?? ''
}

/** Creates a job for an execution and sets it up, but does not start it. Returns the URL of the job. */
export async function hasExecution(
  client: TestClient,
  stepId: string,
  { definition, variables }: { definition: unknown; variables?: Record<string, unknown> },
): Promise<string> {
  const made = await client.post('/api/Job/CreateJob', { Name: 'Run the workflow' })
  const job = made.headers.get('location') ?? ''
  await does(client, job, 'SelectProcessing', { ProcessingStepUrl: stepHref(stepId) })
  if (variables) await does(client, job, 'ConfigureProcessing', variables)
  const [slot] = embedded(await client.read<JobDocument>(job), 'InputDataSlot')
  const select = slot && actionOf(slot, 'SelectWorkData')
  const reply = await client.post(select?.href ?? '', { WorkDataUrl: await uploadsDefinition(client, definition) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return job
}

export async function startsExecution(
  client: TestClient,
  stepId: string,
  input: { definition: unknown; variables?: Record<string, unknown> },
): Promise<string> {
  const job = await hasExecution(client, stepId, input)
  await does(client, job, 'StartProcessing')
  return job
}

export async function reportOf(client: TestClient, job: string): Promise<WorkflowReport> {
  const [slot] = embedded(await client.read<JobDocument>(job), 'OutputDataSlot')
  const [data] = slot ? embedded(slot, 'Assigned') : []
  const reply = await client.get((data && hrefOf(data, 'Download')) ?? '')
  expect(reply.status).toBe(200)
  return (await reply.json()) as WorkflowReport
}

/**
 * Waits for a reply with this status, or with 409 if the job was canceled because another job's failure ended the
 * workflow.
 */
async function acknowledged(replying: Promise<Response>, status: number): Promise<void> {
  const reply = await replying
  expect([status, 409], await reply.clone().text()).toContain(reply.status)
}
