import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { stopGroup } from './processes.mjs'
import { Refusal } from './say.mjs'

/**
 * A running part of the product.
 * @typedef {object} Part
 * @property {number} pid
 * @property {string} detail shown to the operator
 * @property {Promise<string>} ended settles with the reason when it ends
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} ChildOptions
 * @property {string} name
 * @property {string[]} command
 * @property {Record<string, string | undefined>} env the whole environment, because nothing is inherited
 * @property {string} cwd
 * @property {import('./worker-user.mjs').SystemUser | undefined} [user] the user to run as, if not the current one
 * @property {number} patience milliseconds from SIGTERM to SIGKILL
 * @property {(line: string, isError: boolean) => void} onLine
 * @property {(isRunning: () => boolean) => Promise<string>} becomesReady settles with the detail to show
 * @property {AbortSignal} signal
 * @property {(pid: number) => void} [onStart]
 */

/**
 * Starts a program in its own process group and waits until the program is ready. If the program exits earlier, the
 * error contains the last messages of its structured log.
 * @param {ChildOptions} options
 * @returns {Promise<Part>}
 */
export async function startChild({ name, command, env, cwd, user, patience, onLine, becomesReady, signal, onStart }) {
  const [file = '', ...args] = command
  const child = spawn(file, args, { ...user, cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const lastWords = listen(child, onLine)
  const ended = new Promise((/** @type {(reason: string) => void} */ settle) => {
    child.once('error', (error) => settle(error.message))
    child.once('close', (code, by) => settle(by ? `signal ${by}` : `exit code ${code}`))
  })
  const pid = child.pid ?? 0
  if (pid > 0) onStart?.(pid)
  const isRunning = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined
  const stop = () => stopGroup(pid, isRunning, patience)
  const abort = () => void stop()
  signal.addEventListener('abort', abort, { once: true })
  const tooEarly = ended.then((reason) => {
    throw new Refusal(`${name} did not start (${reason}). ${lastWords()}`.trim())
  })
  try {
    const detail = await Promise.race([becomesReady(isRunning), tooEarly])
    if (!isRunning()) await tooEarly
    return { pid, detail, ended, stop }
  } finally {
    signal.removeEventListener('abort', abort)
    tooEarly.catch(() => {})
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {(line: string, isError: boolean) => void} onLine
 */
function listen(child, onLine) {
  /** @type {string[]} */
  const last = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
      onLine(line, stream === child.stderr)
    })
  }
  return () => last.map(readable).filter(Boolean).slice(-3).join(' | ')
}

/**
 * Returns the message of a structured line. For other lines, returns an empty string, because they have already been
 * printed.
 * @param {string} line
 */
function readable(line) {
  try {
    const { msg, err } = JSON.parse(line)
    return [msg, err?.message].filter(Boolean).join(': ')
  } catch {
    return ''
  }
}
