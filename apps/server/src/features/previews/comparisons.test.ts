import type { TableComparisonProperties } from '@millrace/contracts/previews'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

type Comparison = SirenDocument<TableComparisonProperties>

const BEFORE = 'station,level,old\nKöln,301,a\nBonn,250,b\nTrier,180,c\n'
const AFTER = 'new,station,level\nx,Mainz,210\ny,Köln,301\nz,Bonn,255\n'

async function bothTables(person: TestClient, before = BEFORE, after = AFTER) {
  return {
    before: await uploads(person, 'before.csv', Buffer.from(before)),
    after: await uploads(person, 'after.csv', Buffer.from(after)),
  }
}

async function compared(person: TestClient, tables: { before: string; after: string }, parameters: object = {}) {
  const reply = await person.post(`${tables.before}/Preview/CompareTables`, {
    WorkDataUrl: tables.after,
    ...parameters,
  })
  expect(reply.status, await reply.clone().text()).toBe(201)
  return person.read<Comparison>(reply.headers.get('location') ?? '')
}

async function detailOf(reply: Response): Promise<string> {
  return ((await reply.json()) as { detail: string }).detail
}

describe('CompareTables', () => {
  it('returns the rows that were added, removed and changed, cell by cell, and the columns of both', async () => {
    const alice = await api.signUp()
    const tables = await bothTables(alice)

    const { properties, actions } = await compared(alice, tables)

    expect(actions?.map(({ name }) => name)).toEqual(['CompareTables'])
    expect(properties).toMatchObject({
      MatchBy: 'Keys',
      KeyColumns: ['station'],
      BeforeRows: 3,
      AfterRows: 3,
      Added: 1,
      Removed: 1,
      Changed: 1,
      Same: 1,
    })
    expect(
      properties.Columns.map(({ Name, Before, After, ChangedCells }) => [
        Name,
        Before?.Kind,
        After?.Kind,
        ChangedCells,
      ]),
    ).toEqual([
      ['new', undefined, 'text', 0],
      ['station', 'text', 'text', 0],
      ['level', 'number', 'number', 1],
      ['old', 'text', undefined, 0],
    ])
    expect(properties.Rows).toEqual([
      { Before: null, BeforeNumber: null, After: ['x', 'Mainz', '210', null], AfterNumber: 0, ChangedColumns: [] },
      {
        Before: [null, 'Bonn', '250', 'b'],
        BeforeNumber: 1,
        After: ['z', 'Bonn', '255', null],
        AfterNumber: 2,
        ChangedColumns: [2],
      },
      { Before: [null, 'Trier', '180', 'c'], BeforeNumber: 2, After: null, AfterNumber: null, ChangedColumns: [] },
    ])
  })

  it('returns only the rows of one kind, page by page', async () => {
    const alice = await api.signUp()
    const tables = await bothTables(alice, 'id,v\na,1\nb,2\nc,3\n', 'id,v\na,7\nb,8\nd,9\n')

    const first = await compared(alice, tables, { Only: 'Changed', Limit: 1 })
    const next = first.links?.find(({ rel }) => rel.includes('next'))?.href ?? ''
    const second = await alice.read<Comparison>(next)

    expect(first.properties.Rows.map(({ After }) => After)).toEqual([['a', '7']])
    expect(second.properties.Rows.map(({ After }) => After)).toEqual([['b', '8']])
    expect(second.links?.flatMap(({ rel }) => rel)).toEqual(['self'])
  })

  it('pairs rows by the requested columns or by their position', async () => {
    const alice = await api.signUp()
    const tables = await bothTables(alice, 'id,v\na,1\nb,2\n', 'id,v\nb,1\na,2\n')

    const byKey = await compared(alice, tables, { KeyColumns: ['v'] })
    const byPosition = await compared(alice, tables, { MatchBy: 'Position' })

    expect(byKey.properties.KeyColumns).toEqual(['v'])
    expect(byKey.properties).toMatchObject({ Changed: 2, Same: 0 })
    expect(byPosition.properties).toMatchObject({ MatchBy: 'Position', Changed: 2 })
    expect(byPosition.properties.Rows[0]?.ChangedColumns).toEqual([0])
  })

  it('says that only the first columns of wide tables are compared', { tags: 'long' }, async () => {
    const alice = await api.signUp()
    const line = (cell: (at: number) => string) => `${Array.from({ length: 501 }, (_, at) => cell(at)).join(',')}\n`
    const before = line((at) => `c${at}`) + line((at) => `${at}`)
    const after = line((at) => `c${at}`) + line((at) => (at === 500 ? 'other' : `${at}`))

    const { properties } = await compared(alice, await bothTables(alice, before, after))

    expect(properties).toMatchObject({ Changed: 0, Same: 1, ColumnsRead: 500 })
    expect((await compared(alice, await bothTables(alice))).properties.ColumnsRead).toBeNull()
  })

  it('explains why two tables cannot be compared', async () => {
    const alice = await api.signUp()
    const tables = await bothTables(alice, 'a\n1\n', 'b\n1\n')
    const others = await bothTables(alice)
    const picture = await uploads(alice, 'map.png', Buffer.from('89504e470d0a1a0a', 'hex'))

    const locationOf = async (before: string, parameters: object) =>
      (await alice.post(`${before}/Preview/CompareTables`, parameters)).headers.get('location') ?? ''
    const nothing = await alice.get(await locationOf(tables.before, { WorkDataUrl: tables.after }))
    const noKey = await alice.get(await locationOf(others.before, { WorkDataUrl: others.after, KeyColumns: ['old'] }))
    const noTable = await alice.post(`${tables.before}/Preview/CompareTables`, { WorkDataUrl: picture })

    expect([nothing.status, await detailOf(nothing)]).toEqual([422, 'The tables have no column in common.'])
    expect(await detailOf(noKey)).toBe('One of the tables has no column “old” to match rows by.')
    expect(await detailOf(noTable)).toBe('There is no preview for files of type image/png. Download it instead.')
  })

  it('treats tables of another owner as missing', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const [tables, own] = [await bothTables(alice), await bothTables(mallory)]
    const { links } = await compared(alice, tables)

    const attempts = await Promise.all([
      mallory.post(`${own.before}/Preview/CompareTables`, { WorkDataUrl: tables.after }),
      mallory.post(`${tables.before}/Preview/CompareTables`, { WorkDataUrl: own.after }),
      mallory.get(links?.[0]?.href ?? ''),
    ])

    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
