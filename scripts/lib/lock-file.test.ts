import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingEntries } from './lock-file.mjs'

const lockText = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')

describe('the lock file', () => {
  it('lists every platform of every package, as `npm ci` requires (fix: node scripts/complete-lock.mjs)', () => {
    expect(missingEntries(JSON.parse(lockText).packages)).toEqual({})
  })

  it('does not contain the URL of a registry', () => {
    expect(lockText).not.toMatch(/"resolved": "https?:/)
  })
})

describe('missingEntries', () => {
  const parent = {
    version: '1.2.3',
    license: 'MIT',
    dev: true,
    optionalDependencies: { '@fast/linux-x64-musl': '1.2.3' },
  }

  it('adds a missing platform package with the version that its parent pins', () => {
    expect(missingEntries({ '': {}, 'node_modules/fast': parent })).toEqual({
      'node_modules/@fast/linux-x64-musl': {
        version: '1.2.3',
        cpu: ['x64'],
        dev: true,
        libc: ['musl'],
        license: 'MIT',
        optional: true,
        os: ['linux'],
      },
    })
  })

  it('nests the package below its parent if the top level has another version', () => {
    const packages = { 'node_modules/fast': parent, 'node_modules/@fast/linux-x64-musl': { version: '1.0.0' } }

    expect(Object.keys(missingEntries(packages))).toEqual(['node_modules/fast/node_modules/@fast/linux-x64-musl'])
  })

  it('adds nothing to a complete lock file', () => {
    const packages = { 'node_modules/fast': parent, 'node_modules/@fast/linux-x64-musl': { version: '1.2.3' } }

    expect(missingEntries(packages)).toEqual({})
  })
})
