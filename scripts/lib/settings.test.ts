import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reporter } from './report.mjs'
import { makeDataDirectory } from './settings.mjs'

const folders: string[] = []
const printed: string[] = []
vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  printed.length = 0
})

/** Returns the path of a data directory that does not exist yet. */
function dataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  folders.push(folder)
  return join(folder, 'data')
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a data directory', () => {
  it('sec/L6 keeps its logs private whatever its own mode, and is reported if others can write to it', () => {
    const folder = dataDirectory()
    mkdirSync(join(folder, 'log'), { recursive: true })
    chmodSync(folder, 0o777)
    chmodSync(join(folder, 'log'), 0o755)

    makeDataDirectory(folder)

    expect(printed.join('')).toMatch(/^Millrace +warning +The data directory .* Other users can write to it.*chmod 7/)
    expect(modeOf(join(folder, 'log'))).toBe('700')
  })

  it('sec/L6 is private when it is created', () => {
    const folder = dataDirectory()

    makeDataDirectory(folder)

    expect(modeOf(folder)).toBe(process.getuid?.() === 0 ? '711' : '700')
    expect(modeOf(join(folder, 'log'))).toBe('700')
    expect(printed).toEqual([])
  })
})

describe('the log of the server', () => {
  it('sec/A9 does not contain the setup link, which is only printed', () => {
    const lines: string[] = []
    const report = reporter('server', { write: (line) => void lines.push(line) })

    report('Set up: http://localhost:3000/sign-up?setup=secret', false)
    report('{"level":30,"msg":"listening"}', false)

    expect(lines).toEqual(['{"level":30,"msg":"listening"}'])
    expect(printed).toEqual(['Set up: http://localhost:3000/sign-up?setup=secret\n'])
  })
})
