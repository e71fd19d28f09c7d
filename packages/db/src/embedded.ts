import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, postgresVersion } from './embedded-binaries.ts'
import { ensureCluster } from './embedded-cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { chooseFolders, type EmbeddedFolders } from './embedded-folders.ts'
import { readPidFile, stopAbandonedServer, stopPostmaster } from './embedded-postmaster.ts'
import { APPLICATION_ROLE, DATABASE, SUPERUSER, socketUrl } from './embedded-settings.ts'
import { databaseUser, type SystemUser } from './embedded-user.ts'

export interface EmbeddedOptions {
  dataDirectory: string
  /** Settings for this run, which override postgresql.conf. */
  settings?: Record<string, string>
}

export interface EmbeddedDatabase {
  /** The URL for the application. The role in this URL owns the database but is not a superuser. */
  url: string
  superuserUrl: string
  version: string
  cluster: string
  pid: number
  /** Messages for the operator, for example that a server was still running after a crash. */
  notes: string[]
  /** Settles when the server process ends for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const START_MS = 60_000
const LOG_BYTES = 10_000_000

/**
 * Starts the built-in PostgreSQL on a Unix socket, and creates the cluster on first use. PostgreSQL runs in a separate
 * process group, so Ctrl-C does not stop it before the Millrace server. No other process may use the data directory.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const found = findBinaries()
  const user = databaseUser()
  const dataDirectory = resolve(options.dataDirectory)
  const folders = chooseFolders(dataDirectory, found, user)
  const version = postgresVersion(folders.binaries)
  const created = ensureCluster(folders, user, version)
  const cluster = realpathSync(folders.cluster)
  const left = created ? undefined : await stopAbandonedServer(cluster)
  const log = join(dataDirectory, 'postgres.log')
  const child = await startServer({ ...folders, cluster }, user, log, options.settings ?? {})
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  const pid = child.pid as number
  return {
    url: socketUrl(APPLICATION_ROLE, DATABASE, folders.socketDirectory),
    superuserUrl: socketUrl(SUPERUSER, 'postgres', folders.socketDirectory),
    version,
    cluster,
    pid,
    notes: [
      ...folders.moved,
      ...(left === undefined ? [] : [`stopped PostgreSQL ${left}, which was still running after a crash`]),
    ],
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await stopPostmaster(pid)
      rmSync(folders.socketDirectory, { recursive: true, force: true })
    },
  }
}

/** Starts the server. Retries while backends of a crashed server still hold its shared memory. */
async function startServer(
  folders: EmbeddedFolders,
  user: SystemUser | undefined,
  log: string,
  settings: Record<string, string>,
) {
  const until = performance.now() + START_MS
  for (;;) {
    const from = rotate(log)
    const child = spawnServer(folders, user, log, settings)
    if (await becomesReady(child, folders.cluster, until)) return child
    const words = readFileSync(log, 'utf8').slice(from)
    if (words.includes('pre-existing shared memory block') && performance.now() < until) {
      await sleep(100)
      continue
    }
    throw new EmbeddedError(`PostgreSQL did not start: ${firstFault(words)} (log: ${log})`)
  }
}

function spawnServer(
  folders: EmbeddedFolders,
  user: SystemUser | undefined,
  log: string,
  settings: Record<string, string>,
) {
  const given = { ...settings, listen_addresses: '', unix_socket_directories: folders.socketDirectory }
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(log, 'a', 0o600)
  try {
    return spawn(join(folders.binaries, 'bin', 'postgres'), ['-D', folders.cluster, ...options], {
      ...user,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

async function becomesReady(child: ChildProcess, cluster: string, until: number): Promise<boolean> {
  let failed = false
  child.once('error', () => {
    failed = true
  })
  while (!failed && child.exitCode === null && child.signalCode === null) {
    const written = readPidFile(cluster)
    if (written?.pid === child.pid && written?.ready) return true
    if (performance.now() > until) {
      child.kill('SIGINT')
      return false
    }
    await sleep(5)
  }
  return false
}

/** Renames the log to `.1` if it is large. Returns the offset at which this run's output starts. */
function rotate(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size < LOG_BYTES) return size
  renameSync(log, `${log}.1`)
  return 0
}

function firstFault(words: string): string {
  const lines = words.split('\n').filter((line) => line !== '')
  const fault = lines.find((line) => /\b(FATAL|PANIC)\b/.test(line)) ?? lines.at(-1) ?? 'it printed nothing'
  return fault.replace(/^.*?(FATAL|PANIC): +/, '')
}
