import path from 'node:path'
import { FOLDER_MAX } from '@millrace/contracts/folder-tag'
import { LIMITS } from '@millrace/contracts/limits'
import { hasInvisible, INVISIBLE_REFUSED } from '@millrace/contracts/names'

/** Returns what is wrong with a client's file name, as a sentence. Undefined if the name is valid. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'The file has no name.'
  if (hasInvisible(name)) return `The file name ${INVISIBLE_REFUSED}`
  if (/[/\\]/.test(name) || name === '.' || name === '..') {
    return 'The file name contains a path. Send only the name, without / or \\.'
  }
  if (Buffer.byteLength(name) > LIMITS.fileNameMax) return `The file name is longer than ${LIMITS.fileNameMax} bytes.`
  return undefined
}

/** Returns what is wrong with the folder of a result, as a sentence. Undefined if the folder is valid. */
export function folderFault(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined
  if (folder.trim() === '') return 'The folder has no name.'
  if (hasInvisible(folder)) return `The folder ${INVISIBLE_REFUSED}`
  return folder.length > FOLDER_MAX ? `The folder is longer than ${FOLDER_MAX} characters.` : undefined
}

/** Returns the name without its last extension: `readings.2024.csv` → `readings.2024`. */
export function stemOf(name: string): string {
  const { name: stem } = path.posix.parse(name)
  return stem || name
}
