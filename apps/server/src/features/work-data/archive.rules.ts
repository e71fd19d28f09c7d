import path from 'node:path'

const FOLDER = 'folder='

/** A file as it is listed, with what names it in an archive. */
interface Named {
  name: string
  tags: readonly string[]
}

/**
 * Where files are in an archive: in the folder that their tag states, under their names. Later ones of the same name get
 * a number: `levels.csv`, `levels (2).csv`. Names of files contain no slashes; folders are cleared of `..` and the like.
 */
export function placesInArchive(files: readonly Named[]): string[] {
  const taken = new Set<string>()
  /** Where the search for a free number continues, so that ten thousand files of one name take linear time. */
  const nextCounts = new Map<string, number>()
  return files.map(({ name, tags }) => {
    const { name: stem, ext } = path.posix.parse(name)
    const folder = folderOf(tags)
    const wanted = path.posix.join(folder, name).toLowerCase()
    for (let count = nextCounts.get(wanted) ?? 1; ; count++) {
      const place = path.posix.join(folder, count === 1 ? name : `${stem} (${count})${ext}`)
      // Some file systems do not distinguish cases.
      if (taken.has(place.toLowerCase())) continue
      taken.add(place.toLowerCase())
      nextCounts.set(wanted, count + 1)
      return place
    }
  })
}

function folderOf(tags: readonly string[]): string {
  const folder = tags.find((tag) => tag.startsWith(FOLDER))?.slice(FOLDER.length) ?? ''
  return folder
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => !/^\.*$/.test(part))
    .map((part) => part.replaceAll(':', '_'))
    .join('/')
}
