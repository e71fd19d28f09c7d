import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openLog } from './log-file.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('a log file', () => {
  it('is rotated when it is large, and the previous file is kept', () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'))
    folders.push(folder)
    const log = openLog(join(folder, 'part.log'))

    for (let count = 0; count < 21; count += 1) log.write('x'.repeat(1_000_000))
    log.write('the last line')

    expect(readFileSync(log.file, 'utf8').split('\n').at(-2)).toBe('the last line')
    expect(existsSync(`${log.file}.1`)).toBe(true)
  })

  it.runIf(existsSync('/dev/full'))('loses lines on a full disk, without other effects', () => {
    const log = openLog('/dev/full')

    expect(() => log.write('a line')).not.toThrow()
  })
})
