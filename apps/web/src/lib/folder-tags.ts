import { FOLDER_KEY, FOLDER_MAX } from '@millrace/contracts/folder-tag'
import { folderOf } from './dropped-files.ts'

/** Returns the tags of an uploaded file: the tags of all files, and a tag for its folder. */
export function tagsWithFolder(tags: readonly string[], file: File): readonly string[] {
  const folder = folderTagOf(file)
  return folder === undefined ? tags : [...tags, `${FOLDER_KEY}${folder}`]
}

/** Returns the folder of a file, cut at its start to fit into a tag. Undefined for a file without a folder. */
export function folderTagOf(file: File): string | undefined {
  return folderOf(file)?.slice(-FOLDER_MAX)
}
