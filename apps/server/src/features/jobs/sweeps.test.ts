import type { JobProperties } from '@millrace/contracts/jobs'
import type { ProblemBody } from '@millrace/contracts/problems'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, selfHref } from '@millrace/siren/read'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { stepHref, uploads } from '#testing/jobs.ts'
import { type Behavior, freeStep, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'

const api = await testApi()
const window = { type: 'integer', maximum: 50 }
const parameters = {
  type: 'object',
  properties: { window, method: { $ref: '#/$defs/Method' } },
  $defs: { Method: { enum: ['mean', 'median'], 'x-enum-titles': { median: 'Moving median' } } },
  additionalProperties: true,
}
const variables = { type: 'object', properties: { window } }
const steps = await testWorkflows(api, [
  freeStep('smooth', { deterministic: true, parameters }),
  freeStep('simulate', { parameters: { type: 'object', properties: { window, variables } } }),
])
const [smooth = '', simulate = ''] = steps.stepIds
let alice = await api.signUp()
beforeEach(async () => {
  alice = await api.signUp()
})

const works: Behavior = (lease) => ({ result: lease.parameters, outputs: { out: ['x'] } })

async function sweeps(input: object) {
  const reply = await alice.post('/api/Job/StartSweep', {
    Name: 'Smooth',
    ProcessingStepUrl: stepHref(smooth),
    ...input,
  })
  expect(reply.status, await reply.clone().text()).toBe(201)
  const board = reply.headers.get('location') ?? ''
  return { board, jobs: await jobsOf(board) }
}

async function jobsOf(board: string) {
  const found = embedded(await alice.read<SirenDocument>(board), 'item') as SirenDocument<JobProperties>[]
  return found.toReversed()
}

async function placesOfFaults(reply: Response): Promise<string[] | undefined> {
  const { faults } = (await reply.json()) as ProblemBody
  return faults?.map(({ pointer }) => pointer)
}

async function jobsOfAlice(): Promise<number> {
  const { rows } = await api.db.pool.query('select count(*)::int as jobs from job where owner_id = $1', [
    alice.publicId,
  ])
  return rows[0].jobs
}

async function finish(jobs: SirenDocument<JobProperties>[]): Promise<string[]> {
  const names: string[] = []
  for (const job of jobs) names.push(...(await steps.works(alice, selfHref(job), works)))
  return names
}

describe('a sweep', () => {
  it('starts jobs whose parameters are each checked in a thread', async () => {
    const Cells = Array.from({ length: 10 }, (_, at) => ({ window: at }))
    const stations = Array.from({ length: 1500 }, (_, at) => `station ${at}`)

    const { jobs } = await sweeps({ Cells, Parameters: JSON.stringify({ stations }) })

    expect(jobs).toHaveLength(10)
  })

  it('sec/J9 is refused if its parameters are together too large to be checked', async () => {
    const Cells = Array.from({ length: 200 }, (_, at) => ({ window: at % 50 }))
    const stations = Array.from({ length: 1500 }, () => 'x'.repeat(150))
    const Parameters = JSON.stringify({ stations })

    const body = { Name: 'Smooth', ProcessingStepUrl: stepHref(smooth), Cells, Parameters }
    const reply = await alice.post('/api/Job/StartSweep', body)

    expect([reply.status, await reply.json()]).toMatchObject([413, { code: 'too-large' }])
  })

  it('starts one job for each cell, with the sweep and the varied parameters as tags', async () => {
    const data = await uploads(alice, 'in.csv', 'a\n1\n')
    const cells = [1, 3].flatMap((window) => ['mean', 'median'].map((method) => ({ window, method })))

    const { jobs, board } = await sweeps({
      Cells: cells,
      Parameters: '{"window": 9, "title": "T"}',
      Tags: ['project=x'],
      InputDataSlots: [{ WorkDataUrls: [data] }],
    })

    expect(jobs.map(({ properties }) => properties.Name)).toEqual([
      'Smooth: 1, Mean',
      'Smooth: 1, Moving median',
      'Smooth: 3, Mean',
      'Smooth: 3, Moving median',
    ])
    expect(jobs.map(({ properties }) => JSON.parse(properties.ConfiguredParameters ?? ''))).toEqual(
      cells.map((cell) => ({ title: 'T', ...cell })),
    )
    const [, id] = /sweep=([^"&]+)/.exec(JSON.stringify(jobs[0]?.properties.Tags)) ?? []
    expect(jobs[3]?.properties.Tags.toSorted()).toEqual([
      'project=x',
      'sweep-by=method',
      'sweep-by=window',
      `sweep=${id}`,
    ])
    await finish(jobs)
    expect((await jobsOf(board)).map(({ properties }) => properties.State)).toEqual(Array(4).fill('Completed'))
  })

  it('is extended by its id', async () => {
    const { jobs, board } = await sweeps({ Cells: [{ window: 1 }] })
    const id = jobs[0]?.properties.Tags.find((tag) => tag.startsWith('sweep='))?.slice('sweep='.length)

    await sweeps({ Cells: [{ window: 2 }], SweepId: id })

    expect((await jobsOf(board)).map(({ properties }) => properties.Name)).toEqual([
      'Smooth: Window 1',
      'Smooth: Window 2',
    ])
    await finish(await jobsOf(board))
  })

  it('starts nothing if some cells are invalid, and reports all of them in one reply', async () => {
    const reply = await alice.post('/api/Job/StartSweep', {
      Name: 'Smooth',
      ProcessingStepUrl: stepHref(smooth),
      Cells: [{ window: 1 }, { window: 51 }, { window: 2.5, method: 'mode' }],
    })

    expect(reply.status).toBe(422)
    expect(await placesOfFaults(reply)).toEqual(['/Cells/1/window', '/Cells/2/window', '/Cells/2/method'])
    expect(await jobsOfAlice()).toBe(0)
  })

  it('reports a fault that all cells share only once', async () => {
    const reply = await alice.post('/api/Job/StartSweep', {
      Name: 'Smooth',
      ProcessingStepUrl: stepHref(smooth),
      Parameters: '{"method": "mode"}',
      InputDataSlots: [{ WorkDataUrls: ['/api/WorkData/01900000-0000-7000-8000-000000000000'] }],
      Cells: [{ window: 1 }, { window: 2 }],
    })

    expect(await placesOfFaults(reply)).toEqual(['/method'])
  })

  it('reports a fault in a step’s parameter named “variables” with its pointer', async () => {
    const reply = await alice.post('/api/Job/StartSweep', {
      Name: 'Simulate',
      ProcessingStepUrl: stepHref(simulate),
      Parameters: '{"variables": {"window": 99}}',
      Cells: [{ window: 1 }],
    })

    expect(await placesOfFaults(reply)).toEqual(['/variables/window'])
  })

  it.each([0, 501])('has 1 to 500 cells, so %s are refused', async (count) => {
    const reply = await alice.post('/api/Job/StartSweep', {
      Name: 'Smooth',
      ProcessingStepUrl: stepHref(smooth),
      Cells: Array.from({ length: count }, (_, window) => ({ window })),
    })

    expect(reply.status).toBe(422)
  })
})

describe('a sweep of a workflow', () => {
  it('varies variables, and reuses finished nodes when it is extended', async () => {
    const definition = await uploadsDefinition(alice, {
      version: 1,
      title: 'Two steps',
      variables: { w: { type: 'integer' } },
      nodes: [
        { id: 'first', step: { function: 'smooth' }, parameters: { window: { value: 1 } } },
        {
          id: 'second',
          step: { function: 'smooth' },
          parameters: { window: { variable: 'w' } },
          inputs: { in: [{ node: 'first', slot: 'out' }] },
        },
      ],
    })
    const workflow = {
      ProcessingStepUrl: stepHref(steps.stepId),
      Name: 'Two steps',
      InputDataSlots: [{ WorkDataUrls: [definition] }],
    }
    const { jobs } = await sweeps({ ...workflow, Cells: [{ w: 2 }] })
    const ran = await finish(jobs)
    const id = jobs[0]?.properties.Tags.find((tag) => tag.startsWith('sweep='))?.slice('sweep='.length)

    const extended = await sweeps({ ...workflow, Cells: [{ w: 3 }, { w: 4 }], SweepId: id })
    const more = await finish(extended.jobs.slice(1))

    expect(ran).toEqual(['first', 'second'])
    expect(more).toEqual(['second', 'second'])
    expect((await jobsOf(extended.board)).map(({ properties }) => [properties.Name, properties.State])).toEqual([
      ['Two steps: W 2', 'Completed'],
      ['Two steps: W 3', 'Completed'],
      ['Two steps: W 4', 'Completed'],
    ])
  })

  it('names its jobs by the titles of variables and choices', async () => {
    const definition = await uploadsDefinition(alice, {
      version: 1,
      title: 'Titled',
      variables: {
        w: { type: 'integer', title: 'Clean levels: Window' },
        m: { enum: ['mean', 'median'], 'x-enum-titles': { median: 'Moving median' } },
      },
      nodes: [
        {
          id: 'only',
          step: { function: 'smooth' },
          parameters: { window: { variable: 'w' }, method: { variable: 'm' } },
        },
      ],
    })
    const workflow = {
      ProcessingStepUrl: stepHref(steps.stepId),
      Name: 'Titled',
      InputDataSlots: [{ WorkDataUrls: [definition] }],
    }

    const windows = await sweeps({ ...workflow, Parameters: '{"m": "mean"}', Cells: [{ w: 2 }] })
    const grid = await sweeps({ ...workflow, Cells: [{ w: 2, m: 'median' }] })

    const names = [...windows.jobs, ...grid.jobs].map(({ properties }) => properties.Name)
    expect(names).toEqual(['Titled: Clean levels Window 2', 'Titled: 2, Moving median'])
    await finish([...windows.jobs, ...grid.jobs])
  })

  it('starts nothing if some values are invalid, and reports all of them in one reply', async () => {
    const definition = await uploadsDefinition(alice, {
      version: 1,
      title: 'One step',
      variables: { w: { type: 'integer', maximum: 5 }, other: { type: 'string' } },
      nodes: [{ id: 'only', step: { function: 'smooth' }, parameters: { window: { variable: 'w' } } }],
    })

    const reply = await alice.post('/api/Job/StartSweep', {
      Name: 'One step',
      ProcessingStepUrl: stepHref(steps.stepId),
      InputDataSlots: [{ WorkDataUrls: [definition] }],
      Cells: [{ w: 4 }, { w: 6 }, { w: 'x' }, {}],
    })

    expect(reply.status).toBe(422)
    expect(await placesOfFaults(reply)).toEqual(['/variables/other', '/Cells/1/w', '/Cells/2/w', '/Cells/3/w'])
    expect(await jobsOfAlice()).toBe(0)
  })

  it('varies files, lists and objects, and names its jobs after the files', async () => {
    const definition = await uploadsDefinition(alice, {
      version: 1,
      title: 'Free',
      variables: { data: { type: 'string', format: 'work-data' }, extra: {} },
      nodes: [
        {
          id: 'only',
          step: { function: 'smooth' },
          parameters: { extra: { variable: 'extra' } },
          inputs: { in: [{ variable: 'data' }] },
        },
      ],
    })
    const files = await Promise.all(['a.csv', 'b.csv'].map((name) => uploads(alice, name)))
    const Cells = files.flatMap((data) => [[1, 2], { top: 3 }].map((extra) => ({ data, extra })))

    const { jobs } = await sweeps({
      ProcessingStepUrl: stepHref(steps.stepId),
      Name: 'Free',
      InputDataSlots: [{ WorkDataUrls: [definition] }],
      Cells,
    })
    await finish(jobs)

    expect(jobs.map(({ properties }) => properties.Name)).toEqual([
      'Free: a.csv, [1,2]',
      'Free: a.csv, {"top":3}',
      'Free: b.csv, [1,2]',
      'Free: b.csv, {"top":3}',
    ])
    for (const job of jobs)
      expect((await alice.read<SirenDocument<JobProperties>>(selfHref(job))).properties.State).toBe('Completed')
  })
})
