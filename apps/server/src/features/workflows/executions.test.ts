import { readFile } from 'node:fs/promises'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { REPORT_VERSION, WorkflowReport } from '@millrace/workflows/report'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { findsJobs, manifest, uploads } from '#testing/jobs.ts'
import { reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'

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
