import { ensureChromium } from './chromium.mjs'
import { onPostgres15 } from './postgres-15.mjs'
import { conformance } from './python.mjs'
import { giveUp, say, seconds, surviveClosedOutput } from './say.mjs'
import { runCheck, runReportingProgram, runVitest } from './test-step.mjs'

/**
 * @typedef {{ passed: number, failed: number, failures?: string[], skipped?: string }} Count the numbers of passed and
 * failed tests, descriptions of the failures, and the reason if the stage was skipped
 * @typedef {{ name: string, run: () => Promise<Count> }} Step
 */

/**
 * Set by `npm run test:long`, which runs before a release and covers every failpoint and the promised sizes. Tests read
 * the same variable.
 */
const IS_LONG = process.env.TEST_LONG === '1'

/** The failpoints at which data could be lost: an acknowledged upload, a started job, a result. */
const SOME_STAGES = [
  'upload.after_rename',
  'upload.after_commit_before_response',
  'job.start',
  'job.complete_after_commit',
]

/** @type {Step[]} */
const STEPS = [
  { name: 'format', run: () => runCheck('biome', ['check', '.']) },
  { name: 'lint', run: () => runCheck('oxlint', ['--type-aware', '--quiet']) },
  { name: 'types', run: () => runCheck('tsc', ['-p', '.']) },
  { name: 'types-web', run: () => runCheck('tsc', ['-p', 'apps/web']) },
  { name: 'types-scripts', run: () => runCheck('tsc', ['-p', 'scripts']) },
  { name: 'dead-code', run: () => runCheck('knip', []) },
  { name: 'unit', run: () => runVitest('unit', 'vitest.config.ts') },
  { name: 'postgres-15', run: onPostgres15 },
  { name: 'e2e', run: endToEnd },
  { name: 'chaos', run: () => runReportingProgram('chaos/kill-failpoints.ts', IS_LONG ? [] : SOME_STAGES) },
  { name: 'conformance', run: conformance },
]

/**
 * Runs all stages, or the named ones. A failing stage does not stop the others.
 * @param {string[]} names
 */
export async function testAll(names) {
  surviveClosedOutput()
  const total = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) }
  for (const step of chosen(names)) {
    const started = performance.now()
    say(step.name, 'runs')
    const { passed, failed, failures = [], skipped } = await step.run().catch(broken)
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures.map((failure) => `${step.name}: ${failure}`))
    const counts = `${passed} passed, ${failed} failed (${seconds(started)})`
    say(step.name, failed ? 'FAILED' : skipped ? 'skipped' : 'passed', skipped ?? counts)
  }
  listFailures(total.failures)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/**
 * Counts a stage that cannot run as failed, so that the totals are still printed at the end.
 * @param {Error} error
 * @returns {Count}
 */
function broken(error) {
  process.stderr.write(`${error.message}\n`)
  return { passed: 0, failed: 1, failures: [error.message] }
}

/** Lists the failures again at the end, where readers look first. @param {string[]} failures */
function listFailures(failures) {
  for (const failure of failures.slice(0, 20)) process.stdout.write(`  ✗ ${failure}\n`)
  if (failures.length > 20) process.stdout.write(`  … and ${failures.length - 20} more\n`)
}

/** @param {string[]} names */
function chosen(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0)
    giveUp(`Unknown stage: ${unknown.join(', ')}. Stages: ${STEPS.map(({ name }) => name).join(', ')}.`)
  return STEPS.filter(({ name }) => names.length === 0 || names.includes(name))
}

async function endToEnd() {
  await ensureChromium()
  return runVitest('e2e', 'e2e/vitest.config.ts')
}
