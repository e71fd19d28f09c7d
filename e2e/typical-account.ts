import { randomUUID } from 'node:crypto'
import type { SirenDocument } from '@millrace/siren/document'
import { hrefOf } from '@millrace/siren/read'
import { type Person, signUp } from './api-client.ts'
import { type Login, linkCode, type Screens } from './screens.ts'
import { stepsByFunction } from './seed-account.ts'
import { callsOf } from './seed-organization.ts'
import { WORKFLOW_TYPE, waitForEnd } from './seed-workflows.ts'

/** Creates two months of hourly readings with two floods, a gap and two outliers. */
function readings(stations: readonly string[], base: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: 1440 }, (_, hour) => {
    const at = new Date(Date.UTC(2024, 4, 1, hour)).toISOString().slice(0, 16).replace('T', ' ')
    const flood = 260 * Math.exp(-(((hour - 420) / 90) ** 2)) + 180 * Math.exp(-(((hour - 1050) / 140) ** 2))
    return stations.map((station, index) => {
      const wave = 9 * Math.sin(hour / 17 + index) + 4 * Math.cos(hour / 5)
      const level = hour % 701 === 350 ? 999 : Math.round(base + index * 40 + flood + wave)
      const discharge = Math.round((level / 10) ** 2 * 1.7)
      return `${at},${station},${hour > 800 && hour < 812 ? '' : level},${discharge}`
    })
  })
  return new Uint8Array(Buffer.from(['timestamp,station,level_cm,discharge_m3s', ...lines.flat()].join('\n')))
}

type Source = { workData: string } | { node: string; slot: string }

const run = (id: string, title: string, step: string, inputs: Record<string, Source[]>, parameters: object = {}) => ({
  id,
  title,
  step: { function: step },
  inputs,
  parameters,
})

const clean = (file: string, id = 'clean') => run(id, 'Clean readings', 'clean_table', { table: [{ workData: file }] })
const cleaned = (id = 'clean') => ({ node: id, slot: 'cleaned' })
const daily = (from = cleaned()) => run('daily', 'Aggregate by day', 'aggregate_table', { table: [from] })
const plot = (from: Source) => run('plot', 'Plot hydrograph', 'plot_table', { table: [from] })
const profile = run('profile', 'Check quality', 'profile_table', { table: [cleaned()] })
const aggregated = { node: 'daily', slot: 'aggregated' }
const select = (sql: string) =>
  run('select', 'Select floods', 'query_table', { tables: [cleaned()] }, { sql: { value: sql } })

const FLOODS = 'select station, max(level_cm) as peak_cm from input group by station order by station'

/** Returns the title, tags and nodes of each workflow, and whether to run it. */
function workflows(koeln: string, bonn: string): [title: string, tags: string[], nodes: object[], runs: boolean][] {
  const joined = run('join', 'Concatenate', 'concatenate_tables', { tables: [cleaned(), cleaned('clean_bonn')] })
  return [
    ['Neckar backfill', ['project=neckar'], [clean(bonn), daily()], false],
    ['Outlier review', ['quality'], [clean(koeln), profile], true],
    ['Flood peaks, Cologne', ['project=floods'], [clean(koeln), select(FLOODS), daily(), plot(aggregated)], true],
    ['Two gauges, one table', ['report'], [clean(koeln), clean(bonn, 'clean_bonn'), joined], true],
    ['Sensor swap check', ['trigger=upload'], [clean(koeln), select('select flag from input')], true],
    ['Daily discharge, Rhine', ['project=rhine-2024'], [clean(koeln), profile, daily(), plot(aggregated)], true],
  ]
}

/** Creates an organization as teams use it: some files, jobs in most states, workflows with runs, and a sweep. */
export async function typicalAccount(url: string): Promise<{ person: Login; screens: Screens }> {
  const person = await signUp(url, 'Mara Lindqvist', 'mara.lindqvist@rhine-lab.example')
  const ask = callsOf(person)
  const { id: organizationId } = await ask<{ id: string }>('create', { name: 'Rhine Hydrology Lab', slug: 'rhine-lab' })
  await ask('set-active', { organizationId })
  const lab = await labOf(person)
  const koeln = await person.upload('koeln_2024.csv', readings(['koeln'], 230))
  const bonn = await person.upload('bonn_2024.csv', readings(['bonn', 'andernach'], 190))
  const ofWorkflows = await addWorkflows(lab, koeln, bonn)
  await person.upload('maxau_2024.csv', readings(['maxau'], 320))
  const cochem = await person.upload('moselle_cochem_2024.csv', readings(['cochem'], 210))
  const sweep = await addSweep(lab, koeln)
  return {
    person: { ...person, organizationId },
    screens: {
      ...ofWorkflows,
      sweep,
      ...(await addJobs(lab, { koeln, bonn, cochem })),
      group: `/groups/${encodeURIComponent('station=koeln')}`,
      file: `/workdata/explorer/${linkCode(bonn)}`,
      step: `/processing-steps/${linkCode(lab.steps.get('clean_table') ?? '')}`,
      'start-panel-filled': `/jobs?start=data.${linkCode(koeln)}~step.${linkCode(lab.steps.get('aggregate_table') ?? '')}`,
    },
  }
}

interface Lab {
  person: Person
  root: SirenDocument<never>
  /** The URLs of all steps by the names of their functions. */
  steps: Map<string, string>
}

async function labOf(person: Person): Promise<Lab> {
  const root = await person.read<never>(hrefOf(await person.read('/api/EntryPoint'), 'JobsRoot') ?? '')
  return { person, root, steps: await stepsByFunction(person) }
}

/** Runs a job to completion and returns its URL. */
async function start(
  { person, root, steps }: Lab,
  Name: string,
  step: string,
  file: string,
  more: { parameters?: object; tags?: string[] } = {},
): Promise<string> {
  const job = await person.act(root, 'RapidSetupJob', {
    Name,
    ProcessingStepUrl: steps.get(step),
    Parameters: JSON.stringify(more.parameters ?? {}),
    Tags: more.tags ?? [],
    InputDataSlots: [{ Index: 0, WorkDataUrls: [file] }],
    Start: true,
  })
  await waitForEnd(person, job)
  return job
}

async function addWorkflows(lab: Lab, koeln: string, bonn: string): Promise<Screens> {
  const { person } = lab
  const screens: Screens = {}
  for (const [title, tags, nodes, runs] of workflows(koeln, bonn)) {
    const text = JSON.stringify({ version: 1, title, description: '', variables: {}, nodes })
    const workflow = await person.upload(`${title}.workflow.json`, new Blob([text], { type: WORKFLOW_TYPE }))
    await person.act((await person.read(workflow)) as never, 'EditTags', { Tags: tags })
    screens.configurator = `/workflows/configurator?workflowLink=${linkCode(workflow)}`
    const execution = runs ? await start(lab, title, 'execute_workflow', workflow, { tags }) : undefined
    if (execution && title.startsWith('Sensor'))
      screens['execution-failed'] = `/workflows/executions/${linkCode(execution)}`
    if (execution) screens['execution-completed'] = `/workflows/executions/${linkCode(execution)}`
  }
  return screens
}

/** Starts a sweep over outlier settings on a file, and returns the path of the sweep's page. */
async function addSweep({ person, root, steps }: Lab, file: string): Promise<string> {
  const id = randomUUID()
  await person.act(root, 'StartSweep', {
    Name: 'Outlier threshold, Cologne',
    ProcessingStepUrl: steps.get('clean_table'),
    InputDataSlots: [{ WorkDataUrls: [file] }],
    Cells: ['hampel', 'iqr'].flatMap((outliers) =>
      [1.5, 2, 3, 4, 6].map((threshold) => ({ outliers, outlier_threshold: threshold })),
    ),
    SweepId: id,
  })
  return `/jobs/sweeps/${id}`
}

async function addJobs(lab: Lab, files: { koeln: string; bonn: string; cochem: string }): Promise<Screens> {
  const { koeln, bonn, cochem } = files
  const ofCologne = { tags: ['station=koeln'] }
  const query = { sql: 'select station, avg(discharge) as mean from input group by station' }
  await start(lab, 'Profile Bonn and Andernach', 'profile_table', bonn, { tags: ['station=bonn'] })
  await start(lab, 'Monthly extremes, Cologne', 'aggregate_table', koeln, ofCologne)
  await start(lab, 'Clean gauge readings', 'clean_table', koeln, { tags: ['project=rhine-2024', 'station=koeln'] })
  const plotted = await start(lab, 'Plot hydrograph, Cologne', 'plot_table', koeln, ofCologne)
  const failed = await start(lab, 'Mean discharge, Moselle', 'query_table', cochem, {
    parameters: query,
    tags: ['station=cochem'],
  })
  await start(lab, 'Level statistics, Cochem', 'table_statistics', cochem, { tags: ['station=cochem'] })
  return { 'job-completed': `/jobs/${linkCode(plotted)}`, 'job-failed': `/jobs/${linkCode(failed)}` }
}
