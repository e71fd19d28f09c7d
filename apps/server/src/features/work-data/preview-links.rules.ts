import {
  gzippedType,
  isBinaryTable,
  MEDIA,
  mayHoldTable,
  type PreviewKind,
  previewKind,
} from '@millrace/contracts/media-types'

type PreviewRel = 'Preview' | 'TextPreview' | 'TreePreview' | 'PreviewDocument' | 'Inline'

/** Kinds whose preview is an API document, for example with rows, text or archive entries. */
const DESCRIBED: readonly PreviewKind[] = [
  'table',
  'json',
  'text',
  'markdown',
  'notebook',
  'map',
  'archive',
  'hierarchy',
  'picture',
]
/** Kinds whose content is JSON. */
const TREES: readonly PreviewKind[] = ['json', 'notebook', 'map', 'plotly']
const SANDBOXED: readonly PreviewKind[] = ['plotly', 'html', 'pdf']
/** Kinds that browsers show natively. A `picture` is first converted to WebP. */
const NATIVE: readonly PreviewKind[] = ['image', 'picture', 'audio', 'video']

export function previewRels({ mediaType, name }: { mediaType: string; name: string }): PreviewRel[] {
  const gzipped = gzippedType(mediaType, name)
  const kind = previewKind(gzipped ?? mediaType)
  const rels: PreviewRel[] = []
  if (DESCRIBED.includes(kind)) rels.push('Preview')
  const isTextTable = kind === 'table' && !isBinaryTable(gzipped ?? mediaType)
  const isActiveText = kind === 'plotly' || kind === 'html' || (gzipped ?? mediaType) === MEDIA.svg
  if (isTextTable || isActiveText || mayHoldTable(gzipped ?? mediaType, name)) rels.push('TextPreview')
  if (TREES.includes(kind)) rels.push('TreePreview')
  if (SANDBOXED.includes(kind)) rels.push('PreviewDocument')
  if (NATIVE.includes(kind)) rels.push('Inline')
  return rels
}
