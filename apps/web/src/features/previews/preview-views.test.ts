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
  ['drawing.svgz', false, ['image', 'text']],
  ['drawing.svg.gz', false, ['image', 'text']],
  ['notes.docx.gz', false, ['bytes']],
])('the content of gzip files is shown by its own type: %s', (name, hasTable, views) => {
  expect(viewsOf({ name, mediaType: MEDIA.gzip, sizeInBytes: 80, links }, hasTable)).toEqual(views)
})

it('the features of a map are also a table', () => {
  const file = { name: 'rhine.geojson', mediaType: MEDIA.geojson, sizeInBytes: 900 }

  expect(viewsOf({ ...file, links: { ...links, TextPreview: '/text' } }, true)).toEqual([
    'map',
    'table',
    'tree',
    'text',
  ])
})

it('JSON that would take long to read as a table is first shown as a tree', () => {
  const file = { name: 'levels.json', mediaType: MEDIA.json, sizeInBytes: 200_000_000, links }

  expect(viewsOf({ ...file, links: { ...links, TextPreview: '/text' } }, true)).toEqual(['tree', 'table', 'text'])
})

it.each([
  [MEDIA.workflowDefinition, ['graph', 'tree', 'text']],
  [MEDIA.workflowReport, ['report', 'tree', 'text']],
])('a workflow is shown in readable form, and its JSON with one press: %s', (mediaType, views) => {
  expect(viewsOf({ name: 'clean.workflow.json', mediaType, sizeInBytes: 900, links }, false)).toEqual(views)
})
