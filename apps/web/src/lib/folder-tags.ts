import { FOLDER_KEY, FOLDER_MAX } from '@millrace/contracts/folder-tag'
import { folderOf } from './dropped-files.ts'

/** The tags of an upload: those for all files, and the folder that it comes from. */
export function tagsWithFolder(tags: readonly string[], file: File): readonly string[] {
  const folder = folderTagOf(file)
  return folder === undefined ? tags : [...tags, `${FOLDER_KEY}${folder}`]
}

/** The folder of a file, as its tag has it. */
export function folderTagOf(file: File): string | undefined {
  return folderOf(file)?.slice(-FOLDER_MAX)
}
