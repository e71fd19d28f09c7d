import { IS_LONG } from '../../packages/tables/src/testing/long.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureNginx } from './nginx.mjs'
import { ensurePostgres15, onPostgres15 } from './postgres-15.mjs'
import { conformance } from './python.mjs'
import { giveUp, say, seconds, surviveClosedOutput } from './say.mjs'
import { removeUnusedCode, runCheck, runReportingProgram, runVitest } from './test-step.mjs'

/**
 * @typedef {{ passed: number, failed: number, failures?: string[], skipped?: string }} Count how many tests passed and
 * failed, descriptions of the failures, and the reason if the stage was skipped
 * @typedef {{ name: string, prepare?: () => Promise<void>, run: (output?: import('./test-step.mjs').Output) => Promise<Count> }} Step
 * `prepare` installs what the stage needs
 */

/**
 * The failpoints at which a kill could lose the most, such as an acknowledged upload, a started job, a result, or runs
 * of workflows.
 */
const SOME_STAGES = [
  'upload.after_rename',
  'upload.after_commit_before_response',
  'job.start',
  'job.complete_after_commit',
  'workflow.fan_in',
  'workflow.child_done',
  'workflow.final_report',
  'workflow.cancel_propagation',
]

const FAILPOINTS = ['--parallel', '2', ...(IS_LONG ? ['--every-time'] : ['--halfway', ...SOME_STAGES])]

/**
 * Random kills of every part. Long tests run two seeds at the same time, because runs mostly wait for leases to expire.
 */
const SEEDS = IS_LONG ? ['--seeds', '20', '--parallel', '2'] : ['--seeds', '1', '--first', '3', '--kills', '7']

/**
 * Settings of the type checkers, which are Go programs. By default, several checkers share the files of a program. Each
 * infers all types that it needs, even if another checker has inferred them. A single checker without garbage
 * collection takes half the processor time, and less memory.
 */
const ONE_CHECKER = { GOMAXPROCS: '1', GOGC: 'off' }

/**
 * The groups run one after another. The lanes of a group run at the same time, and the stages of a lane one after
 * another. A single lane would leave processors idle, because its stages often wait for the database, a browser, or
 * leases to expire.
 * @type {Step[][][]}
 */
const GROUPS = [
  [
    [{ name: 'format', run: (output) => runCheck('biome', ['check', '.'], output) }],
    [{ name: 'lint', run: (output) => runCheck('oxlint', ['--type-aware', '--quiet'], output, ONE_CHECKER) }],
    [{ name: 'types', run: (output) => types('.', output) }],
    [{ name: 'types-web', run: (output) => types('apps/web', output) }],
    [{ name: 'types-scripts', run: (output) => types('scripts', output) }],
    [{ name: 'dead-code', run: (output) => runCheck('knip', [], output) }],
  ],
  [
    [
      { name: 'unit', run: (output) => runVitest('unit', 'vitest.config.ts', { output }) },
      {
        name: 'e2e',
        prepare: prepareBrowser,
        run: (output) => runVitest('e2e', 'e2e/vitest.config.ts', { output }),
      },
    ],
    [
      { name: 'conformance', run: conformance },
      {
        name: 'chaos',
        run: (output) => runReportingProgram('chaos/kill-failpoints.ts', FAILPOINTS, output),
      },
      { name: 'chaos-seeds', run: (output) => runReportingProgram('chaos/kill-seeds.ts', SEEDS, output) },
      { name: 'postgres-15', prepare: ensurePostgres15, run: onPostgres15 },
    ],
  ],
]

/**
 * Runs all stages, or the named ones. A failing stage does not stop the others.
 * @param {string[]} names
 */
export async function testAll(names) {
  surviveClosedOutput()
  removeUnusedCode()
  const total = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) }
  for (const lanes of chosen(names).map((group) => group.map((lane) => lane.map(prepared)))) {
    const counts = (await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)))).flat()
    for (const [index, { passed, failed, failures = [] }] of counts.entries()) {
      total.passed += passed
      total.failed += failed
      total.failures.push(...failures.map((failure) => `${lanes.flat()[index]?.name}: ${failure}`))
    }
  }
  listFailures(total.failures)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/**
 * Starts to install what a stage needs while earlier stages run. The stage waits for the installation and fails if the
 * installation failed.
 * @param {Step} step
 * @returns {Step}
 */
function prepared(step) {
  const ready = step.prepare?.()
  ready?.catch(() => {})
  return {
    name: step.name,
    run: async (output) => {
      await ready
      return step.run(output)
    },
  }
}

/**
 * @param {Step[]} lane
 * @param {boolean} isConcurrent
 */
async function runLane(lane, isConcurrent) {
  const counts = []
  for (const step of lane) counts.push(await runStep(step, isConcurrent))
  return counts
}

/**
 * Runs a stage and prints its counts. Prints the output of a concurrent stage only when the stage has ended, so outputs
 * are not interleaved.
 * @param {Step} step
 * @param {boolean} isConcurrent
 */
async function runStep(step, isConcurrent) {
  const started = performance.now()
  /** @type {Buffer[]} */
  const printed = []
  say(step.name, 'running')
  const count = await step.run(isConcurrent ? (chunk) => printed.push(chunk) : undefined).catch(broken)
  process.stdout.write(Buffer.concat(printed))
  const { passed, failed, skipped } = count
  const counts = `${passed} passed, ${failed} failed (${seconds(started)})`
  say(step.name, failed ? 'FAILED' : skipped ? 'skipped' : 'passed', skipped ?? counts)
  return count
}

/**
 * Returns the count of a stage that could not run, so the totals are still printed.
 * @param {Error} error
 * @returns {Count}
 */
function broken(error) {
  process.stderr.write(`${error.message}\n`)
  return { passed: 0, failed: 1, failures: [error.message] }
}

/** Lists up to 20 failures again at the end, where readers look first. @param {string[]} failures */
function listFailures(failures) {
  for (const failure of failures.slice(0, 20)) process.stdout.write(`  ✗ ${failure}\n`)
  if (failures.length > 20) process.stdout.write(`  … and ${failures.length - 20} more\n`)
}

/** @param {string[]} names */
function chosen(names) {
  const known = GROUPS.flat(2).map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) giveUp(`Unknown stage: ${unknown.join(', ')}. Stages: ${known.join(', ')}.`)
  const isChosen = (/** @type {Step} */ { name }) => names.length === 0 || names.includes(name)
  return GROUPS.map((group) => group.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0)).filter(
    (group) => group.length > 0,
  )
}

/** Checks the types of a project. @param {string} project @param {import('./test-step.mjs').Output} [output] */
function types(project, output) {
  return runCheck('tsc', ['-p', project, '--checkers', '1'], output, ONE_CHECKER)
}

async function prepareBrowser() {
  await ensureChromium()
  await ensureNginx()
}
