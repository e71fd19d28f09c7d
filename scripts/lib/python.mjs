import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { run } from './test-step.mjs'

const FOLDER = inRoot('conformance')
const PYTHON = inRoot('conformance', '.venv', 'bin', 'python')
const REPORT = inRoot('test-results', 'conformance.xml')

/** Runs the unmodified Python client against a running product. */
export async function conformance() {
  if (!(await ensureEnvironment())) return { passed: 0, failed: 1 }
  const code = await run(PYTHON, ['-m', 'pytest', '-q', FOLDER, `--junitxml=${REPORT}`])
  const { passed, failed } = counted()
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

async function ensureEnvironment() {
  const stamp = inRoot('conformance', '.venv', 'requirements.txt')
  const wanted = readFileSync(inRoot('conformance', 'requirements.txt'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  const made = await run('python3', ['-m', 'venv', '--clear', inRoot('conformance', '.venv')])
  if (made !== 0) return false
  const installed = await run(PYTHON, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '-r',
    inRoot('conformance', 'requirements.txt'),
  ])
  if (installed !== 0) return false
  return (await run('cp', [inRoot('conformance', 'requirements.txt'), stamp])) === 0
}

function counted() {
  const head = /<testsuite [^>]*>/.exec(existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '')?.[0] ?? ''
  const number = (/** @type {string} */ name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = number('failures') + number('errors')
  return { passed: number('tests') - failed - number('skipped'), failed }
}
