/** All files of a drop, folders opened. Must be called within the drop event, while the items can still be read. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null)
  const loose = Array.from(transfer.files)
  if (!entries.some((entry) => entry?.isDirectory)) return loose
  return (await Promise.all(entries.map(filesIn))).flat()
}

export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true
}

async function filesIn(entry: FileSystemEntry | null): Promise<File[]> {
  if (!entry) return []
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)]
  return (await Promise.all((await childrenOf(entry as FileSystemDirectoryEntry)).map(filesIn))).flat()
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A reader hands out a hundred entries at a time and an empty list at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const read = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  const all: FileSystemEntry[] = []
  for (let batch = await read(); batch.length > 0; batch = await read()) all.push(...batch)
  return all
}
