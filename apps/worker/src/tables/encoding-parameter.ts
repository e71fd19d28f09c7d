import { LEGACY_ENCODINGS, type LegacyEncoding } from '@millrace/tables/legacy-encoding'

const NAMES = Object.keys(LEGACY_ENCODINGS) as LegacyEncoding[]

export const ENCODING_PARAMETER = {
  type: 'string',
  title: 'Encoding',
  description:
    'How CSV, TSV and JSON are encoded. Auto detects UTF-8, UTF-16 and Latin-1, and guesses others from their characters. Set it if characters look wrong.',
  enum: ['auto', 'utf-8', ...NAMES],
  default: 'auto',
  'x-enum-titles': { 'utf-8': 'UTF-8', ...LEGACY_ENCODINGS },
} as const
