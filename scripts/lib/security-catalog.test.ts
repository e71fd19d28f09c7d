import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const document = textOf('docs/security.md')

const ROW =
  /^\| (?<star>● )?(?<id>[A-L]\d+) \| (?<required>[^|]+) \| (?<state>Tested|In part|Open|Not applicable)\.(?<reason>[^|]*) \|(?<tests>[^|]*)\|$/gm
const rows = [...document.matchAll(ROW)].map(({ groups = {} }) => ({
  id: groups.id ?? '',
  isStarred: groups.star !== undefined,
  state: groups.state ?? '',
  reason: groups.reason?.trim() ?? '',
  files: filesIn(groups.tests ?? ''),
}))

const named = [...document.matchAll(/^\| ((?:FLT|INV|P)\d+) \| ([^|]+) \|$/gm)].map(([, id = '', tests = '']) => ({
  id,
  files: filesIn(tests),
}))

function filesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, file = '']) => file)
}

/** Whether the file contains a test or a group of tests with this name in its title. */
function hasTestOf(name: string, file: string): boolean {
  return new RegExp(`\\(\\s*['"\`]([^'"\`\\n]*\\s)?${name}\\b`).test(textOf(file))
}

const counted = (what: (row: (typeof rows)[number]) => boolean) => rows.filter(what).length

describe('docs/security.md', () => {
  it('lists every row of the catalog once', () => {
    const sizes = { A: 10, B: 6, C: 9, D: 7, E: 10, F: 7, G: 7, H: 7, I: 10, J: 12, K: 4, L: 12 }
    const expected = Object.entries(sizes).flatMap(([section, size]) =>
      Array.from({ length: size }, (_, at) => `${section}${at + 1}`),
    )

    expect(rows.map((row) => row.id)).toEqual(expected)
    expect(counted((row) => row.isStarred)).toBe(64)
  })

  it.each(rows.filter((row) => row.state === 'Tested' || row.state === 'In part'))(
    'names tests of $id that exist',
    (row) => {
      expect(row.files).not.toEqual([])
      expect(row.files.filter((file) => !hasTestOf(`sec/${row.id}`, file))).toEqual([])
    },
  )

  it('names tests that npm test does not skip', () => {
    const files = new Set(rows.flatMap((row) => row.files))
    const skipped = [...files].flatMap((file) => textOf(file).match(/sec\/.*\{\s+tags: 'long'/g) ?? [])

    expect(skipped).toEqual([])
  })

  it('gives a reason for each row without a complete test', () => {
    expect(rows.filter((row) => row.state !== 'Tested' && row.reason === '')).toEqual([])
    expect(rows.filter((row) => row.isStarred && row.files.length === 0 && row.state !== 'Open')).toEqual([])
  })

  it('names tests of faults, invariants and load goals that exist', () => {
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ id, files }) => files.length === 0 || files.some((file) => !hasTestOf(id, file)))).toEqual(
      [],
    )
  })

  it('counts its rows correctly', () => {
    const tested = counted((row) => row.isStarred && row.files.length > 0)
    expect(tested).toBe(counted((row) => row.isStarred))
    const state = (name: string) => counted((row) => row.state === name)

    expect(document.replaceAll('\n', ' ')).toContain(
      `The catalog has ${rows.length} rows. The ${tested} rows marked ● matter most; each has a test named after it`,
    )
    expect(document).toContain(
      `${state('Tested')} rows are tested, ${state('In part')} in part, ${state('Open')} are open, and ${state('Not applicable')} do not apply.`,
    )
  })
})
