import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { folderOf } from './dropped-files.ts'

/** Of a very deep folder, the end is kept. */
const LONGEST = 1000

/** The tags of an upload: those for all files, and the folder that it comes from. */
export function tagsWithFolder(tags: readonly string[], file: File): readonly string[] {
  const folder = folderTagOf(file)
  return folder === undefined ? tags : [...tags, `${FOLDER_KEY}${folder}`]
}

/** The folder of a file, as its tag has it. */
export function folderTagOf(file: File): string | undefined {
  return folderOf(file)?.slice(-LONGEST)
}
