import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gauges } from '#testing/preview-files.ts'
import { FIRST, testPreviews } from '#testing/previews.ts'

const { csv, folder, open, previews, table } = testPreviews()

describe('the preview process', () => {
  it('is replaced after a task that takes too long, so that the next task succeeds', async () => {
    const hasty = open('hasty', { limits: { quickMs: 1 } })
    const file = csv('hasty.csv', gauges(1000))

    await expect(hasty.table('ada', file, FIRST)).rejects.toMatchObject({ code: 'preview-failed' })
    hasty.close()

    expect((await table(file)).total).toBe(1000)
  })

  it('is killed when it needs too much memory, so that the next task succeeds', async () => {
    const narrow = open('narrow', { limits: { childBytes: 60_000_000 } })
    const file = csv('narrow.csv', gauges(1000))

    await expect(narrow.table('ada', file, FIRST)).rejects.toThrow('needs more memory than a preview may use')
    narrow.close()

    expect((await table(file)).total).toBe(1000)
  })

  it('is replaced after a task if it still holds too much memory', async () => {
    const kept = open('kept', { limits: { childBytes: 160_000_000 } })

    expect((await kept.table('ada', csv('kept.csv', 'a\n1\n'), FIRST)).rows).toEqual([['1']])

    expect(kept.childPids()).toEqual([])
    kept.close()
  })

  it('is replaced after it was killed', async () => {
    const file = csv('killed.csv', gauges(1000))
    await table(csv('warm.csv', 'a\n1\n'))
    const pid = previews.childPids()[0]

    const answer = table(file)
    process.kill(pid ?? 0, 'SIGKILL')

    await answer.catch((error: Error) => expect(error.message).toContain('needs more memory'))
    expect(previews.childPids()[0]).not.toBe(pid)
    expect((await table(csv('after.csv', 'a\n1\n'))).rows).toEqual([['1']])
  })

  it('sec/J9 refuses tasks of one owner when too many are waiting', async () => {
    const file = csv('pile.csv', 'a\n1\n')
    const waiting = Array.from({ length: 80 }, () => table(file))

    const outcomes = await Promise.allSettled(waiting)

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ reason }) => reason.code === 'too-many-requests')).toBe(true)
  })

  it('sec/J9 shows another owner’s table while one owner’s tables wait', async () => {
    const large = csv('large.csv', gauges(50_000))
    let ended = 0
    const flood = Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        previews.table('mallory', large, { ...FIRST, find: `nothing ${index}` }).finally(() => (ended += 1)),
      ),
    )

    const { rows } = await previews.table('bob', csv('short.csv', 'a\n1\n'), FIRST)

    expect(rows).toEqual([['1']])
    expect(ended).toBeLessThan(30)
    await flood
  })

  it('tries again after an unexpected error', async () => {
    const flaky = open('flaky')
    const file = { ...csv('flaky.csv', 'a\n1\n'), path: path.join(folder, 'not-there-yet.csv') }

    await expect(flaky.table('ada', file, FIRST)).rejects.toMatchObject({ code: 'unexpected' })
    writeFileSync(file.path, 'a\n1\n')

    expect((await flaky.table('ada', file, FIRST)).rows).toEqual([['1']])
  })

  it('evicts a table together with its description and creates both again on request', async () => {
    const cacheDir = path.join(folder, 'evicting')
    const [first, second] = [csv('first.csv', gauges(3000)), csv('second.csv', `${gauges(3000)}3000,,,\n`)]
    const roomy = open('evicting')
    await roomy.table('ada', first, FIRST)
    roomy.close()
    const cacheBytes = readdirSync(cacheDir).reduce((sum, name) => sum + statSync(path.join(cacheDir, name)).size, 0)
    const evicting = open('evicting', { cacheBytes: Math.round(cacheBytes * 1.5) })

    await evicting.table('ada', second, FIRST)
    const left = readdirSync(cacheDir).map((name) => name.split('.', 1)[0])
    const again = await evicting.table('ada', first, FIRST)
    evicting.close()

    expect(left).toEqual([second.sha256, second.sha256])
    expect(again.rows).toHaveLength(100)
  })

  it.each(['json', 'parquet'])(
    'creates a copy again whose %s file was truncated by a power failure',
    async (ending) => {
      const cacheDir = path.join(folder, `truncated-${ending}`)
      const file = csv(`truncated-${ending}.csv`, gauges(300))
      const service = open(`truncated-${ending}`)
      await service.table('ada', file, FIRST)
      const name = readdirSync(cacheDir).find((entry) => entry.endsWith(ending)) ?? ''
      truncateSync(path.join(cacheDir, name), 10)

      const { rows } = await service.table('ada', file, FIRST)
      service.close()

      expect(rows).toHaveLength(100)
    },
  )

  it('can show a table that is larger than the cache', async () => {
    const small = open('small', { cacheBytes: 1 })

    const { rows } = await small.table('ada', csv('small.csv', gauges(100)), FIRST)
    small.close()

    expect(rows).toHaveLength(100)
  })

  it('keeps the tables that a request reads, even if they are larger than the cache', async () => {
    const small = open('kept', { cacheBytes: 1 })
    const [before, after] = [csv('before.csv', gauges(300)), csv('after.csv', gauges(299))]
    const wide = csv('wide.csv', `${Array.from({ length: 1500 }, (_, at) => `c${at}`).join()}\n${'1,'.repeat(1499)}1\n`)

    const [compared, query, page, ...pages] = await Promise.all([
      small.compare('ada', { before, after }, { page: { offset: 0, limit: 10 } }),
      small.query('ben', [before, after], 'select count(*) from input'),
      small.table('cem', wide, { ...FIRST, columnOffset: 1200, sort: { column: 'c3', descending: true } }),
      ...[before, after, before, after].map((file, at) => small.table(`dan ${at}`, file, FIRST)),
    ])
    small.close()

    expect(compared.rows).toHaveLength(1)
    expect(query.rows).toHaveLength(1)
    expect(page.rows).toHaveLength(1)
    expect(pages.map(({ rows }) => rows.length)).toEqual([100, 100, 100, 100])
  })

  it('sec/J4 can read only the file of its task, whatever that file contains', async () => {
    writeFileSync(path.join(folder, 'secret.txt'), 'secret')
    const name = `x'), (SELECT content FROM read_text('${path.join(folder, 'secret.txt')}')) --`

    const { facts, rows } = await table(csv('hostile.csv', `"${name}",b\n1,2\n`), { find: "') OR 1=1 --" })

    expect(facts.columns[0]?.Name).toBe(name)
    expect(rows).toEqual([])
  })
})
