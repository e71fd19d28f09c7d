import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { failedOutside, run } from './test-step.mjs'

const REPORTS = 'test-results/conformance-*.xml'

/** The oldest Python version that the client supports. */
const OLDEST = [3, 11]
const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python']

/** Exit code of run.py if the client cannot be installed. */
const NO_CLIENT = 3

/**
 * Tests the unmodified Python client, in each version that the suite lists, against a running product. Skips the stage
 * with a reason if no suitable Python is found or the client cannot be installed.
 * @param {import('./test-step.mjs').Output} [output]
 * @returns {Promise<import('./test-all.mjs').Count>}
 */
export async function conformance(output) {
  const python = findPython()
  if (python === undefined)
    return skipped(`Python ${OLDEST.join('.')} or newer, which the client needs, was not found.`)
  for (const report of reports()) rmSync(report)
  const code = await run(python, [inRoot('conformance', 'run.py')], { output })
  if (code === NO_CLIENT) return skipped('The Python client could not be installed.')
  const total = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) }
  for (const report of reports()) {
    const { passed, failed, failures } = counted(report)
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures)
  }
  return code !== 0 && total.failed === 0
    ? { ...total, ...failedOutside(`conformance ended with code ${code}`) }
    : total
}

/**
 * Returns the first command that runs a sufficiently new Python, if any.
 * @param {(name: string) => string | undefined} [versionOf]
 */
export function findPython(versionOf = askVersion) {
  return NAMES.find((name) => isNewEnough(versionOf(name)))
}

/** @param {string | undefined} version such as `Python 3.11.7` */
function isNewEnough(version) {
  const [, major, minor] = /^Python (\d+)\.(\d+)/.exec(version ?? '') ?? []
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor)
}

/** @param {string} name */
function askVersion(name) {
  try {
    return execFileSync(name, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

/**
 * Returns the count of a skipped stage. In CI, a skipped stage counts as a failure, because otherwise nobody would
 * notice it.
 * @param {string} reason
 */
function skipped(reason) {
  return { passed: 0, failed: process.env.CI ? 1 : 0, skipped: reason }
}

function reports() {
  return globSync(REPORTS, { cwd: inRoot() }).map((file) => inRoot(file))
}

/** @param {string} report */
function counted(report) {
  const text = readFileSync(report, 'utf8')
  const head = /<testsuite [^>]*>/.exec(text)?.[0] ?? ''
  const number = (/** @type {string} */ name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = number('failures') + number('errors')
  const failures = [...text.matchAll(/ name="([^"]*)"[^>]*><(?:failure|error) message="([^"]{0,300})/g)]
  return {
    passed: number('tests') - failed - number('skipped'),
    failed,
    failures: failures.map(([, name, message]) => `${name}: ${message}`),
  }
}
