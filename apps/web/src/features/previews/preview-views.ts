import { LIMITS } from '@millrace/contracts/limits'
import { contentType, MEDIA, mayHoldTable, type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import { isSlowTable, type PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

export type PreviewView =
  | 'table'
  | 'figure'
  | 'map'
  | 'notebook'
  | 'report'
  | 'graph'
  | 'tree'
  | 'document'
  | 'page'
  | 'pages'
  | 'text'
  | 'image'
  | 'audio'
  | 'video'
  | 'files'
  | 'contents'
  | 'bytes'

export const VIEW_LABELS: Record<PreviewView, string> = {
  table: 'Table',
  figure: 'Figure',
  map: 'Map',
  notebook: 'Notebook',
  report: 'Report',
  graph: 'Graph',
  tree: 'Tree',
  document: 'Document',
  page: 'Page',
  pages: 'Pages',
  text: texts.text,
  image: 'Image',
  audio: 'Audio',
  video: 'Video',
  files: 'Files',
  contents: 'Contents',
  bytes: 'Bytes',
}

/** The first view is the default. */
const VIEWS: Record<PreviewKind, readonly PreviewView[]> = {
  table: ['table', 'text'],
  plotly: ['figure', 'tree', 'text'],
  map: ['map', 'tree', 'text'],
  notebook: ['notebook', 'tree', 'text'],
  json: ['tree', 'text'],
  markdown: ['document', 'text'],
  html: ['page', 'text'],
  pdf: ['pages', 'bytes'],
  text: ['text'],
  picture: ['image', 'bytes'],
  image: ['image', 'bytes'],
  audio: ['audio', 'bytes'],
  video: ['video', 'bytes'],
  archive: ['files', 'bytes'],
  hierarchy: ['contents', 'bytes'],
  bytes: ['bytes'],
}

/** A gzip file has the kind of its content. */
function kindOf({ mediaType, name }: PreviewedFile): PreviewKind {
  return previewKind(contentType(mediaType, name))
}

/** Returns whether the content of a file, not only its type, decides if the file is shown as a table. */
export function dependsOnContent({ mediaType, name }: PreviewedFile): boolean {
  return mayHoldTable(contentType(mediaType, name), name)
}

/**
 * Returns whether the tree is loaded page by page: for large JSON files, and for gzip-compressed ones, whose
 * uncompressed size isn't known in advance.
 */
export function hasPagedTree(file: PreviewedFile): boolean {
  return kindOf(file) === 'json' && (file.mediaType === MEDIA.gzip || file.sizeInBytes > LIMITS.previewTextBytes)
}

/**
 * Returns the views of a file, the default one first. If JSON or text contains a table, the table view comes first. It
 * comes second for maps, and for JSON that takes long to read as a table.
 */
export function viewsOf(file: PreviewedFile, hasTable: boolean): PreviewView[] {
  const views = VIEWS[kindOf(file)].filter((view) => view !== 'text' || textHref(file) !== undefined)
  if (file.mediaType === MEDIA.workflowReport) return ['report', ...views]
  if (file.mediaType === MEDIA.workflowDefinition) return ['graph', ...views]
  if (contentType(file.mediaType, file.name) === MEDIA.svg) return ['image', 'text']
  if (isSlowTable(file) && dependsOnContent(file)) return ['tree', 'table', 'text']
  if (!hasTable || !dependsOnContent(file)) return views
  return views[0] === 'map' ? ['map', 'table', ...views.slice(1)] : ['table', ...views]
}

/** Returns the URL of a file's text preview, if there is one. */
export function textHref(file: PreviewedFile): string | undefined {
  const { Preview, TextPreview } = file.links
  const isText: readonly PreviewKind[] = ['json', 'text', 'markdown', 'notebook', 'map']
  return TextPreview ?? (isText.includes(kindOf(file)) ? Preview : undefined)
}
