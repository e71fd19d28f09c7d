import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot, ROOT } from './paths.mjs'

/**
 * Receives the output of a stage that runs at the same time as others. A stage that runs alone prints to the terminal.
 * @typedef {((chunk: Buffer) => void) | undefined} Output
 */

/** Folder of Node's compile cache, which makes processes load their modules faster. */
const COMPILED = inRoot('.cache', 'compiled')
const UNUSED_AFTER_MS = 7 * 24 * 3_600_000

const REPORTERS = ['default', 'json', inRoot('scripts', 'errors-outside-tests.ts')].map((name) => `--reporter=${name}`)

/**
 * Runs a tool, which counts as one test.
 * @param {string} tool
 * @param {string[]} args
 * @param {Output} [output]
 * @param {Record<string, string>} [env]
 */
export async function runCheck(tool, args, output, env) {
  const ok = (await run(inRoot('node_modules', '.bin', tool), args, { output, env })) === 0
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [[tool, ...args].join(' ')] }
}

/**
 * Runs the tests of a Vitest configuration and reads the counts from the report. Files that fail to load and errors
 * outside of tests count as failures.
 * @param {string} name
 * @param {string} config
 * @param {{ args?: string[], env?: Record<string, string>, output?: Output }} [options] more arguments, such as parts of
 * file names, environment variables, and where the output goes
 */
export async function runVitest(name, config, { args = [], ...options } = {}) {
  const report = inRoot('test-results', `${name}.json`)
  const errors = inRoot('test-results', `${name}-errors.json`)
  rmSync(report, { force: true })
  rmSync(errors, { force: true })
  mkdirSync(inRoot('test-results'), { recursive: true })
  const code = await run(
    inRoot('node_modules', '.bin', 'vitest'),
    ['run', '--config', config, ...REPORTERS, `--outputFile.json=${report}`, ...args],
    { ...options, env: { ...options.env, ERRORS_FILE: errors } },
  )
  const count = counted(report)
  const outside = outsideTests(errors)
  if (code === 0 || (count.failed > 0 && outside.length === 0)) return count
  const failure = [`Vitest ended with code ${code}`, ...outside].join('\n      ')
  return { ...count, failed: count.failed + 1, failures: [...count.failures, failure] }
}

/**
 * Runs a program that prints one line per check, starting with `ok` or `FAILED`.
 * @param {string} program
 * @param {string[]} args
 * @param {Output} [output]
 */
export async function runReportingProgram(program, args, output = (chunk) => void process.stdout.write(chunk)) {
  /** @type {Buffer[]} */
  const printed = []
  const keep = (/** @type {Buffer} */ chunk) => {
    printed.push(chunk)
    output(chunk)
  }
  const code = await run(process.execPath, [program, ...args], { output: keep })
  const lines = Buffer.concat(printed).toString().split('\n')
  const failures = lines.filter((line) => line.startsWith('FAILED '))
  const count = { passed: lines.filter((line) => line.startsWith('ok ')).length, failed: failures.length, failures }
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

/** @param {string} file @returns {string[]} */
function outsideTests(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
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

/**
 * Returns the first lines of the message, the failed line of the test and, for a journey, what its pages showed.
 * @param {string} file @param {string} test @param {string} [message]
 */
function describeFailure(file, test, message = '') {
  const lines = message.split('\n')
  const place = lines.find((line) => line.trimStart().startsWith('at ') && line.includes(file))
  const shown = lines.filter((line) => line.includes(' showed: '))
  return [`${relative(ROOT, file)} › ${test}`, ...lines.slice(0, 4), ...(place ? [place.trim()] : []), ...shown].join(
    '\n      ',
  )
}

/**
 * Removes compiled code that no run has used for a week, such as code of changed files or for other versions of Node.
 */
export function removeUnusedCode(folder = COMPILED, now = Date.now()) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const file = entry.isFile() ? statSync(path, { throwIfNoEntry: false }) : undefined
    if (file && Math.max(file.atimeMs, file.mtimeMs) < now - UNUSED_AFTER_MS) rmSync(path, { force: true })
  }
}

/** @param {string} what */
export function failedOutside(what) {
  return { failed: 1, failures: [what] }
}

/**
 * Runs a program and returns its exit code. Without `output`, the program prints to the terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, output?: Output }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, output } = {}) {
  const stream = output ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', stream, stream],
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      PATH: `${inRoot('node_modules', '.bin')}:${process.env.PATH}`,
      ...env,
    },
  })
  for (const part of [child.stdout, child.stderr]) part?.on('data', (chunk) => output?.(chunk))
  return new Promise((settle) => {
    child.on('error', () => settle(127))
    child.on('close', (code) => settle(code ?? 1))
  })
}
