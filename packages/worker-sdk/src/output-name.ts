import { LIMITS } from '@millrace/contracts/limits'

const KNOWN_DOUBLE = /\.(plotly\.json|tar\.[a-z0-9]+|csv\.gz)$/i
const STEM_MAX = 180

/** `readings.csv` → `readings`, `.hidden` → `.hidden`; folders are dropped. */
export function stemOf(name: string): string {
  const base = name.split(/[/\\]/).pop() ?? ''
  const stem = KNOWN_DOUBLE.test(base) ? base.replace(KNOWN_DOUBLE, '') : base.replace(/(?<=.)\.[^.]*$/, '')
  return stem || 'result'
}

/**
 * Names a result after the input it came from.
 *
 * @example
 * outputName('readings.csv', '_clean.parquet') // 'readings_clean.parquet'
 */
export function outputName(inputName: string, suffix: string): string {
  return safeFileName(stemOf(inputName).slice(0, STEM_MAX) + suffix)
}

/** A name without folders or control characters, short enough for every file system. */
export function safeFileName(name: string): string {
  const plain = name.replace(/[/\\\p{Cc}]/gu, '_').trim()
  const safe = plain === '' || plain === '.' || plain === '..' ? 'result' : plain
  return [...safe].slice(0, LIMITS.fileNameMax - 55).join('')
}
