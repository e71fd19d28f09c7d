import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const SEPARATOR = ' › '
const page = readFileSync(new URL('docs/spec-coverage.md', ROOT), 'utf8')
const rows = Array.from(page.matchAll(/^\| (?!Statement |-)(.+?) \| (.*) \|$/gm), ([, what = '', cell = '']) => ({
  what,
  cell,
}))

/**
 * Returns the tests that a cell lists. A file without a test name means all of its tests. In a name, “ › ” separates the
 * title of a group from the title of a test.
 */
function testsIn(cell: string): { file: string; name: string | undefined }[] {
  return cell.split('<br>').flatMap((part) => {
    const [, file, name] = /^`([^`]+)`(?:: (.+))?$/.exec(part) ?? []
    return file === undefined ? [] : [{ file, name }]
  })
}

function exists({ file, name }: { file: string; name: string | undefined }): boolean {
  const path = new URL(file, ROOT)
  if (!existsSync(path)) return false
  if (name === undefined) return true
  const text = readFileSync(path, 'utf8')
  return name.split(SEPARATOR).every((title) => text.includes(title))
}

/** Whether the test runs only in `npm run test:long`. If so, the options after its name contain the tag `long`. */
function isSkipped({ file, name }: { file: string; name: string | undefined }): boolean {
  const [, after = ''] = readFileSync(new URL(file, ROOT), 'utf8').split(name?.split(SEPARATOR).at(-1) ?? 'no test')
  return /^.*\{\s+tags: 'long'/.test(after)
}

describe('docs/spec-coverage.md', () => {
  it('covers sections 2 to 9', () => {
    const sections = Array.from(page.matchAll(/^## (\d)\. /gm), ([, number]) => Number(number))

    expect(sections).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(rows.length).toBeGreaterThan(60)
  })

  it('names tests that exist', () => {
    const missing = rows.flatMap(({ cell }) => testsIn(cell).filter((test) => !exists(test)))

    expect(missing).toEqual([])
  })

  it('names tests that npm test does not skip', () => {
    const skipped = rows.flatMap(({ cell }) => testsIn(cell).filter(isSkipped))

    expect(skipped).toEqual([])
  })

  it('has either a test or the word “Open” and a reason in each line', () => {
    const empty = rows.filter(({ cell }) => testsIn(cell).length === 0 && !/^Open\. \S/.test(cell))

    expect(empty).toEqual([])
  })
})
