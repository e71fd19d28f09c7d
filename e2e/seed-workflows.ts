import { setTimeout as sleep } from 'node:timers/promises'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { hrefOf } from '@millrace/siren/read'
import type { Person } from './api-client.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { linkCode, type Screens } from './screens.ts'
import { longName, stepsByFunction } from './seed-account.ts'

export const WORKFLOW_TYPE = 'application/vnd.pinexq.workflow.definition+json'

/**
 * Returns a workflow that cleans readings. Two branches then use the result at the same time: one aggregates and plots
 * it, and the other queries it.
 */
const definition = (title: string, workData: string, sql: string) => ({
  version: 1,
  title,
  description: 'Cleans the readings of a gauge, aggregates them by day, and plots the result.',
  variables: {},
  nodes: [
    { id: 'clean', title: 'Clean readings', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } },
    {
      id: 'daily',
      title: longName(1),
      step: { function: 'aggregate_table' },
      inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
    },
    {
      id: 'plot',
      title: 'Plot',
      step: { function: 'plot_table' },
      inputs: { table: [{ node: 'daily', slot: 'aggregated' }] },
    },
    {
      id: 'select',
      title: 'Select rows',
      step: { function: 'query_table' },
      parameters: { sql: { value: sql } },
      inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
    },
  ],
})

/** The title of each workflow, and the query that a node runs. The second query fails. */
const WORKFLOWS = [
  ['Gauges by day', 'select * from input limit 5'],
  [longName(0).slice(0, 180), 'select no_such_column from input'],
] as const

/** Adds workflows with an execution each, and a sweep of one step. Returns their screens. */
export async function seedWorkflows(person: Person): Promise<Screens> {
  const root = await person.read(hrefOf(await person.read('/api/EntryPoint'), 'JobsRoot') ?? '')
  const steps = await stepsByFunction(person)
  const file = await person.upload('gauges.csv', new Uint8Array(Buffer.from(gaugeCsv(300))))
  const screens: Screens = {}
  for (const [at, [title, sql]] of WORKFLOWS.entries()) {
    const content = new Blob([JSON.stringify(definition(title, file, sql))], { type: WORKFLOW_TYPE })
    const workflow = await person.upload(`${title}.workflow.json`, content)
    const job = await person.act(root as never, 'RapidSetupJob', {
      Name: title,
      ProcessingStepUrl: steps.get('execute_workflow'),
      InputDataSlots: [{ Index: 0, WorkDataUrls: [workflow] }],
      Start: true,
    })
    await waitForEnd(person, job)
    const name = at === 0 ? 'completed' : 'failed'
    screens[`configurator-${name}`] = `/workflows/configurator?workflowLink=${linkCode(workflow)}`
    screens[`execution-${name}`] = `/workflows/executions/${linkCode(job)}`
  }
  return { ...screens, sweep: await sweep(person, root, { step: steps.get('clean_table') ?? '', file }) }
}

export async function waitForEnd(person: Person, job: string): Promise<void> {
  for (;;) {
    const { State } = (await person.read<JobProperties>(job)).properties
    if (['Completed', 'Error', 'Canceled'].includes(State)) return
    await sleep(500)
  }
}

/** Starts a sweep of a step over twelve sets of values. Returns the path of the sweep's page. */
async function sweep(person: Person, root: SirenDocument, { step, file }: { step: string; file: string }) {
  const id = crypto.randomUUID()
  const methods = ['none', 'hampel', 'iqr']
  await person.act(root as never, 'StartSweep', {
    Name: longName(0).slice(0, 120),
    ProcessingStepUrl: step,
    InputDataSlots: [{ WorkDataUrls: [file] }],
    Cells: methods.flatMap((outliers) =>
      [1.5, 3, 6, 12].map((threshold) => ({ outliers, outlier_threshold: threshold })),
    ),
    SweepId: id,
  })
  return `/jobs/sweeps/${id}`
}
