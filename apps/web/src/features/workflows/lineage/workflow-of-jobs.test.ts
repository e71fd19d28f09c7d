import type { JobProperties } from '@millrace/contracts/jobs'
import { readDefinition } from '@millrace/workflows/read-definition'
import { expect, it } from 'vitest'
import type { JobDocument } from '#lib/job-parts.ts'
import { workflowOfExecution, workflowOfJobs } from './workflow-of-jobs.ts'

const file = (rel: string, href: string, name: string) => ({
  class: ['WorkData'],
  rel: [rel],
  properties: { Name: name },
  entities: [],
  actions: [],
  links: [{ rel: ['self'], href }],
})
const slot = (rel: string, name: string, entities: unknown[]) => ({
  class: [rel],
  rel: [rel],
  properties: { Name: name },
  entities,
  actions: [],
  links: [],
})
function job(step: string, parameters: object | null, inputs: unknown[], outputs: unknown[]): JobDocument {
  const properties = {
    Processing: { FunctionName: step, Title: `Do ${step}`, Version: '2.1.0' },
    ConfiguredParameters: parameters && JSON.stringify(parameters),
  } as JobProperties
  return { class: ['Job'], properties, entities: [...inputs, ...outputs], actions: [], links: [] } as never
}

it('chains jobs by the files that they used, and makes the other files variables', () => {
  const raw = 'https://x/api/WorkData/raw'
  const cleaned = 'https://x/api/WorkData/cleaned'
  const jobs = [
    job(
      'clean_table',
      { window: 5 },
      [slot('InputDataSlot', 'table', [file('Selected', raw, 'gauge readings.csv')])],
      [slot('OutputDataSlot', 'cleaned', [file('Assigned', cleaned, 'c.csv')])],
    ),
    job(
      'query_table',
      { sql: 'select 1' },
      [slot('InputDataSlot', 'tables', [file('Selected', cleaned, 'c.csv'), file('Selected', raw, 'r.csv')])],
      [slot('OutputDataSlot', 'result', [file('Assigned', 'https://x/api/WorkData/r', 'r.csv')])],
    ),
  ]

  const definition = workflowOfJobs('Chain', { jobs, last: new Set(jobs.slice(-1)) })

  expect(readDefinition(definition).faults).toEqual([])
  expect(definition).toEqual({
    version: 1,
    title: 'Chain',
    variables: {
      gauge_readings: { type: 'string', format: 'work-data', title: 'gauge readings.csv', default: raw },
    },
    nodes: [
      {
        id: 'clean_table',
        title: 'Do clean_table',
        step: { function: 'clean_table', version: '^2.1.0' },
        parameters: { window: { value: 5 } },
        inputs: { table: [{ variable: 'gauge_readings' }] },
      },
      {
        id: 'query_table',
        title: 'Do query_table',
        step: { function: 'query_table', version: '^2.1.0' },
        parameters: { sql: { value: 'select 1' } },
        inputs: { tables: [{ node: 'clean_table', slot: 'cleaned' }, { variable: 'gauge_readings' }] },
      },
    ],
    outputs: { result: { node: 'query_table', slot: 'result' } },
  })
})

it('gives repeated steps different ids, and the results of each last job a name', () => {
  const [first, second] = ['1', '2'].map((id) =>
    job('a', null, [], [slot('OutputDataSlot', 'result', [file('Assigned', `https://x/api/WorkData/${id}`, 'r.csv')])]),
  ) as [JobDocument, JobDocument]

  const { nodes, outputs } = workflowOfJobs('Twice', { jobs: [first, second], last: new Set([first, second]) })

  expect(nodes.map(({ id }) => id)).toEqual(['a', 'a_2'])
  expect(outputs).toEqual({ result: { node: 'a', slot: 'result' }, result_2: { node: 'a_2', slot: 'result' } })
})

it('repeats a step over all files of a slot, of which each job used one', () => {
  const [part, table] = [(name: string) => `https://x/api/WorkData/part-${name}`, { MaxSlots: 1 }]
  const files = ['Kaub', 'Maxau'].map((name) => file('Assigned', part(name), `${name}.csv`))
  const one = (rel: string, name: string, entities: unknown[]) => {
    const made = slot(rel, name, entities)
    return { ...made, properties: { ...made.properties, ...table } }
  }
  const perPart = (name: string) =>
    job(
      'plot_table',
      { log_y: true },
      [one('InputDataSlot', 'table', [file('Selected', part(name), `${name}.csv`)])],
      [slot('OutputDataSlot', 'plot', [file('Assigned', `https://x/api/WorkData/plot-${name}`, `${name}.json`)])],
    )
  const jobs = [
    job('split_by_column', null, [], [slot('OutputDataSlot', 'parts', files)]),
    perPart('Kaub'),
    perPart('Maxau'),
    job(
      'montage',
      null,
      [slot('InputDataSlot', 'images', [file('Selected', 'https://x/api/WorkData/plot-Kaub', 'Kaub.json')])],
      [],
    ),
  ]

  const definition = workflowOfJobs('Parts', { jobs, last: new Set(jobs.slice(1, 3)) })

  expect(readDefinition(definition).faults).toEqual([])
  expect(definition.nodes.map(({ id, forEach, inputs }) => ({ id, forEach, inputs }))).toEqual([
    { id: 'split_by_column', forEach: undefined, inputs: undefined },
    { id: 'plot_table', forEach: { node: 'split_by_column', slot: 'parts' }, inputs: { table: [{ item: '' }] } },
    { id: 'montage', forEach: undefined, inputs: { images: [{ node: 'plot_table', slot: 'plot' }] } },
  ])
  expect(definition.outputs).toEqual({ plot: { node: 'plot_table', slot: 'plot' } })
})

it('turns an execution into the workflow that it ran, with its values as defaults', () => {
  const definition = {
    version: 1 as const,
    title: 'Chain',
    variables: { window: { type: 'integer', default: 3 }, unit: { type: 'string', default: 'cm' } },
    nodes: [{ id: 'clean', step: { function: 'clean_table' }, parameters: { window: { variable: 'window' } } }],
  }

  const made = workflowOfExecution('Chain of May', definition, job('execute_workflow', { window: 5 }, [], []))

  expect(made).toEqual({
    ...definition,
    title: 'Chain of May',
    variables: { window: { type: 'integer', default: 5 }, unit: { type: 'string', default: 'cm' } },
  })
})
