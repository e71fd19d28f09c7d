import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { inRoot, ROOT } from './paths.mjs'

/**
 * Runs a tool, which counts as one test.
 * @param {string} tool
 * @param {string[]} args
 */
export async function runCheck(tool, args) {
  const ok = (await run(inRoot('node_modules', '.bin', tool), args)) === 0
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [[tool, ...args].join(' ')] }
}

/**
 * Runs the tests of one Vitest configuration and counts them from its report. Files that fail to load and errors
 * outside tests count as failures.
 * @param {string} name
 * @param {string} config
 * @param {{ only?: string[], env?: Record<string, string> }} [options] parts of file names, and environment variables
 */
export async function runVitest(name, config, { only = [], env = {} } = {}) {
  const report = inRoot('test-results', `${name}.json`)
  rmSync(report, { force: true })
  mkdirSync(inRoot('test-results'), { recursive: true })
  const code = await run(
    inRoot('node_modules', '.bin', 'vitest'),
    ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only],
    env,
  )
  const count = counted(report)
  return code !== 0 && count.failed === 0 ? { ...count, ...failedOutside(`Vitest ended with code ${code}`) } : count
}

/**
 * Runs a program that prints one line per check, starting with `ok` or `FAILED`.
 * @param {string} program
 * @param {string[]} args
 */
export async function runReportingProgram(program, args) {
  const child = spawn(process.execPath, [program, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const count = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) }
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ok ')) count.passed += 1
    if (line.startsWith('FAILED ')) {
      count.failed += 1
      count.failures.push(line)
    }
    process.stdout.write(`${line}\n`)
  })
  const code = await new Promise((settle) => child.on('close', settle))
  return code !== 0 && count.failed === 0 ? { ...count, ...failedOutside(`${program} ended with code ${code}`) } : count
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult
 * @typedef {{ name: string, status: string, message?: string, assertionResults: TestResult[] }} FileResult
 */

/** @param {string} report */
function counted(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = testResults.filter(isUnloaded)
    const failures = [...testResults.flatMap(failedTests), ...unloaded.map(describeUnloaded)]
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length, failures }
  } catch {
    return { passed: 0, ...failedOutside(`${report} cannot be read`) }
  }
}

/** @param {FileResult} file */
function isUnloaded(file) {
  return file.status === 'failed' && file.assertionResults.length === 0
}

/** @param {FileResult} file */
function describeUnloaded(file) {
  return describeFailure(file.name, '(the file)', file.message)
}

/** @param {FileResult} file */
function failedTests(file) {
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map((test) => describeFailure(file.name, test.fullName, test.failureMessages?.[0]))
}

/** @param {string} file @param {string} test @param {string} [message] */
function describeFailure(file, test, message = '') {
  return `${relative(ROOT, file)} › ${test}\n      ${message.split('\n').slice(0, 4).join('\n      ')}`
}

/** @param {string} what */
export function failedOutside(what) {
  return { failed: 1, failures: [what] }
}

/**
 * Runs a program that shares our output, and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
export function run(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${inRoot('node_modules', '.bin')}:${process.env.PATH}`, ...env },
  })
  return new Promise((settle) => {
    child.on('error', () => settle(127))
    child.on('close', (code) => settle(code ?? 1))
  })
}
