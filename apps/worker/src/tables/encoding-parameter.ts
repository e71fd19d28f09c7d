import { LEGACY_ENCODINGS, type LegacyEncoding } from '@millrace/tables/legacy-encoding'

const NAMES = Object.keys(LEGACY_ENCODINGS) as LegacyEncoding[]

/** The parameter that sets the encoding of a table whose encoding cannot be detected. */
export const ENCODING_PARAMETER = {
  type: 'string',
  title: 'Encoding',
  description:
    'How CSV, TSV and JSON are encoded. auto detects UTF-8, UTF-16 and Latin-1, and guesses others from their letters. Set it if letters look wrong: windows-1251 and koi8-r are Cyrillic, windows-1253 Greek, shift_jis Japanese, gb18030 Chinese.',
  enum: ['auto', 'utf-8', ...NAMES],
  default: 'auto',
} as const
