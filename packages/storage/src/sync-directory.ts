import { open } from 'node:fs/promises'

/** Syncs a directory, so the names of its files are durable. */
export async function syncDirectory(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
