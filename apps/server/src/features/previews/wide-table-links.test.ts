import type { ReadingProperties } from '@millrace/contracts/file-readings'
import { LIMITS } from '@millrace/contracts/limits'
import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

it('a wide table links to the reading progress of each further block of its columns', { tags: 'long' }, async () => {
  const alice = await api.signUp()
  const columns = Array.from({ length: 2 * LIMITS.previewBlockColumns + 1 }, (_, at) => at)
  const data = await uploads(alice, 'wide.csv', `${columns.map((at) => `c${at}`).join()}\n${columns.join()}\n`)

  const { links } = await alice.read<SirenDocument>(`${data}/Preview`)
  const blocks = links.filter(({ rel }) => rel.includes('ColumnsReading'))
  const readings = await Promise.all(blocks.map(({ href }) => alice.read<SirenDocument<ReadingProperties>>(href)))

  expect(blocks.map(({ title }) => title)).toEqual([1, 2].map((at) => String(at * LIMITS.previewBlockColumns)))
  for (const { properties } of readings) expect(['Reading', 'Read']).toContain(properties.State)
})

it('a table of usual width does not link to reading progress', async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'narrow.csv', 'a,b\n1,2\n')

  const { links } = await alice.read<SirenDocument>(`${data}/Preview`)

  expect(links.filter(({ rel }) => rel.includes('ColumnsReading'))).toEqual([])
})
