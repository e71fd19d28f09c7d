import { open } from 'node:fs/promises'

/** Syncs a directory, which makes the names of its files durable. */
export async function syncDirectory(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
