import type { JobProperties } from '@millrace/contracts/jobs'
import { readDefinition } from '@millrace/workflows/validate'
import { expect, it } from 'vitest'
import type { JobDocument } from '#lib/job-parts.ts'
import { workflowOfJobs } from './workflow-of-jobs.ts'

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

it('chains jobs by the files they used, and makes variables of the rest', () => {
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

  const definition = workflowOfJobs('Chain', jobs)

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

it('gives repeated steps different ids', () => {
  const { nodes } = workflowOfJobs('Twice', [job('a', null, [], []), job('a', null, [], [])])

  expect(nodes.map(({ id }) => id)).toEqual(['a', 'a_2'])
})
