import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedError } from './embedded-error.ts'
import type { EmbeddedFolders } from './embedded-folders.ts'
import { APPLICATION_ROLE, DATABASE, INITDB_OPTIONS } from './embedded-settings.ts'
import { runAs, type SystemUser } from './embedded-user.ts'
import { MARK_LEAKPROOF } from './name-search.ts'

/**
 * Creates the cluster on first use, and returns whether it did. The cluster is created in a temporary folder, with its
 * role and database, and then renamed, so an interrupted start leaves no incomplete cluster.
 */
export function ensureCluster(folders: EmbeddedFolders, user: SystemUser | undefined, version: string): boolean {
  if (existsSync(folders.cluster)) {
    requireSameMajor(folders.cluster, version)
    return false
  }
  const half = `${folders.cluster}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o700 })
  if (user) chownSync(half, user.uid, user.gid)
  try {
    runAs(user, join(folders.binaries, 'bin', 'initdb'), ['-D', half, ...INITDB_OPTIONS])
    createDatabase(folders, half, user)
  } catch (error) {
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    rmSync(half, { recursive: true, force: true })
    throw new EmbeddedError(`The database could not be created in ${dirname(folders.cluster)}: ${words.split('\n')[0]}`)
  }
  renameSync(half, folders.cluster)
  return true
}

/**
 * Creates role and database in single-user mode, which needs no running server. The output is checked, because this
 * mode exits with 0 even after an error. Changes to template1 apply to every database created later, including ours.
 */
function createDatabase(folders: EmbeddedFolders, cluster: string, user: SystemUser | undefined): void {
  const statements = [
    ...MARK_LEAKPROOF,
    `create role ${APPLICATION_ROLE} login`,
    `create database ${DATABASE} owner ${APPLICATION_ROLE}`,
  ]
  const said = runAs(
    user,
    '/bin/sh',
    ['-c', 'exec "$0" "$@" 2>&1', join(folders.binaries, 'bin', 'postgres'), '--single', '-D', cluster, 'template1'],
    `${statements.join('\n')}\n`,
  )
  const fault = said.split('\n').find((line) => /\b(ERROR|FATAL|PANIC)\b/.test(line))
  if (fault) throw new Error(fault)
}

function requireSameMajor(cluster: string, version: string): void {
  const major = version.split('.')[0]
  const held = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (held === major) return
  throw new EmbeddedError(
    `${cluster} was created by PostgreSQL ${held}, but this is PostgreSQL ${major}. Use the release of Millrace that created it, or move the data (docs/operating.md).`,
  )
}
