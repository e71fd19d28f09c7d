import { gzipSync } from 'node:zlib'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

it('a gzip-compressed CSV has a table preview, but no text preview', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'levels.csv.gz', gzipSync('station,level\nKöln,301\n'))

  const { properties, links } = await alice.read<SirenDocument<WorkDataProperties>>(data)
  const preview = await alice.read<SirenDocument<{ Rows: unknown[][] }>>(`${data}/Preview`)

  expect(properties.MediaType).toBe('application/gzip')
  const offered = links?.flatMap((link) => link.rel)
  expect(offered).toContain('Preview')
  expect(offered).not.toContain('TextPreview')
  expect(preview.properties.Rows).toEqual([['Köln', '301']])
})
