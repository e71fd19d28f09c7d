import { readFile } from 'node:fs/promises'
import type { ExecutionNodeProperties, ExecutionProperties } from '@millrace/contracts/executions'
import type { JobProperties, JobQueryResultProperties } from '@millrace/contracts/jobs'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { REPORT_VERSION, WorkflowReport } from '@millrace/workflows/report'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, manifest, uploads } from '#testing/jobs.ts'
import { freeStep, reportOf, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'

const table = (name: string, input: string, output: string, change: object = {}) =>
  manifest(name, {
    version: '2.0.0',
    parameters: { type: 'object' },
    input_dataslots: [{ name: input, mediatype: 'text/csv' }],
    output_dataslots: [{ name: output, mediatype: 'text/csv' }],
    ...change,
  })

const api = await testApi()
const workflows = await testWorkflows(api, [
  table('clean_table', 'table', 'cleaned'),
  table('aggregate_table', 'table', 'aggregated', {
    parameters: { type: 'object', properties: { every: { enum: ['hour', 'day', 'week'] } } },
  }),
  table('plot_table', 'table', 'plot'),
  freeStep('echo', { title: 'Echo a value' }),
])
const examples = [...(await readFile('docs/workflow-format.md', 'utf8')).matchAll(/```json\n(.*?)\n```/gs)].map(
  ([, text]) => JSON.parse(text ?? '') as Record<string, unknown>,
)

describe('the creation sequence', () => {
  it('runs the first example: one sub-job per node, then a report', async () => {
    const alice = await api.signUp()
    const readings = await uploads(alice)

    const job = await startsExecution(alice, workflows.stepId, {
      definition: examples[0],
      variables: { readings, window: 'week' },
    })
    const ran = await workflows.works(alice, job, ({ functionName, parameters }) => ({
      result: { parameters },
      outputs: { [{ clean_table: 'cleaned', aggregate_table: 'aggregated' }[functionName] ?? 'plot']: [functionName] },
    }))

    expect(ran).toEqual(['clean', 'daily', 'plot'])
    const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
    expect(properties).toMatchObject({ State: 'Completed', Attempt: 1, HasWorker: true, ErrorDescription: null })
    const subJobs = await findsJobs(alice, { Filter: { ParentJobUrl: job } })
    expect(subJobs.properties.StateCounts).toEqual({ Completed: 3 })

    const [first] = embedded<JobProperties>(subJobs, 'item')
    const history = first && (await alice.read<SirenDocument<{ Events: object[] }>>(hrefOf(first, 'History') ?? ''))
    expect(history?.properties.Events).toMatchObject([
      { From: null, To: 'Created', ActorName: null },
      { From: 'Created', To: 'ReadyForProcessing' },
      { From: 'ReadyForProcessing', To: 'Pending' },
      { From: 'Pending', To: 'Processing' },
      { From: 'Processing', To: 'Completed' },
    ])

    const report = await reportOf(alice, job)
    expect(WorkflowReport.parse(report)).toMatchObject({
      version: REPORT_VERSION,
      title: 'Clean and plot gauge readings',
      execution: { startedBy: alice.person.name, name: 'Run the workflow' },
      variables: { readings, window: 'week' },
    })
    const [clean, daily, plot] = report.nodes
    expect([clean, daily, plot].map((node) => [node?.id, node?.state, node?.step?.version])).toEqual([
      ['clean', 'Completed', '2.0.0'],
      ['daily', 'Completed', '2.0.0'],
      ['plot', 'Completed', '2.0.0'],
    ])
    expect(clean?.runs[0]?.inputs.table?.[0]?.workData).toBe(new URL(readings).pathname)
    expect(daily?.runs[0]).toMatchObject({ state: 'Completed', parameters: { every: 'week' }, try: 1, item: 0 })
    expect(daily?.runs[0]?.inputs.table).toEqual(clean?.runs[0]?.outputs.cleaned)
    expect(report.outputs.chart).toEqual(plot?.runs[0]?.outputs.plot)
    expect(JSON.parse(properties.Result ?? '')).toEqual({ outputs: { chart: [report.outputs.chart?.[0]?.workData] } })
  })
})

describe('the document of an execution', () => {
  const node = (id: string, change: object = {}) => ({ id, step: { function: 'echo' }, ...change })
  type Execution = SirenDocument<ExecutionProperties>
  type Node = SirenDocument<ExecutionNodeProperties>

  async function running(onFailure = 'continue') {
    const alice = await api.signUp()
    const definition = {
      version: 1,
      title: 'Fan out',
      variables: { n: { type: 'integer', default: 2 } },
      nodes: [node('a', { title: 'First', forEach: { value: [1, 2, 3] }, onFailure }), node('b', { after: ['a'] })],
    }
    const job = await startsExecution(alice, workflows.stepId, { definition })
    const read = async () => {
      const execution = await alice.read<Execution>(hrefOf(await alice.read(job), 'Execution') ?? '')
      return { execution, nodes: embedded(execution, 'Node') as Node[] }
    }
    await expect.poll(async () => (await read()).nodes[0]?.properties.Runs).toBe(3)
    return { alice, job, definition, read }
  }

  it('shows which nodes read which files, without the workflows that nodes run', async () => {
    const alice = await api.signUp()
    const [one, two, three] = [
      await uploads(alice, 'one.csv', 'a'),
      await uploads(alice, 'two.csv', 'b'),
      await uploads(alice, 'three.csv', 'c'),
    ]
    const inner = await uploadsDefinition(alice, { version: 1, title: 'Inner', nodes: [node('x')] })
    const data = {
      type: 'array',
      title: 'Readings',
      items: { type: 'string', format: 'work-data' },
      default: [one, two],
    }
    const job = await startsExecution(alice, workflows.stepId, {
      definition: {
        version: 1,
        title: 'Inputs',
        variables: { data, unused: { ...data, title: 'Unused' }, n: { type: 'integer', default: 1 } },
        nodes: [
          node('a', {
            inputs: { in: [{ variable: 'data' }, { workData: three }] },
            parameters: { n: { variable: 'n' } },
          }),
          node('b', { forEach: { variable: 'data' } }),
          { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } },
        ],
      },
    })

    const execution = await alice.read<Execution>(hrefOf(await alice.read(job), 'Execution') ?? '')

    expect(execution.properties.Inputs).toEqual([
      { Title: 'Readings', Files: 2, Name: null, WorkDataUrl: null, NodeIds: ['a', 'b'] },
      { Title: null, Files: 1, Name: 'three.csv', WorkDataUrl: three, NodeIds: ['a'] },
    ])
    // Other tests claim queued jobs, so cancel this one.
    await does(alice, job, 'CancelProcessing')
  })

  it('shows each node with the states of its runs, the edges and the variables', async () => {
    const { alice, job, definition, read } = await running()
    await workflows.worker.claims(workflows.stepIds, { max: 1, waitMs: 0 })

    const { execution, nodes } = await read()

    expect(execution.properties).toMatchObject({
      ...{ Name: 'Run the workflow', Title: 'Fan out', State: 'Processing', Progress: 0, Variables: { n: 2 } },
      NodeCounts: { Running: 1, Waiting: 1 },
      Edges: [{ From: 'a', To: 'b', Uses: false }],
    })
    expect(nodes.map(({ properties }) => properties)).toMatchObject([
      {
        ...{
          Id: 'a',
          Title: 'First',
          FunctionName: 'echo',
          Version: '1.0.0',
          State: 'Running',
          Repeats: true,
          Runs: 3,
        },
        RunStates: { Waiting: 0, Pending: 2, Processing: 1, DataMissing: 0, Completed: 0, Failed: 0 },
      },
      { Id: 'b', Title: 'Echo a value', State: 'Waiting', Repeats: false, Runs: null },
    ])
    const [a] = nodes
    const jobs = await alice.read<SirenDocument<JobQueryResultProperties>>(hrefOf(a!, 'SubJobs') ?? '')
    expect(jobs.properties).toMatchObject({ TotalEntities: 3, StateCounts: { Pending: 2, Processing: 1 } })
    expect(await (await alice.get(hrefOf(execution, 'Definition') ?? '')).json()).toEqual(definition)
    await alice.post(`${job}/CancelProcessing`)
  })

  it('names the cause of a failed run, not a run that was canceled with it', async () => {
    const { alice, job, read } = await running('stop')
    const leases = await workflows.worker.claims(workflows.stepIds, { max: 3, waitMs: 0 })
    const last = leases.find(({ jobName }) => jobName === 'First 3')
    await workflows.run(last!, () => ({ error: 'No station.' }))
    await workflows.works(alice, job, () => ({ result: 1 }))

    const [a] = (await read()).nodes

    expect(a?.properties).toMatchObject({ FirstFailure: 'No station.', RunStates: { Failed: 1, Canceled: 2 } })
    const failed = await alice.read<SirenDocument<JobProperties>>(hrefOf(a!, 'FirstFailedJob') ?? '')
    expect(failed.properties.Name).toBe('First 3')
  })

  it('names a run that a user canceled, not one that was canceled with it', async () => {
    const { alice, job, read } = await running('stop')
    const subJobs = embedded<JobProperties>(await findsJobs(alice, { Filter: { ParentJobUrl: job } }), 'item')
    const last = subJobs.find(({ properties }) => properties.Name === 'First 3')
    await alice.post(`${hrefOf(last!, 'self')}/CancelProcessing`)
    await workflows.works(alice, job, () => ({ result: 1 }))

    const [a] = (await read()).nodes

    expect(a?.properties.FirstFailure).toBe('Its job was canceled.')
    const failed = await alice.read<SirenDocument<JobProperties>>(hrefOf(a!, 'FirstFailedJob') ?? '')
    expect(failed.properties.Name).toBe('First 3')
  })

  it('names the first failed run and its cause, and links the only job of a node', async () => {
    const { alice, job, read } = await running()
    await workflows.works(alice, job, ({ jobName }) =>
      jobName === 'First 2' ? { error: 'No station.' } : { result: 1 },
    )

    const { execution, nodes } = await read()

    expect(execution.properties).toMatchObject({ State: 'Completed', Progress: 1, NodeCounts: { Completed: 2 } })
    const [a, b] = nodes
    expect(a?.properties).toMatchObject({ FirstFailure: 'No station.', RunStates: { Completed: 2, Failed: 1 } })
    const nameAt = async (href: string | undefined) =>
      (await alice.read<SirenDocument<JobProperties>>(href ?? '')).properties.Name
    expect(await nameAt(hrefOf(a!, 'FirstFailedJob'))).toBe('First 2')
    expect(await nameAt(hrefOf(b!, 'Job'))).toBe('b')
    const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
    expect(properties.Nodes).toEqual({
      Done: 2,
      Total: 2,
      MissingData: null,
      StepWithoutWorker: null,
      SuspendedStep: null,
    })
  })

  it('names the step whose jobs wait because no worker is connected', async () => {
    const { alice, job, read } = await running()
    const seenBefore = (interval: string) =>
      asSystem(api.db, (tx) =>
        tx.query(`update processing_step set worker_seen_at = now() - $1::interval where function_name = 'echo'`, [
          interval,
        ]),
      )
    const stepWithoutWorker = async () =>
      (await alice.read<SirenDocument<JobProperties>>(job)).properties.Nodes?.StepWithoutWorker
    expect(await stepWithoutWorker()).toBeNull()
    expect((await read()).nodes[0]?.properties.StepWithoutWorker).toBeNull()

    await seenBefore('1 hour')

    expect(await stepWithoutWorker()).toBe('Echo a value')
    expect((await read()).nodes.map(({ properties }) => properties.StepWithoutWorker)).toEqual(['Echo a value', null])
    await seenBefore('0 s')
    await workflows.works(alice, job, () => ({ result: 1 }))
    expect(await stepWithoutWorker()).toBeNull()
  })

  it('names the step of a nested workflow whose jobs wait, because no worker is connected or it is suspended', async () => {
    const alice = await api.signUp()
    const echo = { id: 'echo', step: { function: 'echo' } }
    const inner = await uploadsDefinition(alice, { version: 1, title: 'Inner', nodes: [echo] })
    const sub = { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const job = await startsExecution(alice, workflows.stepId, {
      definition: { version: 1, title: 'Outer', nodes: [sub, { ...echo, after: ['sub'] }] },
    })
    const waits = () => findsJobs(alice, { Filter: { Name: 'echo', IsSubJob: true } })
    await expect.poll(async () => (await waits()).properties.TotalEntities).toBe(1)
    const changes = (columns: string) =>
      asSystem(api.db, (tx) => tx.query(`update processing_step set ${columns} where function_name = 'echo'`))
    const read = async () => {
      const nodes = embedded<ExecutionNodeProperties>(await alice.read(`${job}/Execution`), 'Node')
      const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
      const held = [properties.Nodes, ...nodes.map((node) => node.properties)]
      return held.map((one) => [one?.StepWithoutWorker, one?.SuspendedStep])
    }
    const none = [null, null]

    await changes(`worker_seen_at = now() - interval '1 hour'`)
    expect(await read()).toEqual([['Echo a value', null], ['Echo a value', null], none])
    await changes(`worker_seen_at = now(), deployment_state = 'ExternalSuspended'`)
    expect(await read()).toEqual([[null, 'Echo a value'], [null, 'Echo a value'], none])
    const [waiting] = embedded<JobProperties>(await waits(), 'item')
    expect(waiting?.properties).toMatchObject({ State: 'Pending', HasWorker: true, IsStepSuspended: true })
    await changes(`deployment_state = 'External'`)
    expect(await read()).toEqual([none, none, none])
  })

  it('is missing for other users and for jobs that are not workflows', async () => {
    const { alice, job } = await running()
    const mallory = await api.signUp()
    const draft = (await alice.post('/api/Job/CreateJob', { Name: 'No workflow' })).headers.get('location')

    for (const path of ['Execution', 'Execution/Definition']) {
      expect((await mallory.get(`${job}/${path}`)).status).toBe(404)
      expect((await alice.get(`${draft}/${path}`)).status).toBe(404)
    }
    await alice.post(`${job}/CancelProcessing`)
  })

  it('shows which nodes a canceled execution did not reach', async () => {
    const { alice, job, read } = await running()
    const cancel = actionOf(await alice.read(job), 'CancelProcessing')

    await alice.post(cancel?.href ?? '')

    await expect.poll(async () => (await read()).execution.properties.NodeCounts).toEqual({ Canceled: 2 })
    expect((await findsJobs(alice, { Filter: { ParentJobUrl: job } })).properties.StateCounts).toEqual({ Canceled: 3 })
  })
})

describe('running jobs of an owner', () => {
  it('do not include executions, so many executions still leave room for their own jobs', async () => {
    const alice = await api.signUp()
    const definition = { version: 1, title: 'One', nodes: [{ id: 'a', step: { function: 'echo' } }] }

    const jobs = await Promise.all(
      Array.from({ length: 6 }, () => startsExecution(alice, workflows.stepId, { definition })),
    )

    for (const job of jobs) await workflows.works(alice, job, () => ({ result: 1 }))
    expect((await findsJobs(alice, { Filter: { IsSubJob: false } })).properties.StateCounts).toEqual({ Completed: 6 })
  })
})
