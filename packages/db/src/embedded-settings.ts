import { totalmem } from 'node:os'

const MEGABYTE = 2 ** 20

/**
 * Settings written to postgresql.conf when the cluster is created. Operators can change that file. The settings suit a
 * small machine: server and database together use less than 200 MB when idle. Durability settings keep PostgreSQL's
 * defaults (fsync on).
 */
export const CLUSTER_SETTINGS = {
  max_connections: '60',
  shared_buffers: `${bufferMegabytes()}MB`,
  max_parallel_workers_per_gather: '0',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  jit: 'off',
  io_method: 'sync',
  autovacuum_max_workers: '2',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
} as const satisfies Record<string, string>

/**
 * A sixteenth of the available memory, but at least 128 MB and at most 1024 MB. With 1024 MB, searches for a name and a
 * state among a million jobs take half as much CPU time as with 128 MB. The memory is allocated when pages are read.
 */
function bufferMegabytes(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(Math.max(Math.floor(available / MEGABYTE / 16), 128), 1024)
}

/**
 * Options for initdb. Strings are sorted by code point, because that order does not change when libraries are updated.
 * Lists that need natural order specify a collation.
 */
export const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  ...Object.entries(CLUSTER_SETTINGS).map(([name, value]) => `--set=${name}=${value}`),
]

export const APPLICATION_ROLE = 'millrace'
export const DATABASE = 'millrace'
export const SUPERUSER = 'postgres'

/** Part of the name of the socket file. The server does not listen on TCP. */
export const SOCKET_PORT = 5432

/**
 * Returns the URL of the socket. No password is needed, because the mode 0700 of the socket's directory controls
 * access.
 */
export function socketUrl(user: string, database: string, socketDirectory: string): string {
  return `postgresql://${user}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(socketDirectory)}`
}
