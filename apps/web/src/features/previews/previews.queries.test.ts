import { MEDIA } from '@millrace/contracts/media-types'
import { expect, it } from 'vitest'
import { ApiProblem } from '#lib/api.ts'
import { isReadAsTable, pollDelayMs } from './previews.queries.ts'

it.each([
  [{ State: 'Waiting', Progress: null }, null, 200],
  [{ State: 'Reading', Progress: 0.5 }, null, 200],
  [{ State: 'Read', Progress: 1 }, null, false],
  [undefined, new ApiProblem(503, '', { code: 'busy' }), 5000],
  [{ State: 'Reading', Progress: 0.5 }, new ApiProblem(0, ''), 5000],
  [undefined, new ApiProblem(422, '', { code: 'preview-failed' }), false],
  [undefined, new ApiProblem(507, '', { code: 'storage-full' }), false],
] as const)('a reading (%j, %s) is requested again after %s ms', (reading, error, expected) => {
  expect(pollDelayMs(reading, error)).toBe(expected)
})

const MB = 1_000_000

it.each([
  ['levels.csv', MEDIA.csv, 900 * MB, true],
  ['levels.json', MEDIA.json, 2 * MB, true],
  ['levels.json', MEDIA.json, 17 * MB, false],
  ['levels.json.gz', MEDIA.gzip, 17 * MB, false],
  ['notes.pdf', 'application/pdf', 2 * MB, false],
])('%s (%s) of %s bytes is read as a table: %s', (Name, MediaType, SizeInBytes, expected) => {
  const links = [
    { rel: ['self'], href: 'http://localhost/api/WorkData/1' },
    { rel: ['Preview'], href: 'http://localhost/api/WorkData/1/Preview' },
  ]
  const file = { class: ['WorkData'], properties: { Name, MediaType, SizeInBytes }, links }

  expect(isReadAsTable(file as unknown as Parameters<typeof isReadAsTable>[0])).toBe(expected)
})
