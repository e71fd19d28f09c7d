import { FOLDER_KEY } from '@millrace/contracts/folder-tag'

/** A folder of uploaded files. */
export interface Folder {
  path: string
  name: string
  /** The number of parent folders. */
  depth: number
}

/** Returns the folders in tags and their parent folders, as a tree in display order. */
export function foldersOf(tags: readonly string[]): Folder[] {
  const paths = new Set<string>()
  for (const tag of tags) {
    if (!tag.startsWith(FOLDER_KEY)) continue
    const parts = tag.slice(FOLDER_KEY.length).split('/')
    for (let depth = 1; depth <= parts.length; depth += 1) paths.add(parts.slice(0, depth).join('/'))
  }
  const order = new Intl.Collator('en', { numeric: true })
  return [...paths]
    .filter((path) => path !== '')
    .map((path) => ({ path, parts: path.split('/') }))
    .toSorted((one, other) => {
      const at = one.parts.findIndex((part, depth) => part !== other.parts[depth])
      return at < 0 ? -1 : order.compare(one.parts[at] ?? '', other.parts[at] ?? '')
    })
    .map(({ path, parts }) => ({ path, name: parts.at(-1) ?? path, depth: parts.length - 1 }))
}
