import { MEDIA } from '@millrace/contracts/media-types'
import { typeWord } from './file-icon.tsx'

/** What a slot takes: `CSV, TSV or Parquet`; a family such as `text/*` as `any text`; without types `any file`. */
export function slotTypesLabel(mediaType: string | null | undefined): string {
  const parts = (mediaType ?? '').split(',').map((part) => part.trim())
  const labels = [...new Set(parts.filter((part) => part !== '' && part !== MEDIA.binary).map(familyWord))]
  const last = labels.pop()
  if (last === undefined || last === ANY || labels.includes(ANY)) return ANY
  return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`
}

const ANY = 'any file'

function familyWord(part: string): string {
  if (part === '*/*') return ANY
  return part.endsWith('/*') ? `any ${part.slice(0, -2)}` : typeWord(part)
}
