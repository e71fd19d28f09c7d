import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { inRoot, ROOT } from './paths.mjs'

/**
 * A tool that passes or fails counts as one test.
 * @param {string} tool
 * @param {string[]} args
 */
export async function runCheck(tool, args) {
  const ok = (await run(inRoot('node_modules', '.bin', tool), args)) === 0
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/**
 * Runs the tests of one Vitest configuration and counts them from its report. Files that fail to load and errors outside tests count as failures.
 * @param {string} name
 * @param {string} config
 * @param {{ only?: string[], env?: Record<string, string> }} [options] parts of file names; settings
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
  const { passed, failed } = counted(report)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/**
 * Runs a program that prints one line per check, starting with `ok` or `FAILED`.
 * @param {string} program
 * @param {string[]} args
 */
export async function runTold(program, args) {
  const child = spawn(process.execPath, [program, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const told = { passed: 0, failed: 0 }
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ok ')) told.passed += 1
    if (line.startsWith('FAILED ')) told.failed += 1
    process.stdout.write(`${line}\n`)
  })
  const code = await new Promise((settle) => child.on('close', settle))
  return { ...told, failed: code !== 0 && told.failed === 0 ? 1 : told.failed }
}

/** @param {string} report */
function counted(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/**
 * Runs a program with inherited output; returns its exit code.
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
