import { MEDIA } from '@millrace/contracts/media-types'

export const LANGUAGES = [
  'json',
  'xml',
  'html',
  'python',
  'yaml',
  'toml',
  'sql',
  'markdown',
  'typescript',
  'shellscript',
] as const
export type Language = (typeof LANGUAGES)[number]

const BY_EXTENSION: Record<string, Language> = {
  py: 'python',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  sql: 'sql',
  md: 'markdown',
  ts: 'typescript',
  js: 'typescript',
  sh: 'shellscript',
  svg: 'xml',
}

/** In which language a text is written, as far as its type or its name tells. */
export function languageOf({ mediaType, name }: { mediaType: string; name: string }): Language | undefined {
  if (mediaType === MEDIA.json || mediaType.endsWith('+json')) return 'json'
  if (mediaType === MEDIA.xml || mediaType.endsWith('+xml')) return 'xml'
  if (mediaType === MEDIA.html) return 'html'
  return BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
}
