import { MEDIA } from '@millrace/contracts/media-types'
import { expect, it } from 'vitest'
import { viewsOf } from './preview-views.ts'

const links = { Preview: '/api/WorkData/1/Preview' }

it.each([
  ['levels.csv.gz', false, ['table']],
  ['settings.json.gz', false, ['tree', 'text']],
  ['levels.json.gz', true, ['table', 'tree', 'text']],
  ['run.log.gz', false, ['text']],
  ['raw.tar.gz', false, ['files', 'bytes']],
  ['notes.docx.gz', false, ['bytes']],
])('the content of gzip files is shown as what it is: %s', (name, hasTable, views) => {
  expect(viewsOf({ name, mediaType: MEDIA.gzip, sizeInBytes: 80, links }, hasTable)).toEqual(views)
})
