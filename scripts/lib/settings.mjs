import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { Refusal, say } from './say.mjs'

const WRITABLE_BY_OTHERS = 0o022

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {string} host
 * @property {string} dataDirectory
 * @property {string} address URL at which this machine reaches the server
 * @property {string} url URL to show to users
 * @property {string | undefined} databaseUrl
 * @property {number} serverMemoryMb
 */

/**
 * Reads the settings that the launcher needs. All others are passed to the server unchanged.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Settings>}
 */
export async function readSettings(env) {
  const host = env.HOST || '127.0.0.1'
  const wanted = portOf(env.PORT)
  const port = wanted === 0 ? await bind(0, host) : wanted
  const near = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const address = `http://${near.includes(':') ? `[${near}]` : near}:${port}`
  return {
    port,
    host,
    address,
    url: env.PUBLIC_URL || address.replace('//127.0.0.1', '//localhost'),
    dataDirectory: resolve(env.MILLRACE_DATA || 'data'),
    databaseUrl: env.DATABASE_URL || undefined,
    serverMemoryMb: memoryOf(env.SERVER_MEMORY_MB),
  }
}

/**
 * Creates the data directory and the folder for logs, private regardless of the umask. If root creates the data
 * directory, other users can enter it but not list it, because the database runs as another user. An existing data
 * directory keeps its mode.
 * @param {string} folder
 */
export function makeDataDirectory(folder) {
  try {
    const made = mkdirSync(folder, { recursive: true })
    const own = process.getuid?.() === 0 ? 0o711 : 0o700
    if (made) chmodSync(folder, own)
    if (statSync(folder).mode & WRITABLE_BY_OTHERS) {
      const remedy = `Other users can write to it. To prevent that: chmod ${own.toString(8)} ${folder}`
      say('Millrace', 'warning', `The data directory ${folder} is not private. ${remedy}`)
    }
    const log = join(folder, 'log')
    mkdirSync(log, { recursive: true })
    chmodSync(log, 0o700)
    rmSync(mkdtempSync(join(folder, '.probe-')), { recursive: true })
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw new Refusal(
      `The data directory ${folder} cannot be used (${code}). Make it readable and writable, or set MILLRACE_DATA to another folder.`,
    )
  }
}

/**
 * Returns how much memory the server may use, in MB. By default, a quarter of the memory of this machine or container,
 * but at least 1 GB and at most 4 GB.
 * @param {string | undefined} text
 */
function memoryOf(text) {
  if (!text) {
    const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
    return Math.round(Math.min(Math.max(available / 4e6, 1000), 4000))
  }
  const megabytes = Number(text)
  if (megabytes >= 300) return megabytes
  throw new Refusal(`SERVER_MEMORY_MB is "${text}", but must be a number, 300 or more.`)
}

/** @param {string | undefined} text */
function portOf(text) {
  const port = Number(text || 3000)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new Refusal(`PORT is "${text}", but must be a whole number from 0 to 65535.`)
}

/**
 * Throws a Refusal if the port cannot be used.
 * @param {Settings} settings
 */
export async function requireFreePort({ port, host }) {
  await bind(port, host)
}

/**
 * Listens for a moment and returns the port. For port 0, returns a free port.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>}
 */
function bind(port, host) {
  const probe = createServer()
  return new Promise((settle, fail) => {
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => fail(new Refusal(explain(code, port, host))))
    probe.listen(port, host, () => {
      const bound = probe.address()
      probe.close(() => settle(bound && typeof bound === 'object' ? bound.port : port))
    })
  })
}

/**
 * @param {string | undefined} code
 * @param {number} port
 * @param {string} host
 */
function explain(code, port, host) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Choose another one (PORT=${port + 1} npm start) or stop that program.`
  }
  if (code === 'EACCES')
    return `This user is not allowed to use port ${port}. Choose 1024 or higher (PORT=3000 npm start).`
  return `The server cannot listen on ${host}, port ${port} (${code}). Check HOST and PORT.`
}
