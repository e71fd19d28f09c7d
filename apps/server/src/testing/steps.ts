import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { SirenDocument } from '@millrace/siren/document'
import { expect } from 'vitest'
import { SAMPLE_JOBS } from '#features/sample/sample-jobs.ts'
import type { TestApi } from './api.ts'
import type { TestClient } from './client.ts'
import { formOf, manifest } from './jobs.ts'
import { mayRegisterSteps } from './organizations.ts'

/** Manifests of the steps that the sample jobs run. The steps accept any parameters. The version does not matter. */
export const SAMPLE_STEPS = SAMPLE_JOBS.map(({ functionName }) =>
  manifest(functionName, {
    version: '7.1.0',
    parameters: { type: 'object' },
    input_dataslots: [{ name: 'table', mediatype: 'text/csv' }],
  }),
)

/** Signs up a user who may register steps. */
export async function contributor(api: TestApi) {
  const person = await api.signUp()
  await mayRegisterSteps(api, person)
  return person
}

/** Uploads a manifest, as the Python client does. */
export function uploadsManifest(client: TestClient, body: object, at = '/api/ProcessingStep/RegisterNew') {
  return client.request('POST', at, { body: formOf('processing_step.json', JSON.stringify(body), 'application/json') })
}

export async function registersStep(client: TestClient, name: string, change: object = {}): Promise<string> {
  const reply = await uploadsManifest(client, { ...manifest(name), ...change })
  expect(reply.status, await reply.clone().text()).toBe(201)
  return reply.headers.get('location') ?? ''
}

export function readStep(client: TestClient, step: string) {
  return client.read<SirenDocument<ProcessingStepProperties>>(step)
}
