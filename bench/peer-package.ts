import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Imports a package that only the benchmarks use. */
export async function peerPackage<T>(name: string, versions: string[], entry: string): Promise<T> {
  return (await import(pathToFileURL(peerFile(name, versions, join(name, entry))).href)) as T
}

/** Returns the path of a file in a package that is installed in the home directory on first use. */
export function peerFile(name: string, versions: string[], path: string): string {
  const folder = join(homedir(), '.cache', 'millrace-bench', name)
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) install(folder, versions)
  return join(folder, 'node_modules', path)
}

function install(folder: string, versions: string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', [...options, ...versions], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${versions.join(', ')} could not be installed.`)
}
