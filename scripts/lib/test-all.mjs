import { ensureChromium } from './chromium.mjs'
import { onPostgres15 } from './postgres-15.mjs'
import { conformance } from './python.mjs'
import { giveUp, say, seconds, surviveClosedOutput } from './say.mjs'
import { runCheck, runTold, runVitest } from './test-step.mjs'

/**
 * @typedef {{ passed: number, failed: number, failures?: string[], leftOut?: string }} Count what was counted; what failed; why nothing was counted, if it could not run
 * @typedef {{ name: string, run: () => Promise<Count> }} Step
 */

/** `npm run test:long`, run before a release, covers every stage and the promised sizes; tests read the same variable. */
const IS_LONG = process.env.TEST_LONG === '1'

/** The stages around the promises: an acknowledged upload, a started job, a result. */
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
  { name: 'chaos', run: () => runTold('chaos/kill-failpoints.ts', IS_LONG ? [] : SOME_STAGES) },
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
    const { passed, failed, failures = [], leftOut } = await step.run().catch(broken)
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures.map((failure) => `${step.name}: ${failure}`))
    const counts = `${passed} passed, ${failed} failed (${seconds(started)})`
    say(step.name, failed ? 'FAILED' : leftOut ? 'left out' : 'passed', leftOut ?? counts)
  }
  tellFailures(total.failures)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/** A stage that cannot run has failed; the count still comes last. @param {Error} error @returns {Count} */
function broken(error) {
  process.stderr.write(`${error.message}\n`)
  return { passed: 0, failed: 1, failures: [error.message] }
}

/** Repeats what failed where a reader looks first: the end. @param {string[]} failures */
function tellFailures(failures) {
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
