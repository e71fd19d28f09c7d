import { folderOf } from './dropped-files.ts'

export const FOLDER_KEY = 'folder='
/** Of a very deep folder, the end is kept. */
const LONGEST = 1000

/** The tags of an upload: those for all files, and the folder that it comes from. */
export function tagsWithFolder(tags: readonly string[], file: File): readonly string[] {
  const folder = folderOf(file)
  return folder === undefined ? tags : [...tags, `${FOLDER_KEY}${folder.slice(-LONGEST)}`]
}
