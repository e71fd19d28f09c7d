import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILES = readdirSync(`${ROOT}/docs/decisions`)
const NUMBERS = FILES.map((file) => file.slice(0, 3))

/** Returns every mention of a decision, by number or by file, in the tracked text files of the repository. */
function mentions(): string[] {
  const found = execFileSync('git', ['grep', '-hoIE', '-e', 'ADR [0-9]{3}', '-e', '[0-9]{3}-[a-z0-9-]+\\.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return [...new Set(found.trim().split('\n'))]
}

describe('decisions', () => {
  it('have unique numbers', () => {
    expect(NUMBERS.filter((number, index) => NUMBERS.indexOf(number) !== index)).toEqual([])
  })

  it('start with their number', () => {
    const misnamed = FILES.filter((file) => {
      const heading = readFileSync(`${ROOT}/docs/decisions/${file}`, 'utf8').split('\n', 1)[0] ?? ''
      return !heading.startsWith(`# ${file.slice(0, 3)} `)
    })

    expect(misnamed).toEqual([])
  })

  it('exist if the repository mentions them', () => {
    const missing = mentions().filter((mention) =>
      mention.startsWith('ADR ') ? !NUMBERS.includes(mention.slice(4)) : !FILES.includes(mention),
    )

    expect(missing).toEqual([])
  })
})
