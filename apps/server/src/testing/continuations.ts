import type {
  ContinuationNodeProperties,
  ContinuationProperties,
  ExecutionProperties,
} from '@millrace/contracts/executions'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded } from '@millrace/siren/read'
import { expect } from 'vitest'
import { testApi } from './api.ts'
import type { TestClient } from './client.ts'
import { type Behavior, freeStep, startsExecution, testWorkflows } from './workflows.ts'

export type Execution = SirenDocument<ExecutionProperties>
type Continuation = SirenDocument<ContinuationProperties>
type Node = SirenDocument<ContinuationNodeProperties>[]

/** Creates a node that runs the step `same`. */
export const node = (id: string, change: object = {}) => ({ id, step: { function: 'same' }, ...change })
export const value = (one: unknown) => ({ value: one })

/** Writes one file with the parameter `text` as its content, or fails if the parameter `fails` is true. */
export const writes: Behavior = ({ parameters }) =>
  parameters.fails === true
    ? { error: 'It was told to fail.' }
    : { result: { ...parameters }, outputs: { out: [String(parameters.text ?? 'a')] } }

/** A workflow with the nodes first → second (uses first’s file) → third (uses second’s file), and an unrelated node. */
export const chain = (change: { first?: object; second?: object; third?: object } = {}) => ({
  version: 1,
  title: 'Chain',
  variables: { window: { type: 'integer', default: 3 } },
  nodes: [
    node('first', { parameters: { text: value('one'), window: { variable: 'window' }, ...change.first } }),
    node('second', {
      inputs: { in: [{ node: 'first', slot: 'out' }] },
      parameters: { text: value('two'), ...change.second },
    }),
    node('third', {
      inputs: { in: [{ node: 'second', slot: 'out' }] },
      parameters: { text: value('three'), ...change.third },
    }),
    node('other', { parameters: { text: value('other') } }),
  ],
})

/** Returns the URL of an action that an execution offers, or an empty string if it does not offer the action. */
export async function actionHref(client: TestClient, job: string, name: string): Promise<string> {
  const execution = await client.read<Execution>(`${job}/Execution`)
  return actionOf(execution, name)?.href ?? ''
}

/** Returns functions that run, preview and continue executions. Results of the steps `same` and `ask` may be reused. */
export async function testContinuations() {
  const api = await testApi()
  const workflows = await testWorkflows(api, [
    freeStep('same', { title: 'Same again', deterministic: true }),
    freeStep('random'),
    freeStep('ask', {
      deterministic: true,
      parameters: { type: 'object', properties: { sql: { type: 'string', 'x-volatile-words': ['now'] } } },
    }),
  ])
  return {
    api,
    workflows,

    async ran(client: TestClient, definition: unknown, behavior = writes): Promise<string> {
      const job = await startsExecution(client, workflows.stepId, { definition })
      await workflows.works(client, job, behavior)
      return job
    },

    async previews(client: TestClient, job: string, input: object) {
      const reply = await client.post(await actionHref(client, job, 'PreviewContinuation'), input)
      expect(reply.status, await reply.clone().text()).toBe(200)
      const preview = (await reply.json()) as Continuation
      const nodes = embedded(preview, 'Node') as Node
      return {
        counts: preview.properties.Counts,
        titles: nodes.map(({ properties }) => properties.Title),
        decisions: Object.fromEntries(
          nodes.map(({ properties: { Id, Decision, Reason } }) => [Id, [Decision, Reason]]),
        ),
      }
    },

    async continues(client: TestClient, job: string, input: object, behavior = writes) {
      const reply = await client.post(await actionHref(client, job, 'Continue'), input)
      expect(reply.status, await reply.clone().text()).toBe(201)
      const next = reply.headers.get('location') ?? ''
      const names = await workflows.works(client, next, behavior)
      return { next, ran: names }
    },
  }
}
