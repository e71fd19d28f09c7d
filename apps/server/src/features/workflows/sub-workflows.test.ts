import type { JobProperties } from '@millrace/contracts/jobs'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, uploads } from '#testing/jobs.ts'
import {
  freeStep,
  hasExecution,
  reportOf,
  startsExecution,
  testWorkflows,
  uploadsDefinition,
} from '#testing/workflows.ts'
import { endExpiredAttempts } from '../../maintenance.ts'

const api = await testApi()
const workflows = await testWorkflows(api, [freeStep('echo')])
const alice = await api.signUp()

const definition = (nodes: object[], more: object = {}) => ({ version: 1, title: 'Test', nodes, ...more })

/** Runs nodes. Their step returns its parameters and writes one file. */
async function runs(nodes: object[], more: object = {}) {
  const job = await startsExecution(alice, workflows.stepId, { definition: definition(nodes, more) })
  await workflows.works(alice, job, ({ parameters }) => ({ result: parameters, outputs: { out: ['1'] } }))
  const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
  return { job, state: properties.State, error: properties.ErrorDescription }
}

describe('workflows in workflows', () => {
  it('run as sub-jobs and return the files they name', async () => {
    const inner = await uploadsDefinition(
      alice,
      definition([{ id: 'x', step: { function: 'echo' }, parameters: { n: { variable: 'n' } } }], {
        variables: { n: { type: 'integer' } },
        outputs: { made: { node: 'x', slot: 'out' } },
      }),
    )

    const { job, state } = await runs([
      {
        id: 'sub',
        step: { function: 'execute_workflow' },
        parameters: { n: { value: 3 } },
        inputs: { workflow: [{ workData: inner }] },
      },
      { id: 'b', step: { function: 'echo' }, parameters: { made: { node: 'sub', result: '/outputs/made' } } },
    ])

    expect(state).toBe('Completed')
    const { nodes } = await reportOf(alice, job)
    expect(nodes[1]?.runs[0]?.parameters.made).toEqual([expect.stringMatching(/^\/api\/WorkData\//)])
    expect(nodes[0]?.runs[0]?.outputs.report).toHaveLength(1)
  })

  it('take the files of other nodes as variables, and provide their outputs to other nodes', async () => {
    const sum = await uploadsDefinition(
      alice,
      definition(
        [
          { id: 'one', step: { function: 'echo' }, inputs: { in: [{ variable: 'table' }] } },
          { id: 'more', step: { function: 'echo' }, forEach: { variable: 'others' }, inputs: { in: [{ item: '' }] } },
        ],
        {
          variables: {
            table: { type: 'string', format: 'work-data' },
            others: { type: 'array', items: { type: 'string', format: 'work-data' }, default: [] },
            n: { type: 'integer' },
          },
          outputs: { made: { node: 'one', slot: 'out' }, each: { node: 'more', slot: 'out' } },
        },
      ),
    )

    const { job, state, error } = await runs(
      [
        { id: 'a', step: { function: 'echo' } },
        { id: 'b', step: { function: 'echo' }, forEach: { value: [1, 2] } },
        {
          id: 'sub',
          step: { function: 'execute_workflow' },
          parameters: { n: { value: 3 } },
          inputs: {
            workflow: [{ workData: sum }],
            table: [{ node: 'a', slot: 'out' }],
            others: [
              { node: 'b', slot: 'out' },
              { node: 'a', slot: 'out' },
            ],
          },
        },
        { id: 'use', step: { function: 'echo' }, inputs: { in: [{ node: 'sub', slot: 'made' }] } },
        {
          id: 'each',
          step: { function: 'echo' },
          forEach: { node: 'sub', slot: 'each' },
          inputs: { in: [{ item: '' }] },
        },
      ],
      { outputs: { inner: { node: 'sub', slot: 'made' }, report: { node: 'sub', slot: 'report' } } },
    )

    expect([state, error]).toEqual(['Completed', null])
    const { nodes, outputs } = await reportOf(alice, job)
    const [sub, use, each] = nodes.slice(2)
    expect(Object.keys(sub?.runs[0]?.outputs ?? {})).toEqual(['report', 'each', 'made'])
    const [file] = nodes[0]?.runs[0]?.outputs.out ?? []
    const { parameters, inputs: given } = sub?.runs[0] ?? {}
    expect([parameters, given?.table]).toEqual([{ n: 3 }, [file]])
    expect(given?.others).toEqual([...(nodes[1]?.runs.flatMap((run) => run.outputs.out ?? []) ?? []), file])
    expect(use?.runs[0]?.inputs.in).toEqual(sub?.runs[0]?.outputs.made)
    expect(each?.runs.map(({ inputs }) => inputs.in)).toEqual(sub?.runs[0]?.outputs.each?.map((file) => [file]))
    expect(each?.runs).toHaveLength(3)
    expect(outputs).toEqual({ inner: sub?.runs[0]?.outputs.made, report: sub?.runs[0]?.outputs.report })
  })

  it('are named after the workflow and the file that each of them runs on', async () => {
    const inner = await uploadsDefinition(
      alice,
      definition([{ id: 'x', step: { function: 'echo' }, inputs: { in: [{ variable: 'table' }] } }], {
        variables: { table: { type: 'string', format: 'work-data' } },
      }),
    )
    const [rhine, mosel] = [await uploads(alice, 'rhine.csv'), await uploads(alice, 'mosel.csv')]
    const sub = { step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const each = { ...sub, forEach: { variable: 'tables' }, inputs: { ...sub.inputs, table: [{ item: '' }] } }
    const variables = { tables: { type: 'array', items: { type: 'string', format: 'work-data' } } }
    const job = await startsExecution(alice, workflows.stepId, {
      definition: definition(
        [
          { id: 'each', ...each },
          { id: 'titled', title: 'Means', ...each },
        ],
        { variables },
      ),
      variables: { tables: [rhine, mosel] },
    })

    const parts = await findsJobs(alice, { Filter: { ParentJobUrl: job } })

    const names = embedded<JobProperties>(parts, 'item').map(({ properties }) => properties.Name)
    expect(names.sort()).toEqual([
      'Means – mosel.csv',
      'Means – rhine.csv',
      'workflow – mosel.csv',
      'workflow – rhine.csv',
    ])
    await does(alice, job, 'CancelProcessing')
  })

  it('are refused with the wrong inputs, parameters and outputs', async () => {
    const inner = await uploadsDefinition(
      alice,
      definition([{ id: 'x', step: { function: 'echo' }, inputs: { in: [{ variable: 'table' }] } }], {
        variables: { table: { type: 'string', format: 'work-data' }, n: { type: 'integer' } },
        outputs: { made: { node: 'x', slot: 'out' } },
      }),
    )
    const sub = { id: 'sub', step: { function: 'execute_workflow' } }
    const nodes = [
      { ...sub, parameters: { m: { value: 1 } }, inputs: { workflow: [{ workData: inner }], tabel: [] } },
      { id: 'use', step: { function: 'echo' }, inputs: { in: [{ node: 'sub', slot: 'maid' }] } },
    ]

    const job = await hasExecution(alice, workflows.stepId, { definition: definition(nodes) })
    const start = actionOf(await alice.read<SirenDocument<JobProperties>>(job), 'StartProcessing')
    const reply = await alice.post(start?.href ?? '', {})

    const { faults } = (await reply.json()) as { faults: { pointer: string; message: string }[] }
    expect(faults.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/nodes/1/inputs/in/0 execute_workflow has no output “maid”. It has “report”, “made”.',
      '/nodes/0/parameters/m execute_workflow has no parameter “m”. It has “n”.',
      '/nodes/0/parameters/n The parameter “n” is missing.',
      '/nodes/0/inputs/tabel execute_workflow has no input “tabel”. It has “workflow”, “table”.',
      '/nodes/0/inputs/table The input “table” is missing.',
    ])
  })

  it('are reported when the execution starts if their workflow does not exist', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'echo' } }]))
    const missing = inner.replace(/[0-9a-f]{12}$/, '000000000000')
    const sub = { step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: missing }] } }
    const job = await hasExecution(alice, workflows.stepId, {
      definition: definition([{ id: 'sub', title: 'Inner three', ...sub }]),
    })

    const reply = await alice.post(`${job}/StartProcessing`, {})

    expect(await reply.json()).toMatchObject({
      detail:
        'The workflow can’t start. Step “Inner three”: The workflow that it runs was not found. If it was deleted, choose another one.',
      faults: [{ pointer: '/nodes/0/inputs/workflow/0/workData' }],
    })
  })

  it.each([5, {}, 'text', [null], [{ workData: 5 }]])(
    'are refused with an input that is not a list of links: %j',
    async (workflow) => {
      const node = { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow } }
      const job = await hasExecution(alice, workflows.stepId, { definition: definition([node]) })

      expect((await alice.post(`${job}/StartProcessing`, {})).status).toBe(422)
    },
  )

  it('that can’t start fail their node with the first fault', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'nope' } }]))

    const { error } = await runs([
      { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } },
    ])

    expect(error).toBe('“Test” failed: The workflow can’t start. Step “x”: There is no processing step “nope”.')
  })

  it('can be nested up to five levels deep', async () => {
    const nested = async (levels: number): Promise<object> => {
      if (levels === 0) return { id: 'x', step: { function: 'echo' } }
      const inner = await uploadsDefinition(alice, definition([await nested(levels - 1)]))
      return { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    }

    expect((await runs([await nested(5)])).state).toBe('Completed')
    const { state, error } = await runs([await nested(6)])
    expect([state, error]).toEqual(['Error', expect.stringContaining('Workflows can be nested up to 5 levels deep.')])
  })

  it('are canceled with the execution that contains them, and so are their jobs', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'echo' } }]))
    const sub = { step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const nodes = [
      { id: 'one', ...sub },
      { id: 'two', title: 'Second', ...sub },
    ]
    const job = await startsExecution(alice, workflows.stepId, { definition: definition(nodes) })
    const partsOf = async (parent: string) =>
      embedded<JobProperties>(await findsJobs(alice, { Filter: { ParentJobUrl: parent } }), 'item')
    const below = async () => {
      const parts = await partsOf(job)
      const runs = await Promise.all(parts.map((part) => partsOf(hrefOf(part, 'self') ?? '')))
      return [...parts, ...runs.flat()].map(({ properties }) => properties.State).sort()
    }
    await expect.poll(below).toEqual(['Pending', 'Pending', 'Processing', 'Processing'])

    await does(alice, job, 'CancelProcessing')

    expect(await below()).toEqual(Array(4).fill('Canceled'))
    expect(await workflows.worker.claims(workflows.stepIds, { waitMs: 0 })).toEqual([])
  })

  it('keep running for longer than a lease, which only jobs of workers have', async () => {
    const inner = await uploadsDefinition(alice, definition([{ id: 'x', step: { function: 'echo' } }]))
    const sub = { id: 'sub', step: { function: 'execute_workflow' }, inputs: { workflow: [{ workData: inner }] } }
    const job = await startsExecution(alice, workflows.stepId, { definition: definition([sub]) })
    const statesOf = async () => (await findsJobs(alice, { Filter: { States: ['Processing'] } })).properties.StateCounts
    await expect.poll(statesOf).toMatchObject({ Processing: 2, Pending: 1 })
    await asSystem(api.deps.db, (tx) =>
      tx.query(
        `update job set started_at = now() - interval '1 day' where executor = 'engine' and state = 'Processing'`,
      ),
    )

    await endExpiredAttempts(api.deps)

    expect(await statesOf()).toMatchObject({ Processing: 2, Pending: 1 })
    await workflows.works(alice, job, () => ({ result: 1 }))
    expect((await alice.read<SirenDocument<JobProperties>>(job)).properties.State).toBe('Completed')
  })
})
