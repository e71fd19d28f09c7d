import { MEDIA } from '../packages/contracts/src/media-types.ts'
import { type Attack, type Attacker, inParallel, request } from './fairness-attack.ts'
import { stepOf } from './fairness-queries.ts'
import { registerStep, workerOf } from './fairness-worker.ts'

const HEADERS = { 'content-type': 'application/json' }
const many = <Item>(count: number, make: (nth: number) => Item): Item[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

/** A schema that is expensive to validate: array items are compared with 200 values, and only the last matches. */
const CHOICES = { type: 'array', items: { anyOf: many(200, (nth) => ({ const: nth })) } }
const CHOSEN = Array(2000).fill(199) as number[]

/** Attacks on the validation of definitions, on the engine, and on requests that start many jobs. */
export const WORKFLOW_ATTACKS: readonly Attack[] = [
  {
    name: 'workflows: 8 parallel starts of one with 200 variables that take long to check',
    prepare: async (attacker) => {
      const variables = Object.fromEntries(many(200, (nth) => [`v${nth}`, { ...CHOICES, default: CHOSEN }]))
      const nodes = [{ id: 'a', step: { function: 'execute_workflow' } }]
      const job = await workflowJob(attacker, { nodes, variables })
      return (signal) => inParallel(8, signal, () => starts(attacker, job, signal))
    },
  },
  {
    name: 'workflows: 4 parallel executions of 200 nodes whose parameters take long to check',
    prepare: async (attacker) => {
      await registerStep(workerOf(attacker), 'choices', { type: 'object', properties: { list: CHOICES } })
      const parameters = { list: { value: CHOSEN.slice(0, 100) } }
      const forEach = { value: many(20, (nth) => nth) }
      const nodes = many(200, (nth) => ({ id: `n${nth}`, step: { function: 'choices' }, parameters, forEach }))
      return (signal) =>
        inParallel(4, signal, async () => {
          const job = await workflowJob(attacker, { nodes })
          await starts(attacker, job, signal)
          await request(attacker, `${job}/CancelProcessing`, { method: 'POST', headers: HEADERS, body: '{}', signal })
        })
    },
  },
  {
    name: 'workflows: 4 parallel starts of one with 10,000 nodes',
    prepare: async (attacker) => {
      await registerStep(workerOf(attacker), 'nothing')
      const node = (nth: number) => ({ id: `n${nth}`, step: { function: 'nothing' } })
      const nodes = many(10_000, (nth) => (nth === 0 ? node(nth) : { ...node(nth), after: [`n${nth - 1}`] }))
      return (signal) =>
        inParallel(4, signal, async () => {
          const job = await workflowJob(attacker, { nodes })
          await starts(attacker, job, signal)
          await request(attacker, `${job}/CancelProcessing`, { method: 'POST', headers: HEADERS, body: '{}', signal })
        })
    },
  },
  {
    name: 'sweeps: 4 in parallel, each of 500 jobs',
    prepare: async (attacker) => {
      const step = await registerStep(workerOf(attacker), 'swept', { type: 'object', properties: { x: {} } })
      const body = JSON.stringify({
        Name: 'sweep',
        ProcessingStepUrl: `${attacker.url}/api/ProcessingStep/${step}`,
        Cells: many(500, (x) => ({ x })),
      })
      const init = { method: 'POST', headers: HEADERS, body }
      return (signal) => inParallel(4, signal, () => request(attacker, '/api/Job/StartSweep', { ...init, signal }))
    },
  },
  {
    name: 'bodies: 40 in parallel, each with 400,000 invalid tags',
    prepare: async (attacker) => {
      const job = await attacker.client.post('/api/Job/CreateJob', { Name: 'job' })
      const init = { method: 'POST', headers: HEADERS, body: JSON.stringify({ Tags: Array(400_000).fill(0) }) }
      return (signal) => inParallel(40, signal, () => request(attacker, `${job}/EditTags`, { ...init, signal }))
    },
  },
]

/** Creates a job that is ready to run a workflow. */
async function workflowJob(attacker: Attacker, definition: { nodes: object[]; variables?: object }): Promise<string> {
  const { client, url } = attacker
  const body = new FormData()
  const text = JSON.stringify({ version: 1, title: 'Attack', ...definition })
  body.append('files', new File([text], 'workflow.json', { type: MEDIA.workflowDefinition }))
  const uploaded = await fetch(`${url}/api/WorkData/UploadWorkData`, {
    method: 'POST',
    headers: { 'x-api-key': client.key },
    body,
  })
  return client.post('/api/Job/RapidSetup', {
    Name: 'workflow',
    ProcessingStepUrl: await stepOf(client, 'execute_workflow'),
    InputDataSlots: [{ WorkDataUrls: [uploaded.headers.get('location')] }],
  })
}

function starts(attacker: Attacker, job: string, signal: AbortSignal): Promise<void> {
  return request(attacker, `${job}/StartProcessing`, { method: 'POST', headers: HEADERS, body: '{}', signal })
}
