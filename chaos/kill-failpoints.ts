import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Failpoint } from '../apps/server/src/failpoints.ts'
import { type Person, signUp } from '../e2e/api-client.ts'
import { type Flow, followPatiently, newFlow } from './flow.ts'
import { Installation, type OwnWorker, WORKERS } from './installation.ts'
import { brokenRules, countNamed } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { cancelWorkflow, followWorkflows, laterFaults, workflowFaults } from './workflow-flow.ts'

/*
 * At every failpoint, kills the server with SIGKILL and then the launcher, restarts the product on the same data, and
 * repeats the interrupted requests. Afterwards, every acknowledged resource must exist, every requested resource must
 * exist exactly once, and all histories must contain only legal transitions. A failpoint that is not reached fails the
 * run.
 *
 * Workflows reach their failpoints many times. A first run counts how often. Then the product is killed when the
 * failpoint is reached the first time, halfway, and the last time. With --halfway, it is killed only halfway; with
 * --every-time, each time.
 *
 *     node chaos/kill-failpoints.ts [--parallel 1] [--halfway] [--every-time] [part of the name of a failpoint …]
 */

const REACHED_MS = 120_000
const HEALED_MS = 180_000
/** Time to wait after the last reply, because a failpoint may be reached shortly after a reply. */
const AFTER_REPLY_MS = 2000

/**
 * How many seconds a job must run to reach each failpoint. For workflow failpoints with a number other than 0, the
 * workflow is canceled while its jobs run.
 */
const STAGES = {
  'upload.received_headers': 0,
  'upload.first_byte': 0,
  'upload.mid_stream': 0,
  'upload.before_fsync': 0,
  'upload.after_fsync': 0,
  'upload.after_rename': 0,
  'upload.before_commit': 0,
  'upload.after_commit_before_response': 0,
  'upload.after_response': 0,
  'job.create': 0,
  'job.select_step': 0,
  'job.configure': 0,
  'job.select_input': 0,
  'job.start': 0,
  'job.claim_before_commit': 0,
  'job.claim_after_commit': 0,
  'job.heartbeat': 5,
  'job.output_blob': 0,
  'job.complete_before_commit': 0,
  'job.complete_after_commit': 0,
  'job.notify': 0,
  'workflow.expand_dag': 0,
  'workflow.fan_in': 0,
  'workflow.child_create': 0,
  'workflow.child_done': 0,
  'workflow.final_report': 0,
  'workflow.cancel_propagation': 60,
} satisfies Record<Failpoint, number>

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    parallel: { type: 'string', default: '1' },
    halfway: { type: 'boolean', default: false },
    'every-time': { type: 'boolean', default: false },
  },
})

/** When to kill the product: when it reaches the failpoint `stage` for the nth time. */
interface Kill {
  stage: string
  seconds: number
  nth: number
}

const first = new Installation()
const others = Array.from({ length: Number(values.parallel) - 1 }, () => new Installation())
const kills = await plannedKills(first)
const left = kills.values()
finish(await Promise.all([first, ...others].map(killInTurn)))

async function plannedKills(installation: Installation): Promise<Kill[]> {
  const chosen = Object.entries(STAGES).filter(
    ([stage]) => wanted.length === 0 || wanted.some((part) => stage.includes(part)),
  )
  const repeated = chosen.flatMap(([stage, seconds]) => (isRepeated(stage, seconds) ? [stage] : []))
  const counts = repeated.length > 0 ? await timesReached(repeated, installation) : new Map<string, number>()
  return chosen.flatMap(([stage, seconds]) => {
    const last = counts.get(stage) ?? 1
    const every = Array.from({ length: last }, (_, before) => before + 1)
    const halfway = Math.ceil(last / 2)
    const some = values.halfway ? [halfway] : [...new Set([1, halfway, last])]
    const times = values['every-time'] ? every : some
    return times.map((nth) => ({ stage, seconds, nth }))
  })
}

function isRepeated(stage: string, seconds: number): boolean {
  return followerOf(stage, seconds) === followWorkflows
}

/** Counts how often a workflow reaches these failpoints if nothing is killed. The counts vary slightly. */
async function timesReached(stages: string[], installation: Installation): Promise<Map<string, number>> {
  const person = await signUp(await installation.start(stages.map((stage) => `${stage}=delay(0)`).join(';')))
  await followPatiently(newFlow('counted'), person, new Ledger(), AbortSignal.timeout(HEALED_MS), followWorkflows)
  const counts = stages.map((stage): [string, number] => [
    stage,
    installation.product.lines.filter((line) => line.includes(`Failpoint ${stage}: `)).length,
  ])
  await installation.stop()
  return new Map(counts)
}

/** A product, and what it acknowledged to a user. */
interface Place {
  installation: Installation
  ledger: Ledger
  /** Undefined until the product has started for the first time. */
  person: Person | undefined
  /** Number of kills that did not happen, because the failpoint was reached less often than in the counting run. */
  unreached: number
}

interface Ended {
  kills: number
  unreached: number
  uploads: number
  jobs: number
  faults: string[]
}

/** Kills the product at one failpoint after another until none is left. */
async function killInTurn(installation: Installation): Promise<Ended> {
  const place: Place = { installation, ledger: new Ledger(), person: undefined, unreached: 0 }
  const faults: string[] = []
  for (const kill of left) faults.push(...(await killAt(place, kill)))
  await installation.stop()
  installation.remove()
  const { uploads, jobs } = place.ledger
  return { kills: installation.kills, unreached: place.unreached, uploads: uploads.size, jobs: jobs.size, faults }
}

async function killAt(place: Place, { stage, seconds, nth }: Kill): Promise<string[]> {
  const { installation, ledger } = place
  const when = nth === 1 ? stage : `${stage}, time ${nth}`
  const flow = newFlow(`killed at ${when}`, seconds)
  const workers: readonly OwnWorker[] = stage.startsWith('workflow.') ? WORKERS : ['slow']
  const url = await installation.start(`${stage}=crash@${nth}`, workers)
  const person = place.person ?? (await signUp(url))
  place.person = person
  const dead = new AbortController()
  const lost = followPatiently(flow, person, ledger, dead.signal, followerOf(stage, seconds)).catch(() => undefined)
  const over = nth > 1 ? [lost.then(() => sleep(AFTER_REPLY_MS, 'over'))] : []
  const reached = await Promise.race([installation.crashed().then(() => 'killed'), sleep(REACHED_MS, 'never'), ...over])
  await installation.kill('launcher')
  dead.abort()
  await lost
  await installation.start('', workers)
  if (reached === 'over') place.unreached += 1
  const found =
    reached === 'never' ? [`${stage} was never reached`] : await faultsAfter({ ...place, person }, flow, stage)
  process.stdout.write(
    `${found.length ? 'FAILED' : 'ok    '}  ${when}${reached === 'over' ? ' (not reached again)' : ''}\n${found.map((fault) => `        ${fault}\n`).join('')}`,
  )
  await installation.stop()
  return found
}

/**
 * Returns the function that follows a workflow until it ends or, if `seconds` is not 0, cancels it. Undefined for
 * failpoints that need no workflow.
 */
function followerOf(stage: string, seconds: number) {
  if (!stage.startsWith('workflow.')) return undefined
  return seconds > 0 ? cancelWorkflow : followWorkflows
}

async function faultsAfter(
  { installation, ledger, person }: Place & { person: Person },
  flow: Flow,
  stage: string,
): Promise<string[]> {
  const signal = AbortSignal.timeout(HEALED_MS)
  const follower = followerOf(stage, flow.seconds)
  const end = await followPatiently(flow, person, ledger, signal, follower).catch(String)
  const wanted = follower === cancelWorkflow ? 'Canceled' : 'Completed'
  const found: string[] = []
  if (typeof end === 'string') found.push(`${flow.name} did not finish: ${end}`)
  else if (end.properties.State !== wanted)
    found.push(`${flow.name} is ${end.properties.State}: ${end.properties.ErrorDescription ?? ''}`)
  else if (follower) found.push(...(await workflowFaults(person, end, flow)))
  if (found.length === 0 && follower === followWorkflows) {
    found.push(...(await laterFaults(person, flow, signal).catch((error) => [String(error)])))
  }
  if ((await countNamed(installation.dataDirectory, 'job', flow.name)) !== 1)
    found.push(`${flow.name}: not exactly one job`)
  if ((await countNamed(installation.dataDirectory, 'work_data', `${flow.name}.csv`)) !== 1) {
    found.push(`${flow.name}: not exactly one upload`)
  }
  return [...found, ...(await brokenRules(installation.dataDirectory)), ...(await ledger.reread(person))]
}

function finish(ended: Ended[]): void {
  const sum = (what: 'kills' | 'unreached' | 'uploads' | 'jobs') => ended.reduce((total, one) => total + one[what], 0)
  const faults = ended.flatMap((one) => one.faults)
  const planned = kills.length * 2 - sum('unreached')
  if (sum('kills') < planned) faults.push(`${planned} kills were planned, ${sum('kills')} happened`)
  process.stdout.write(
    `${sum('kills')} kills at ${new Set(kills.map(({ stage }) => stage)).size} stages, ${sum('uploads')} uploads, ${sum('jobs')} jobs: ${faults.length} violations\n`,
  )
  process.exit(faults.length > 0 ? 1 : 0)
}
