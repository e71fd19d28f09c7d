import type { ReadingProperties } from '@millrace/contracts/file-readings'
import { describe, expect, it } from 'vitest'
import { gauges } from '#testing/preview-files.ts'
import { FIRST, testPreviews } from '#testing/previews.ts'
import type { PreviewFile } from './preview-file.ts'
import type { PreviewService } from './previews.service.ts'

const { csv, open } = testPreviews()
const SMALL = { wholeTableBytes: 100, headBytes: 10_000, readingReplyMs: 5 }

/** Collects the reported progress of a reading until it is done. */
async function followed(previews: PreviewService, file: PreviewFile): Promise<ReadingProperties[]> {
  const said: ReadingProperties[] = []
  while (said.at(-1)?.State !== 'Read') said.push(await previews.reading('ada', file))
  return said
}

describe('reading a whole table', () => {
  it('reports its progress, may exceed its time limit while it makes progress, and allows sorting afterwards', async () => {
    const previews = open('read', { limits: { ...SMALL, wholeMs: 500, busyBytes: 0 } })
    const file = csv('long.csv', gauges(300_000))
    const head = await previews.table('ada', file, FIRST)

    const said = await followed(previews, file)

    const progress = said.flatMap(({ State, Progress }) => (State === 'Reading' ? [Progress ?? 0] : []))
    expect(head.facts.isEstimate).toBe(true)
    expect(progress.length).toBeGreaterThan(0)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBeLessThan(1)
    expect(said.at(-1)).toEqual({ State: 'Read', Progress: 1 })
    const sort = { column: 'id', descending: true }
    expect(await previews.table('ada', file, { ...FIRST, sort })).toMatchObject({
      total: 300_000,
      numbers: expect.arrayContaining([299_999]),
    })
  })

  it('stores the values of a long table to find rows faster, with the same results', async () => {
    const file = csv('valued.csv', gauges(3000).replace('flag', 'level value'))
    const pages = await Promise.all(
      [1, 1e9].map(async (valuedRows) => {
        const previews = open(`valued-${valuedRows}`, { limits: { valuedRows } })
        const where = [{ Column: 'time', Is: 'AtLeast' as const, Values: ['2024-01-20'] }]
        const page = { ...FIRST, where, sort: { column: 'level', descending: true } }
        const { rows, numbers, total, facts } = await previews.table('ada', file, page)
        const { columns, totalColumns } = facts
        const level = await previews.column('ada', file, { column: 'level', filter: { where } })
        return {
          rows,
          numbers,
          total,
          columns,
          totalColumns,
          level,
          isStored: facts.fields[2]?.value === '"level value (2)"',
        }
      }),
    )

    const [stored, parsed] = pages
    expect([stored?.isStored, parsed?.isStored]).toEqual([true, false])
    expect({ ...stored, isStored: false }).toEqual(parsed)
  })

  it('waits until an earlier one has finished', async () => {
    const previews = open('turns', { limits: SMALL })
    const first = csv('first.csv', gauges(300_000))
    const second = csv('second.csv', gauges(300_001))

    await previews.reading('ada', first)
    expect(await previews.reading('ben', second)).toEqual({ State: 'Waiting', Progress: null })
    expect((await followed(previews, first)).at(-1)?.State).toBe('Read')
    expect((await followed(previews, second)).at(-1)?.State).toBe('Read')
  })

  it('ends when no client polls it any longer, and starts again when one does', async () => {
    let time = Date.now()
    const previews = open('left', { now: () => new Date(time), limits: { ...SMALL, abandonedMs: 200 } })
    const file = csv('left.csv', gauges(600_000))
    const head = await previews.table('ada', file, FIRST)
    const asked = await previews.reading('ada', file)

    time += 1000
    await expect.poll(() => previews.wholePids()).toEqual([])

    expect([head.facts.isEstimate, asked.State]).not.toContain('Read')
    // The stopped reading may still be deleting its files.
    const state = async () => (await previews.reading('ada', file).catch(() => asked)).State
    await expect.poll(state, { timeout: 20_000 }).toBe('Read')
  })

  it('continues while a comparison, statistics or a chart waits for it', { tags: 'long' }, async () => {
    const previews = open('waiting', { limits: { ...SMALL, abandonedMs: 10 } })
    const tables = [0, 1, 2, 3].map((more) => csv(`waiting-${more}.csv`, gauges(150_000 + more)))
    const [before, after, described, drawn] = tables as [PreviewFile, PreviewFile, PreviewFile, PreviewFile]

    const { comparison } = await previews.compare('ada', { before, after }, { page: { offset: 0, limit: 1 } })
    const column = await previews.column('ada', described, { column: 'id', filter: {} })
    const chart = await previews.chart('ada', drawn, {
      chart: 'Line',
      x: 'id',
      y: 'level',
      measure: 'Count',
      filter: {},
    })

    expect([comparison.added, column.Rows, chart.Rows]).toEqual([1, 150_002, 150_003])
  })

  it('ends for a request that was aborted before it waited', async () => {
    const previews = open('aborted', { limits: { ...SMALL, abandonedMs: 100 } })
    const file = csv('aborted.csv', gauges(600_000))

    const rows = previews.table('ada', file, FIRST, { whole: true, until: AbortSignal.abort() })

    await expect(rows).rejects.toMatchObject({ code: 'busy' })
  })
})
