import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const api = await testApi()

const ROWS = 'station,level\n'.padEnd(17_000_000, 'Köln,301\n')
const FAULT = 'A row of levels.csv is longer than 1.5 MB.'

it('a large table whose end can’t be read shows its first rows, and gives the reason where all rows are needed', {
  tags: 'long',
}, async () => {
  const alice = await api.signUp()
  const data = await uploads(alice, 'levels.csv', Buffer.from(`${ROWS}\nBonn,${'9'.repeat(2_000_000)}\n`))
  const preview = await alice.read<SirenDocument<{ Rows: unknown[][] }>>(`${data}/Preview`)

  const replies = await Promise.all(
    ['whole=true', 'sort=level', 'find=Bonn', 'offset=100'].map((query) => alice.get(`${data}/Preview?${query}`)),
  )

  expect(preview.properties.Rows[0]).toEqual(['Köln', '301'])
  for (const reply of replies) {
    expect(await reply.json()).toMatchObject({ code: 'preview-failed', detail: expect.stringContaining(FAULT) })
  }
})
