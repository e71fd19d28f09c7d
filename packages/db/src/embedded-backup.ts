import { existsSync, readFileSync } from 'node:fs'
import { chown, copyFile, lstat, mkdir, open, opendir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { LOCKS } from './advisory-locks.ts'
import { EmbeddedError, systemCode } from './embedded-error.ts'
import { isAlive, readPidFile } from './embedded-postmaster.ts'
import { DATABASE, SUPERUSER, socketUrl } from './embedded-settings.ts'

/*
 * A base backup of the running cluster, as in PostgreSQL's "Making a Base Backup Using the Low Level API". Files are
 * copied between pg_backup_start and pg_backup_stop, even while they change. When the copy is first started, PostgreSQL
 * repairs these files from the write-ahead log of that period, which is copied, too. A temporary replication slot keeps
 * PostgreSQL from removing this log too early. The copy contains everything that was committed before pg_backup_stop.
 */

/** Folders whose contents are not copied, because a copy does not need them or startup creates them. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label\.old)$/
const SEGMENT = /^[0-9A-F]{24}$/

export interface Backup {
  bytes: number
  files: number
}

/** Returns the folder of the built-in database for a data directory. */
export function clusterOf(dataDirectory: string): string {
  const pointer = join(dataDirectory, 'postgres.path')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(resolve(dataDirectory), 'postgres')
}

/**
 * Copies the running database to `target/postgres`. Then calls `more` to copy the content that rows refer to. No
 * content is deleted until `more` returns. `record` runs after everything has been copied.
 */
export async function backUpEmbedded(
  dataDirectory: string,
  target: string,
  more: (copied: Copied) => Promise<void>,
  record: (copied: Backup) => Record<string, unknown>,
): Promise<Backup> {
  const cluster = clusterOf(dataDirectory)
  const client = new pg.Client({ connectionString: superuserUrl(cluster) })
  await client.connect()
  const copied = new Copied()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.backup])
    await copyCluster(client, cluster, join(target, 'postgres'), copied)
    await more(copied)
    await client.query(
      `insert into installation (name, value) values ('last-backup', $1)
       on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(record(copied))],
    )
  } finally {
    await client.end()
  }
  return copied
}

function superuserUrl(cluster: string): string {
  const written = readPidFile(cluster)
  if (!written?.ready || !isAlive(written.pid)) {
    throw new EmbeddedError(
      `Millrace is not running with the database in ${cluster}. Start it, or copy its data directory while it is stopped.`,
    )
  }
  const socketDirectory = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  return socketUrl(SUPERUSER, DATABASE, socketDirectory)
}

async function copyCluster(client: pg.Client, cluster: string, target: string, copied: Copied): Promise<void> {
  await client.query(`select pg_create_physical_replication_slot('millrace_backup', true, true)`)
  const started = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('Millrace', true)) as segment`,
  )
  await copied.folder(cluster, target, { leaveOut: LEFT_OUT, empty: EMPTY_FOLDERS })
  const stopped = await client.query<{ segment: string; label: string; tablespaces: string }>(
    `select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces from pg_backup_stop(false)`,
  )
  const [from, to] = [started.rows[0], stopped.rows[0]]
  if (!from || !to || to.tablespaces) throw new EmbeddedError('Databases with tablespaces are not backed up.')
  for (const name of await readdir(join(cluster, 'pg_wal'))) {
    const isNeeded = name.endsWith('.history') || (SEGMENT.test(name) && name >= from.segment && name <= to.segment)
    if (isNeeded) await copied.file(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name))
  }
  await copied.text(join(target, 'backup_label'), to.label, cluster)
}

interface FolderOptions {
  leaveOut?: RegExp
  empty?: ReadonlySet<string>
}

/** Copies files durably and preserves their owners. Counts the files and bytes. */
export class Copied implements Backup {
  bytes = 0
  files = 0

  /** Skips files that disappear during the copy, because they are no longer needed. */
  async folder(from: string, to: string, { leaveOut = /^$/, empty = new Set() }: FolderOptions = {}): Promise<void> {
    const { mode } = await lstat(from)
    await mkdir(to, { mode: mode & 0o777, recursive: true })
    await sameOwner(from, to)
    for await (const entry of await opendir(from)) {
      if (leaveOut.test(entry.name)) continue
      const [source, copy] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory() && empty.has(entry.name)) {
        await this.folder(source, copy, { leaveOut: /^(?!summaries$|archive_status$).*/ })
      } else if (entry.isDirectory()) await this.folder(source, copy, { leaveOut, empty })
      else if (entry.isFile()) await this.file(source, copy)
    }
    await synced(to)
  }

  async file(from: string, to: string): Promise<void> {
    try {
      await copyFile(from, to)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return
      throw error
    }
    await sameOwner(from, to)
    await synced(to)
    this.files += 1
    this.bytes += (await lstat(to)).size
  }

  async text(to: string, text: string, like: string): Promise<void> {
    await writeFile(to, text, { mode: 0o600 })
    await sameOwner(like, to)
    await synced(to)
  }
}

/** Gives a copy the owner of the original. Without root, the copy has that owner anyway. */
async function sameOwner(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await lstat(from)
  await chown(to, uid, gid)
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}
