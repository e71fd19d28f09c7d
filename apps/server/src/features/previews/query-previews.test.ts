import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { QueryPreviewProperties } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { uploads } from '#testing/jobs.ts'
import { gauges } from '#testing/preview-files.ts'
import { testPreviews } from '#testing/previews.ts'

const api = await testApi()
const { csv, folder, open } = testPreviews()

const LEVELS = 'station,level\nkoeln,301\nbonn,250\n'

async function tried(person: TestClient, table: string, sql: string, others: string[] = []) {
  const reply = await person.post(`${table}/Preview/QueryTables`, { Sql: sql, OtherWorkDataUrls: others })
  const body = (await reply.json()) as { properties: QueryPreviewProperties }
  return { status: reply.status, properties: body.properties }
}

describe('QueryTables', () => {
  it('returns the first rows of a query over several tables, under the names of the step', async () => {
    const alice = await api.signUp()
    const levels = await uploads(alice, 'levels.csv', Buffer.from(LEVELS))
    const rivers = await uploads(alice, 'rivers.csv', Buffer.from('station,river\nkoeln,Rhine\n'))

    const { properties } = await tried(
      alice,
      levels,
      'SELECT river, level * 2 AS twice FROM input JOIN table2 USING (station) -- joined',
      [rivers],
    )

    expect(properties).toEqual({
      Columns: [
        { Name: 'river', Kind: 'text' },
        { Name: 'twice', Kind: 'number' },
      ],
      Rows: [['Rhine', '602']],
      HasMore: false,
      RowsRead: null,
      Fault: null,
    })
  })

  it('shows 20 rows, and says if it read only the first rows of a table', async () => {
    const alice = await api.signUp()
    const lines = Array.from({ length: 12_000 }, (_, at) => `${at}`)
    const long = await uploads(alice, 'long.csv', Buffer.from(`n\n${lines.join('\n')}\n`))

    const rows = await tried(alice, long, 'SELECT n FROM input')
    const sum = await tried(alice, long, 'SELECT count(*) AS n FROM input')

    expect(rows.properties.Rows).toHaveLength(20)
    expect(rows.properties).toMatchObject({ HasMore: true, RowsRead: 10_000 })
    expect(sum.properties.Rows).toEqual([['10000']])
  })

  it.each([
    ['SELECT no_such FROM input', 'Column `no_such` not found.'],
    ['SELEC 1', 'The query has a syntax error at `SELEC`.'],
    ['DROP VIEW input', 'Only SELECT is possible. Write a single SELECT.'],
    ['EXPLAIN SELECT 1', 'Only SELECT is possible. Write a single SELECT.'],
    ['SELECT 1; SELECT 2', 'The query has several statements. Keep one SELECT.'],
  ])('explains what is wrong with %s', async (sql, sentence) => {
    const alice = await api.signUp()
    const levels = await uploads(alice, 'levels.csv', Buffer.from(LEVELS))

    const { properties } = await tried(alice, levels, sql)

    expect(properties.Fault).toContain(sentence)
    expect(properties.Rows).toEqual([])
  })

  it('treats tables of another owner as missing', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const theirs = await uploads(alice, 'levels.csv', Buffer.from(LEVELS))
    const own = await uploads(mallory, 'own.csv', Buffer.from(LEVELS))

    expect((await tried(mallory, theirs, 'SELECT 1')).status).toBe(404)
    expect((await tried(mallory, own, 'SELECT * FROM table2', [theirs])).status).toBe(404)
  })
})

describe('a hostile query', () => {
  const hostile = open('hostile')

  it.each([
    ["SELECT * FROM read_text('/etc/passwd')"],
    ["SELECT * FROM read_csv('/etc/passwd')"],
    ["SELECT * FROM glob('/etc/*')"],
    ["SELECT * FROM read_parquet('https://example.org/x.parquet')"],
    ["SELECT * FROM read_blob('../*')"],
  ])('cannot read files: %s', async (sql) => {
    await expect(hostile.query('mallory', [csv('own.csv', LEVELS)], sql)).rejects.toMatchObject({
      code: 'preview-failed',
    })
  })

  it('cannot read the tables of others, even if it knows where their copies are', async () => {
    const previews = open('neighbors')
    await previews.query('ada', [csv('secret.csv', 'word\nxyzzy\n')], 'SELECT * FROM input')
    const cache = path.join(folder, 'neighbors')
    const copy = readdirSync(cache).find((name) => name.endsWith('.parquet')) ?? ''

    const attempts = await Promise.allSettled(
      [path.join(cache, copy), path.join(cache, '*.parquet')].map((place) =>
        previews.query('mallory', [csv('own.csv', LEVELS)], `SELECT * FROM read_parquet('${place}')`),
      ),
    )

    expect(copy).not.toBe('')
    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('ends when it runs too long or uses too much memory, and leaves nothing in the folder of previews', async () => {
    const hasty = open('hasty', { limits: { queryMs: 1000 } })
    const previews = open('greedy', { limits: { queryMs: 25_000, childBytes: 600_000_000 } })
    const table = csv('own.csv', LEVELS)

    await expect(
      hasty.query(
        'mallory',
        [table],
        'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range + b.range = -1',
      ),
    ).rejects.toThrow('The query takes too long for a preview.')
    await expect(previews.query('mallory', [table], 'SELECT range(500000000) AS n')).rejects.toThrow(/memory/)
    const { rows } = await previews.query('mallory', [table], 'SELECT count(*) AS n FROM input')

    expect(rows).toEqual([['2']])
    const left = ['hasty', 'greedy'].flatMap((name) => readdirSync(path.join(folder, name)))
    expect(left.filter((name) => name.startsWith('making-'))).toEqual([])
  }, 60_000)

  it('delays neither the previews of its owner nor those of others', async () => {
    const previews = open('apart', { limits: { queryMs: 30_000 } })
    const table = csv('own.csv', gauges(100))
    let ended = false
    const endless = previews
      .query(
        'mallory',
        [table],
        'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range + b.range = -1',
      )
      .catch(() => (ended = true))

    await previews.table('mallory', table, { offset: 0, limit: 10 })
    await previews.table('ada', table, { offset: 0, limit: 10 })

    expect(ended).toBe(false)
    previews.close()
    await endless
  })
})
