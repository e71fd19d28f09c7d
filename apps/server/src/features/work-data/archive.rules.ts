import path from 'node:path'
import { FOLDER_KEY } from '@millrace/contracts/folder-tag'

interface Named {
  name: string
  tags: readonly string[]
  /** The name of the job that produced the file. Omitted if files of the same name should only be numbered. */
  producedByName?: string | undefined
}

/**
 * Returns the path of each file in an archive: the folder in the file's tags, then the file's name. If several jobs
 * produced files with the same name, each file is put into a folder that is named after its job. Other files with the
 * same path are numbered, as in `levels (2).csv`. Names contain no slashes, and segments such as `..` are removed from
 * folders.
 */
export function placesInArchive(files: readonly Named[]): string[] {
  const taken = new Set<string>()
  /** Next number to try for each path, so that numbering ten thousand files with the same name takes linear time. */
  const nextCounts = new Map<string, number>()
  const unclear = unclearNames(files)
  return files.map(({ name, tags, producedByName }) => {
    const { name: stem, ext } = path.posix.parse(name)
    const job = producedByName !== undefined && unclear.has(name.toLowerCase()) ? jobFolder(producedByName) : ''
    const folder = path.posix.join(folderOf(tags), cleared(job))
    const wanted = path.posix.join(folder, name).toLowerCase()
    for (let count = nextCounts.get(wanted) ?? 1; ; count++) {
      const place = path.posix.join(folder, count === 1 ? name : `${stem} (${count})${ext}`)
      // Some file systems ignore case.
      if (taken.has(place.toLowerCase())) continue
      taken.add(place.toLowerCase())
      nextCounts.set(wanted, count + 1)
      return place
    }
  })
}

/**
 * Returns the name of a job's folder. Shortens a long name in the middle, because the names of a sweep's jobs differ at
 * the end.
 */
function jobFolder(job: string): string {
  const letters = Array.from(job.replaceAll(/[/\\*?"<>|]/g, '_'))
  const short = letters.length > 60 ? [...letters.slice(0, 20), '…', ...letters.slice(-35)] : letters
  return short.join('').replace(/[. ]+$/, '')
}

/** Returns, in lowercase, each name whose files differ in `producedByName`. */
function unclearNames(files: readonly Named[]): Set<string> {
  const byName = Map.groupBy(files, ({ name }) => name.toLowerCase())
  const origins = (same: readonly Named[]) => new Set(same.map(({ producedByName }) => producedByName))
  return new Set([...byName].flatMap(([name, same]) => (origins(same).size > 1 ? name : [])))
}

function folderOf(tags: readonly string[]): string {
  const folder = tags.find((tag) => tag.startsWith(FOLDER_KEY))?.slice(FOLDER_KEY.length) ?? ''
  return cleared(folder)
}

function cleared(folder: string): string {
  return folder
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => !/^\.*$/.test(part))
    .map((part) => part.replaceAll(':', '_'))
    .join('/')
}
