import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Binaries } from './embedded-binaries.ts'
import { EmbeddedError, systemCode } from './embedded-error.ts'
import { canEnter, type SystemUser } from './embedded-user.ts'

/**
 * Used only if the server runs as root and the database user cannot access the data directory or the installed
 * programs.
 */
const OPEN_FOLDER = '/var/lib/millrace'

/**
 * Where the parts of a cluster are stored. `moved` says which parts this start has put in an unusual place, and why.
 */
export interface EmbeddedFolders {
  binaries: string
  cluster: string
  socketDirectory: string
  moved: string[]
}

/** Decides where binaries, data and socket are stored, so that the database user can access all three. */
export function chooseFolders(dataDirectory: string, found: Binaries, user: SystemUser | undefined): EmbeddedFolders {
  makeFolder(dataDirectory)
  const moved: string[] = []
  const cluster = clusterFolder(dataDirectory, user, moved)
  const binaries = binariesFolder(found, user, moved)
  return { binaries, cluster, socketDirectory: socketFolder(cluster, user), moved }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    readable(folder)
  } catch (error) {
    const code = systemCode(error)
    throw new EmbeddedError(
      `The data directory ${folder} cannot be used (${code ?? error}). Make it readable and writable, or set MILLRACE_DATA to another folder.`,
    )
  }
}

function readable(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`)
  writeFileSync(probe, '')
  rmSync(probe)
}

function clusterFolder(dataDirectory: string, user: SystemUser | undefined, moved: string[]): string {
  const usual = join(dataDirectory, 'postgres')
  const pointer = join(dataDirectory, 'postgres.path')
  if (existsSync(pointer)) return pointedAt(pointer, dataDirectory)
  if (user === undefined || canEnter(dataDirectory, user) || opened(dataDirectory, user)) return usual
  if (existsSync(usual)) {
    throw new EmbeddedError(
      `The user "postgres" can no longer access ${dataDirectory}. Make its parent folders searchable (chmod o+x), or set MILLRACE_DATA to another folder.`,
    )
  }
  const elsewhere = join(OPEN_FOLDER, randomBytes(6).toString('hex'))
  mkdirSync(elsewhere, { recursive: true })
  writeFileSync(pointer, `${elsewhere}/postgres\n`)
  moved.push(
    `data in ${elsewhere}/postgres, because the user "postgres" cannot enter ${dataDirectory} (noted in ${pointer})`,
  )
  return join(elsewhere, 'postgres')
}

/**
 * Returns the cluster that the pointer file names. Throws if that cluster is missing but the data directory contains
 * stored files, because a new, empty database would not list these files.
 */
function pointedAt(pointer: string, dataDirectory: string): string {
  const cluster = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(cluster) && existsSync(join(dataDirectory, 'objects'))) {
    throw new EmbeddedError(
      `The database of ${dataDirectory} was stored in ${cluster}, which no longer exists. Restore it, or remove ${pointer} to start with an empty database.`,
    )
  }
  return cluster
}

/**
 * Tries to make the data directory accessible to the user by making it searchable, but not readable. That is enough if
 * only the directory itself prevents access, as with temporary directories. Returns whether it worked.
 */
function opened(dataDirectory: string, user: SystemUser): boolean {
  if (!canEnter(dirname(dataDirectory), user)) return false
  chmodSync(dataDirectory, statSync(dataDirectory).mode | 0o011)
  return canEnter(dataDirectory, user)
}

function binariesFolder(found: Binaries, user: SystemUser | undefined, moved: string[]): string {
  if (user === undefined || canEnter(join(found.folder, 'bin'), user)) return found.folder
  const copy = join(OPEN_FOLDER, `postgresql-${found.packageVersion}`)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(found.folder, half, { recursive: true, verbatimSymlinks: true })
    renameSync(half, copy)
    moved.push(`programs copied to ${copy}, because the user "postgres" cannot enter ${found.folder}`)
  }
  return copy
}

/**
 * Creates the private folder for a cluster's socket, and returns its path. With the same TMPDIR, the path is always the
 * same for one cluster. It is short, because socket paths are limited to 107 bytes.
 */
function socketFolder(cluster: string, user: SystemUser | undefined): string {
  const name = `millrace-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
  const parent = tmpdir().length > 60 || (user && !canEnter(tmpdir(), user)) ? '/tmp' : tmpdir()
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owner = user?.uid ?? process.getuid?.()
  const entry = lstatSync(folder)
  const ours = entry.isDirectory() && (entry.uid === owner || entry.uid === process.getuid?.())
  if (!ours) {
    throw new EmbeddedError(`${folder} belongs to another user. Remove it, or set TMPDIR to a folder that you own.`)
  }
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  return folder
}
