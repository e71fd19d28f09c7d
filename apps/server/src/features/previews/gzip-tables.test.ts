import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { testParquet } from '#testing/preview-files.ts'
import { FIRST, testPreviews } from '#testing/previews.ts'

const api = await testApi()
const { csv, folder, open } = testPreviews()

it.each([
  ['levels.csv.gz', 'station,level\nKöln,301\nBonn,250\n'],
  ['levels.jsonl.gz', '{"station":"Köln","level":301}\n{"station":"Bonn","level":250}\n'],
  ['levels.NDJSON.gz', '{"station":"Köln","level":301}\n{"station":"Bonn","level":250}\n'],
])('a gzip-compressed table is shown as a table and as text: %s', async (name, content) => {
  const alice = await api.signUp()
  const data = await uploads(alice, name, gzipSync(content))

  const { properties, links } = await alice.read<SirenDocument<WorkDataProperties>>(data)
  const preview = await alice.read<SirenDocument<{ Rows: unknown[][] }>>(`${data}/Preview`)

  const [text] = links?.filter(({ rel }) => rel.includes('TextPreview')) ?? []
  const shown = await alice.read<SirenDocument<{ Text: string }>>(text?.href ?? '')

  expect(properties.MediaType).toBe('application/gzip')
  expect(shown.properties.Text).toBe(content)
  expect(preview.properties.Rows).toEqual([
    ['Köln', '301'],
    ['Bonn', '250'],
  ])
})

const LEVELS = `SELECT 'Köln' AS station, 301 AS level UNION ALL SELECT 'Bonn', 250`

it.each([
  ['parquet', async () => readFileSync((await testParquet(folder, 'levels.parquet', LEVELS)).path)],
  ['arrow', async () => arrowFile({ station: ['Köln', 'Bonn'], level: Int32Array.of(301, 250) })],
  ['sqlite', async () => sqliteFile(`CREATE TABLE levels AS ${LEVELS}`)],
  [
    'xlsx',
    () =>
      writeXlsx({
        sheets: [
          {
            name: 'Levels',
            rows: [
              ['station', 'level'],
              ['Köln', 301],
              ['Bonn', 250],
            ],
          },
        ],
      }),
  ],
])('a gzip-compressed binary table is shown as a table: %s', async (ending, content) => {
  const alice = await api.signUp()
  const data = await uploads(alice, `levels.${ending}.gz`, gzipSync(await content()))

  const preview = await alice.read<SirenDocument<{ Rows: unknown[][] }>>(`${data}/Preview`)

  expect(preview.properties.Rows).toEqual([
    ['Köln', '301'],
    ['Bonn', '250'],
  ])
})

it('the start of a gzip-compressed text is shown', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'run.log.gz', gzipSync('{"station": "Köln"}\n'))

  const { links } = await alice.read<SirenDocument<WorkDataProperties>>(data)
  const preview = await alice.read<SirenDocument<{ Text: string }>>(`${data}/Preview`)

  expect(links?.flatMap((link) => link.rel)).toContain('Preview')
  expect(preview.properties).toMatchObject({ Kind: 'text', Text: '{"station": "Köln"}\n' })
})

it('all parts of a gzip-compressed text are shown', async () => {
  const alice = await api.signUp()
  const content = Array.from({ length: 250_000 }, (_, at) => `line ${at}\n`).join('')
  const data = await uploads(alice, 'long.log.gz', gzipSync(content))

  const parts: { Text: string; FirstLine?: number }[] = []
  for (let href: string | undefined = `${data}/Preview`; href !== undefined; ) {
    const part: SirenDocument<{ Text: string; FirstLine?: number }> = await alice.read(href)
    parts.push(part.properties)
    href = part.links?.find(({ rel }) => rel.includes('next'))?.href
  }

  const lines = parts.flatMap(({ Text, FirstLine = 1 }) => Text.split('\n').map((line, at) => [FirstLine + at, line]))
  const shown = new Map(lines as [number, string][])
  expect(parts.length).toBeGreaterThan(2)
  expect([...shown.values()].join('\n')).toBe(content)
})

it('gzip-compressed JSON is shown like JSON: records as a table, and everything as text', async () => {
  const alice = await api.signUp()
  const records = await uploads(alice, 'levels.json.gz', gzipSync('[{"station":"Köln","level":301}]'))
  const settings = await uploads(alice, 'settings.JSON.gz', gzipSync('{"station": "Köln", "gauges": [1, 2]}\n'))

  const table = await alice.read<SirenDocument<{ Rows: unknown[][] }>>(`${records}/Preview`)
  const { links } = await alice.read<SirenDocument<WorkDataProperties>>(settings)
  const [text] = links?.filter(({ rel }) => rel.includes('TextPreview')) ?? []
  const preview = await alice.read<SirenDocument<{ Text: string }>>(text?.href ?? '')

  expect(table.properties.Rows).toEqual([['Köln', '301']])
  expect(preview.properties).toMatchObject({ Kind: 'json', Text: '{"station": "Köln", "gauges": [1, 2]}\n' })
})

it('says where gzip-compressed JSON is not JSON', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'broken.json.gz', gzipSync('{"station": "Köln",\n"level": 301 302}\n'))

  const preview = await alice.read<SirenDocument<{ Text: string }>>(`${data}/Preview`)

  expect(preview.properties).toMatchObject({
    Kind: 'json',
    Fault: expect.stringMatching(/^Line 2, column \d+ is not JSON/),
  })
})

it('sec/J7 a gzip file that would fill the disk is refused as soon as it exceeds 1 GB', async () => {
  const previews = open('bomb')
  const part = gzipSync(Buffer.alloc(50_000_000, 'level\n'))
  const bomb = csv('bomb.csv.gz', Buffer.concat(Array.from({ length: 40 }, () => part)))

  await expect(previews.table('ada', bomb, FIRST)).rejects.toThrow(
    /bomb\.csv\.gz decompresses to more than .*(limit for compressed tables|disk space available)\. Use a part of it/,
  )
  expect(bomb.sizeInBytes).toBeLessThan(5_000_000)
})
