import { globSync, readFileSync, rmSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { run } from './test-step.mjs'

const REPORTS = 'test-results/conformance-*.xml'

/** Runs the unmodified Python client, in each version the suite names, against a running product. */
export async function conformance() {
  for (const report of reports()) rmSync(report)
  const code = await run('python3', [inRoot('conformance', 'run.py')])
  const total = { passed: 0, failed: 0 }
  for (const report of reports()) {
    const { passed, failed } = counted(report)
    total.passed += passed
    total.failed += failed
  }
  return { passed: total.passed, failed: code !== 0 && total.failed === 0 ? 1 : total.failed }
}

function reports() {
  return globSync(REPORTS, { cwd: inRoot() }).map((file) => inRoot(file))
}

/** @param {string} report */
function counted(report) {
  const head = /<testsuite [^>]*>/.exec(readFileSync(report, 'utf8'))?.[0] ?? ''
  const number = (/** @type {string} */ name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = number('failures') + number('errors')
  return { passed: number('tests') - failed - number('skipped'), failed }
}
