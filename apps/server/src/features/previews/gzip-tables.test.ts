import { gzipSync } from 'node:zlib'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { FIRST, testPreviews } from '#testing/previews.ts'

const api = await testApi()
const { csv, open } = testPreviews()

it.each([
  ['levels.csv.gz', 'station,level\nKöln,301\nBonn,250\n'],
  ['levels.jsonl.gz', '{"station":"Köln","level":301}\n{"station":"Bonn","level":250}\n'],
  ['levels.NDJSON.gz', '{"station":"Köln","level":301}\n{"station":"Bonn","level":250}\n'],
])('a gzip-compressed table has a table preview, but no text preview: %s', async (name, content) => {
  const alice = await api.signUp()
  const data = await uploads(alice, name, gzipSync(content))

  const { properties, links } = await alice.read<SirenDocument<WorkDataProperties>>(data)
  const preview = await alice.read<SirenDocument<{ Rows: unknown[][] }>>(`${data}/Preview`)

  expect(properties.MediaType).toBe('application/gzip')
  const offered = links?.flatMap((link) => link.rel)
  expect(offered).toContain('Preview')
  expect(offered).not.toContain('TextPreview')
  expect(preview.properties.Rows).toEqual([
    ['Köln', '301'],
    ['Bonn', '250'],
  ])
})

it.each(['run.log.gz', 'settings.json.gz'])('the start of a gzip-compressed text is shown: %s', async (name) => {
  const alice = await api.signUp()
  const data = await uploads(alice, name, gzipSync('{"station": "Köln"}\n'))

  const { links } = await alice.read<SirenDocument<WorkDataProperties>>(data)
  const preview = await alice.read<SirenDocument<{ Text: string }>>(`${data}/Preview`)

  expect(links?.flatMap((link) => link.rel)).toContain('Preview')
  expect(preview.properties).toMatchObject({ Kind: 'text', Text: '{"station": "Köln"}\n' })
})

it('sec/J7 a gzip file that would fill the disk is refused as soon as it exceeds 1 GB', async () => {
  const previews = open('patient', { limits: { quickMs: 60_000 } })
  const part = gzipSync(Buffer.alloc(50_000_000, 'level\n'))
  const bomb = csv('bomb.csv.gz', Buffer.concat(Array.from({ length: 40 }, () => part)))

  await expect(previews.table('ada', bomb, FIRST)).rejects.toThrow(
    /bomb\.csv\.gz decompresses to more than .*(limit for compressed tables|space left)\. Use a part of it/,
  )
  expect(bomb.sizeInBytes).toBeLessThan(5_000_000)
})
