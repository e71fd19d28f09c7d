import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

type Table = SirenDocument<{ Rows: unknown[][]; Columns: { Name: string; Kind: string }[]; Notes: string[] }>

describe.each(['levels.jsonl', 'levels.ndjson', 'levels.json'])('%s', (name) => {
  const lines = ['{"station":"Köln","level":301}', '{"station":"Bonn","level":250}']
  const content = Buffer.from(name.endsWith('.json') ? `[${lines.join()}]` : `${lines.join('\n')}\n`)

  it('has a preview as a table and another as text', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice, name, content)

    const { links } = await alice.read<SirenDocument<WorkDataProperties>>(data)
    const table = await alice.read<Table>(`${data}/Preview`)
    const text = await alice.read<SirenDocument<{ Text: string }>>(`${data}/Preview?as=text`)

    expect(links?.flatMap((link) => link.rel)).toEqual(expect.arrayContaining(['Preview', 'TextPreview']))
    expect(table.class).toContain('TablePreview')
    expect(table.properties.Columns.map(({ Name, Kind }) => [Name, Kind])).toEqual([
      ['station', 'text'],
      ['level', 'number'],
    ])
    expect(table.properties.Rows).toEqual([
      ['Köln', '301'],
      ['Bonn', '250'],
    ])
    expect(text.properties.Text).toBe(content.toString())
  })

  it('lets clients read sorted rows', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice, name, content)

    const reply = await alice.post(`${data}/Preview/ReadRows`, [
      { ReadRowsParameters: { Limit: 1, Sort: 'level', Order: 'Ascending' } },
    ])

    expect(reply.status, await reply.clone().text()).toBe(201)
    const page = await alice.read<Table>(reply.headers.get('location') ?? '')
    expect(page.properties.Rows).toEqual([['Bonn', '250']])
  })
})

it('says which columns have names that differ from their keys', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'keys.json', Buffer.from('[{"level":301,"Level":302,"":1}]'))

  const { properties } = await alice.read<Table>(`${data}/Preview`)

  expect(properties.Columns.map(({ Name }) => Name)).toEqual(['level', 'Level (2)', 'column 3'])
  expect(properties.Rows).toEqual([['301', '302', '1']])
  expect(properties.Notes).toEqual([
    'The column without a name is named column 3.',
    'Duplicate column names were changed to Level (2).',
  ])
})

it('JSON lines that are not records are shown as text', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'log.jsonl', Buffer.from('1\n2\n'))

  const preview = await alice.read<SirenDocument<{ Text: string }>>(`${data}/Preview`)

  expect(preview.class).toContain('TextPreview')
  expect(preview.properties.Text).toBe('1\n2\n')
})
