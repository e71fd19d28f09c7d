import { plural } from './format.ts'
import { toast } from './toast.ts'

/** Created on demand, because creating a collator takes 10 ms on a phone. */
const byName = () => new Intl.Collator('en', { numeric: true }).compare

/** The paths of dropped files, which browsers report only for folders chosen in a dialog. */
const droppedPaths = new WeakMap<File, string>()

/** Returns the folder that a file was dropped or chosen with, such as `gauges/2024`. Undefined for a single file. */
export function folderOf(file: File): string | undefined {
  const [, folder] = /^(.+)\/[^/]*$/s.exec(pathOf(file)) ?? []
  return folder
}

function pathOf(file: File): string {
  return file.webkitRelativePath || (droppedPaths.get(file) ?? file.name)
}

/** Sorts files by path. Browsers return the files of a folder in the order of the file system, which looks random. */
export function inPathOrder(files: Iterable<File>): File[] {
  const compare = byName()
  const placed = Array.from(files, (file) => ({ file, path: pathOf(file) }))
  return placed.toSorted((a, b) => compare(a.path, b.path)).map(({ file }) => file)
}

/** Returns pasted files. Empty for spreadsheet cells, which come with a picture that users don’t want to upload. */
export function pastedFiles({ types, files }: Pick<DataTransfer, 'types' | 'files'>): File[] {
  const isText = types.includes('text/plain') && types.includes('text/html')
  return isText ? [] : Array.from(files)
}

/**
 * Returns all dropped files, including those in folders. Sorts the content of each folder by name. Must be called
 * within the drop event, because the items can’t be read later. Shows a message if entries can’t be read, or if the
 * folders contain no files.
 */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null)
  const loose = Array.from(transfer.files)
  if (!entries.some((entry) => entry?.isDirectory)) return loose
  const unread: string[] = []
  const files = await opened((await Promise.all(entries.map((entry) => filesIn(entry, unread)))).flat(), unread)
  if (unread.length > 0) toast.error(`${plural(unread.length, 'entry', 'entries')} could not be read: ${unread[0]}`)
  else if (files.length === 0) toast.message('This folder is empty.')
  return files
}

/** Returns whether files are being dragged or pasted, as opposed to text or a link. */
export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true
}

async function filesIn(entry: FileSystemEntry | null, unread: string[]): Promise<FileSystemFileEntry[]> {
  if (!entry) return []
  if (entry.isFile) return [entry as FileSystemFileEntry]
  try {
    const children = await childrenOf(entry as FileSystemDirectoryEntry)
    const compare = byName()
    const sorted = children.toSorted((a, b) => compare(a.name, b.name))
    return (await Promise.all(sorted.map((child) => filesIn(child, unread)))).flat()
  } catch {
    unread.push(entry.name)
    return []
  }
}

/**
 * Number of files requested at a time. Browsers return all requested files in one task, which takes 0.4 ms per file.
 */
const FILES_PER_BATCH = 50

async function opened(entries: readonly FileSystemFileEntry[], unread: string[]): Promise<File[]> {
  const files: File[] = []
  for (let at = 0; at < entries.length; at += FILES_PER_BATCH) {
    const some = entries.slice(at, at + FILES_PER_BATCH)
    const found = await Promise.all(some.map((entry) => fileOf(entry).catch(() => void unread.push(entry.name))))
    for (const [nth, file] of found.entries()) {
      if (!file) continue
      droppedPaths.set(file, some[nth]?.fullPath.replace(/^\//, '') ?? file.name)
      files.push(file)
    }
  }
  return files
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A reader returns a hundred entries at a time, and an empty list at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const read = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  const all: FileSystemEntry[] = []
  for (let batch = await read(); batch.length > 0; batch = await read()) all.push(...batch)
  return all
}
