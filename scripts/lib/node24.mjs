import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'
import { inRoot } from './paths.mjs'
import { giveUp, Refusal } from './say.mjs'

const WANTED = 24
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Installs dependencies. Returns whether this process can continue. If its Node is too old, the script is run again
 * with the bundled Node, and this process only forwards signals and the exit code.
 * @param {string} script the import.meta.url of the script
 * @returns {Promise<boolean>}
 */
export async function onNode24(script) {
  try {
    await installIfNeeded()
    if (major() >= WANTED) return true
    const node = inRoot('node_modules', '.bin', 'node')
    if (!existsSync(node)) throw new Refusal(`Node ${WANTED} or newer is required, but this is ${process.version}.`)
    runAgain(node, [...process.execArgv, fileURLToPath(script), ...process.argv.slice(2)])
    return false
  } catch (error) {
    return giveUp(error)
  }
}

function major() {
  return Number(process.versions.node.split('.')[0])
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function runAgain(node, args) {
  const child = spawn(node, args, { stdio: 'inherit', env: withBundledNodeFirst() })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', giveUp)
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal) process.stderr.write(`Ended by ${signal}.\n`)
  })
}

/** Returns the environment with the bundled Node first on PATH, so child processes use it. */
function withBundledNodeFirst() {
  return { ...process.env, PATH: `${inRoot('node_modules', '.bin')}:${process.env.PATH ?? ''}` }
}
