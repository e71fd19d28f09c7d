import { FOLDER_MAX } from '@millrace/contracts/folder-tag'
import { LIMITS } from '@millrace/contracts/limits'
import { withoutInvisible } from '@millrace/contracts/names'

const KNOWN_DOUBLE = /\.(plotly\.json|tar\.[a-z0-9]+|(csv|tsv|txt|json|jsonl|parquet)\.gz)$/i

/** Maximum length of a name in bytes, with space left for a number that makes equal names distinct. */
const BYTES_MAX = LIMITS.fileNameMax - 55

/**
 * Returns the name without folders and extension: `readings.csv` → `readings`, `.hidden` → `.hidden`. If nothing is
 * left, returns `result`.
 */
export function stemOf(name: string): string {
  const base = name.split(/[/\\]/).pop() ?? ''
  const stem = KNOWN_DOUBLE.test(base) ? base.replace(KNOWN_DOUBLE, '') : base.replace(/(?<=.)\.[^.]*$/, '')
  return stem || 'result'
}

/**
 * Returns a file name for an output, based on the name of its input.
 *
 * @example
 * outputName('readings.csv', '_clean.parquet') // 'readings_clean.parquet'
 */
export function outputName(inputName: string, suffix: string): string {
  return safeFileName(fitting(stemOf(inputName), BYTES_MAX - Buffer.byteLength(suffix)) + suffix)
}

/**
 * Returns a name without slashes, backslashes or invisible characters, short enough for every file system. The
 * extension is kept. If nothing is left, returns `result`.
 */
export function safeFileName(name: string): string {
  const plain = withoutInvisible(name).replace(/[/\\]/g, '_').trim()
  const safe = plain === '' || plain === '.' || plain === '..' ? 'result' : plain
  const [ending] = KNOWN_DOUBLE.exec(safe) ?? /(?<=.)\.[a-z0-9]{1,16}$/i.exec(safe) ?? ['']
  return fitting(safe.slice(0, safe.length - ending.length), BYTES_MAX - ending.length) + ending
}

/**
 * Returns a folder that can be part of a tag: without invisible characters or the parts `.` and `..`. If the folder is
 * too long, its beginning is cut off.
 */
export function safeFolder(folder: string): string {
  const parts = withoutInvisible(folder).split('/')
  return parts
    .filter((part) => !/^\.{0,2}$/.test(part.trim()))
    .join('/')
    .slice(-FOLDER_MAX)
    .trim()
}

function fitting(text: string, bytes: number): string {
  let room = bytes
  return [...text]
    .filter((letter) => {
      room -= Buffer.byteLength(letter)
      return room >= 0
    })
    .join('')
}
