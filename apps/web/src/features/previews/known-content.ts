import { MEDIA } from '@millrace/contracts/media-types'
import { isText, type TablePreview, type TextPreview } from './previews.queries.ts'

interface TypedFile {
  Name: string
  MediaType: string
}

/** What the preview of a file tells of its content. Text of other types than plain text says what it is by its type. */
export function knownContent({ Name, MediaType }: TypedFile, preview: TablePreview | TextPreview | undefined) {
  if (preview === undefined) return { hasNoTable: false, hasNoJson: false }
  const isPlain = MediaType === MEDIA.text && !/\.(jsonl|ndjson)$/i.test(Name)
  const hasJson = isText(preview) && looksLikeJson(preview.properties.Text)
  return { hasNoTable: isText(preview), hasNoJson: isPlain && !hasJson }
}

/** By its start: an object, or a list of what is no mark of a log, such as `[2026-05-01]`. */
function looksLikeJson(text: string): boolean {
  return /^\s*(\{\s*["}]|\[\s*(["[{\]]|(-?\d[\d.eE+-]*|true|false|null)\s*,))/.test(text)
}
