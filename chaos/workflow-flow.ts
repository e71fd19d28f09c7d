import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ExecutionComparisonProperties } from '@millrace/contracts/executions'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties, JobQueryResultProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import type { WorkflowReport } from '@millrace/workflows/report'
import type { Person } from '../e2e/api-client.ts'
import { type Flow, finished, stepNamed } from './flow.ts'
import type { Ledger } from './ledger.ts'

const ITEMS = [0, 1, 2]
/** Nodes that run one after another. The worker claims each node's job when it completes the preceding one. */
const CHAIN = ['first', 'second', 'third']

/** Number of retries. It exceeds the number of kills, so no run fails because of kills. */
const RETRIES = 10

/**
 * Runs a workflow until it ends. The workflow consists of a chain, a nested workflow, a node with three items, and a
 * node that runs after the items. After an interruption, a repeated call resumes the workflow.
 */
export async function followWorkflow(flow: Flow, person: Person, ledger: Ledger, signal: AbortSignal) {
  return finished(person, await started(flow, person, ledger), signal)
}

/**
 * Runs the same workflow as `followWorkflow`. Then continues it with a changed parameter, so that unaffected runs are
 * reused, and verifies the continued execution.
 */
export async function followWorkflows(flow: Flow, person: Person, ledger: Ledger, signal: AbortSignal) {
  const end = await followWorkflow(flow, person, ledger, signal)
  if (end.properties.State !== 'Completed') return end
  const { changed, verifying } = await laterExecutions(flow, person, signal)
  return [changed, verifying].find(({ properties }) => properties.State !== 'Completed') ?? end
}

/**
 * Returns the execution that continues the first one with a changed parameter, and the execution that verifies the
 * changed one. Both are started only once, however often this function is called.
 */
async function laterExecutions(flow: Flow, person: Person, signal: AbortSignal) {
  const key = keysOf(flow)
  const job = await person.post('/api/Job/CreateJob', { Name: flow.name }, key('job'))
  const workflow = await person.upload(`${flow.name}.inner.workflow.json`, bytesOf(INNER), key('inner'))
  const change = { Name: `${flow.name} changed`, Definition: definition(changedSeconds(flow), workflow) }
  const next = await person.post(`${job}/Execution/Continue`, change, key('continue'))
  const changed = await finished(person, next, signal)
  if (changed.properties.State !== 'Completed') return { changed, verifying: changed }
  const verifying = await finished(person, await person.post(`${next}/Execution/Verify`, {}, key('verify')), signal)
  return { changed, verifying }
}

const changedSeconds = ({ seconds }: Flow) => seconds + 0.5
const bytesOf = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)))
const keysOf = (flow: Flow) => (what: string) => ({ 'idempotency-key': `${flow.name}-${what}` })

/** Runs the same workflow as `followWorkflow`, but cancels it while the items run. */
export async function cancelWorkflow(flow: Flow, person: Person, ledger: Ledger, signal: AbortSignal) {
  const job = await started(flow, person, ledger)
  await cancelOnceRunning(person, job)
  return finished(person, job, signal)
}

async function started(flow: Flow, person: Person, ledger: Ledger): Promise<string> {
  const key = keysOf(flow)
  const data = await person.upload(`${flow.name}.csv`, flow.table.bytes, key('upload'))
  ledger.uploads.set(data, { name: flow.name, sha256: flow.table.sha256 })
  const inner = await person.upload(`${flow.name}.inner.workflow.json`, bytesOf(INNER), key('inner'))
  const text = bytesOf(definition(flow.seconds, inner))
  const workflow = await person.upload(`${flow.name}.workflow.json`, text, key('definition'))
  const job = await person.post('/api/Job/CreateJob', { Name: flow.name }, key('job'))
  ledger.jobs.set(job, flow.name)
  await setUp(person, job, { data, workflow })
  return job
}

const quick = { step: { function: 'quick_copy' }, retries: RETRIES }

/** The nested workflow: two copies, one after the other. */
const INNER = {
  version: 1,
  title: 'Inner copies',
  variables: { table: { type: 'string', format: 'work-data' } },
  nodes: [
    { id: 'one', ...quick, inputs: { table: [{ variable: 'table' }] } },
    { id: 'two', ...quick, inputs: { table: [{ node: 'one', slot: 'copy' }] } },
  ],
  outputs: { copy: { node: 'two', slot: 'copy' } },
}

/** Returns the definition of the workflow. `inner` is the URL of the nested workflow. */
function definition(seconds: number, inner: string) {
  const node = { step: { function: 'slow_copy' }, retries: RETRIES }
  const parameters = { seconds: { value: seconds }, item: { item: '' } }
  return {
    version: 1,
    title: 'Copies',
    variables: { table: { type: 'string', format: 'work-data' } },
    nodes: [
      ...CHAIN.map((id, place) => ({
        id,
        ...quick,
        inputs: { table: [place === 0 ? { variable: 'table' } : { node: CHAIN[place - 1], slot: 'copy' }] },
      })),
      {
        id: 'inner',
        step: { function: 'execute_workflow' },
        retries: RETRIES,
        inputs: { workflow: [{ workData: inner }], table: [{ node: CHAIN.at(-1), slot: 'copy' }] },
      },
      {
        id: 'each',
        ...node,
        forEach: { value: ITEMS },
        parameters,
        inputs: { table: [{ node: 'inner', slot: 'copy' }] },
      },
      { id: 'last', ...node, after: ['each'], inputs: { table: [{ variable: 'table' }] } },
    ],
    outputs: { copies: { node: 'each', slot: 'copy' } },
  }
}

/** Sets up and starts the job. Runs only actions that the job still lists, so nothing is repeated after a crash. */
async function setUp(person: Person, job: string, { data, workflow }: { data: string; workflow: string }) {
  const before = await person.read<JobProperties>(job)
  if (!before.properties.Processing) {
    await person.act(before as never, 'SelectProcessing', {
      ProcessingStepUrl: await stepNamed(person, 'execute_workflow'),
    })
  }
  for (const name of ['slow_copy', 'quick_copy']) await stepNamed(person, name)
  const selected = await person.read<JobProperties>(job)
  if (!actionOf(selected, 'ConfigureProcessing')) return
  await person.act(selected as never, 'ConfigureProcessing', { table: data })
  const [slot] = embedded(await person.read(job), 'InputDataSlot')
  if (slot && actionOf(slot, 'SelectWorkData'))
    await person.act(slot as never, 'SelectWorkData', { WorkDataUrl: workflow })
  const ready = await person.read<JobProperties>(job)
  if (actionOf(ready, 'StartProcessing')) await person.act(ready as never, 'StartProcessing')
}

async function cancelOnceRunning(person: Person, job: string): Promise<void> {
  for (;;) {
    const execution = await person.read<JobProperties>(job)
    if (isTerminal(execution.properties.State)) return
    if ((await jobsOf(person, job)).Processing) {
      await person.act(execution as never, 'CancelProcessing')
      return
    }
    await sleep(200)
  }
}

/**
 * Returns the faults found in the report or, after a cancellation, in the sub-jobs. Every node copies the flow’s table,
 * so every file and every returned value in the report must have the hash of that table.
 */
export async function workflowFaults(
  person: Person,
  execution: SirenDocument<JobProperties>,
  { table, seconds }: Pick<Flow, 'table' | 'seconds'>,
): Promise<string[]> {
  const [slot] = embedded(execution, 'OutputDataSlot')
  const [data] = slot ? embedded(slot, 'Assigned') : []
  if (execution.properties.State === 'Canceled') {
    const counts = await jobsOf(person, hrefOf(execution, 'self') ?? '')
    const isOver = !counts.Pending && !counts.Processing && data === undefined
    return isOver ? [] : [`after the cancellation, there are ${JSON.stringify(counts)}`]
  }
  const reply = await person.request((data && hrefOf(data, 'Download')) ?? '/no-report')
  if (!reply.ok) return [`the report returns ${reply.status}`]
  const report = withoutRepeated((await reply.json()) as WorkflowReport)
  const found = report.nodes.map(({ id, state, runs }) => `${id} ${state} ${runs.map(({ item }) => item)}`)
  const single = (id: string) => `${id} Completed 0`
  const expected = [...CHAIN.map(single), single('inner'), `each Completed ${ITEMS}`, single('last')]
  const isRight = found.join() === expected.join() && report.outputs.copies?.length === ITEMS.length
  if (!isRight) return [`the report says ${found.join(', ')}`]
  return [...wrongFiles(report, table.sha256), ...wrongValues(report, { sha256: table.sha256, seconds })]
}

/** Returns faults of the later executions: in their reports, in the reuse of runs, and in the comparison. */
export async function laterFaults(person: Person, flow: Flow, signal: AbortSignal): Promise<string[]> {
  const { changed, verifying } = await laterExecutions(flow, person, signal)
  const seconds = changedSeconds(flow)
  const faults = [changed, verifying].map((end) => workflowFaults(person, end, { table: flow.table, seconds }))
  const { properties } = await person.read<ExecutionComparisonProperties>(
    `${hrefOf(verifying, 'self') ?? ''}/Execution/Comparison`,
  )
  const isSame = properties.Different === 0 && properties.Missing === 0 && properties.Same > 0
  const counts = await Promise.all([changed, verifying].map((end) => jobsOf(person, hrefOf(end, 'self') ?? '')))
  const completed = counts.map((states) => states.Completed)
  // The chain is reused. The nested workflow runs again, but its own runs are reused.
  const isReused = completed[0] !== undefined && completed[1] !== undefined && completed[0] < completed[1]
  return [
    ...(await Promise.all(faults)).flat(),
    ...(isSame ? [] : [`the comparison says ${JSON.stringify(properties)}`]),
    ...(isReused ? [] : [`the changed workflow ran ${completed[0]} jobs, the verification ${completed[1]}`]),
  ]
}

/** Returns the report without runs that were repeated because kills ended all their attempts. */
function withoutRepeated(report: WorkflowReport): WorkflowReport {
  const nodes = report.nodes.map((node) => ({ ...node, runs: node.runs.filter(({ state }) => state === 'Completed') }))
  return { ...report, nodes }
}

/**
 * Returns a fault for each file whose hash differs from the table's, and for each run that did not read and write
 * exactly one file.
 */
function wrongFiles({ nodes, outputs }: WorkflowReport, sha256: string): string[] {
  const runs = nodes.flatMap(({ id, runs }) => runs.map((run) => ({ id, ...run })))
  // The nested workflow gets the table as a variable, not as an input.
  const hasRead = (run: (typeof runs)[number]) => run.id === 'inner' || run.inputs.table?.length === 1
  const counted = runs.filter((run) => !hasRead(run) || run.outputs.copy?.length !== 1)
  const files = runs.flatMap(({ inputs, outputs: written }) => [...(inputs.table ?? []), ...(written.copy ?? [])])
  const wrong = [...files, ...Object.values(outputs).flat()].filter((file) => file.sha256 !== sha256)
  return [
    ...counted.map(({ id, item }) => `the report says that ${id} ${item} did not read and write one file each`),
    ...wrong.map(({ name }) => `the report has another hash for ${name}`),
  ]
}

/** Returns faults of runs with wrong parameters or a wrong returned value. */
function wrongValues({ nodes }: WorkflowReport, { sha256, seconds }: { sha256: string; seconds: number }): string[] {
  const ofSteps = nodes.filter(({ id }) => id !== 'inner')
  return ofSteps.flatMap(({ id, runs }) =>
    runs.flatMap(({ item, result, parameters }) => {
      const expected = id === 'each' ? { seconds, item } : {}
      const isRight = isDeepStrictEqual(result, { sha256 }) && isDeepStrictEqual(parameters, expected)
      return isRight ? [] : [`the report says that ${id} ${item} returned ${JSON.stringify({ result, parameters })}`]
    }),
  )
}

async function jobsOf(person: Person, parent: string): Promise<JobQueryResultProperties['StateCounts']> {
  const query = await person.post('/api/JobQuery/CreateQuery', { Filter: { ParentJobUrl: parent } })
  return (await person.read<JobQueryResultProperties>(query)).properties.StateCounts
}
