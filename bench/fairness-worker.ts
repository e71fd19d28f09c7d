import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RegisteredSteps } from '../packages/contracts/src/worker.ts'

export type WorkerCall = ReturnType<typeof workerOf>

/**
 * Returns a function that calls the worker protocol with the key of the built-in worker. Steps registered with this key
 * are public.
 */
export function workerOf({ url, dataDirectory }: { url: string; dataDirectory: string }) {
  const key = readFileSync(join(dataDirectory, 'worker.key'), 'utf8').trim()
  return async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/worker/v1/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json() as Promise<unknown>
  }
}

/** Registers a public step without slots and returns its id. */
export async function registerStep(worker: WorkerCall, name: string, parameters: object = {}): Promise<string> {
  const manifest = { function_name: name, version: '1.0.0', parameters, input_dataslots: [], output_dataslots: [] }
  const { steps } = (await worker('PUT', 'steps', { manifests: [manifest] })) as RegisteredSteps
  return steps[0]?.stepId ?? ''
}
