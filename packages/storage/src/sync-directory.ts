import { open } from 'node:fs/promises'

/** Makes the names in a directory durable. */
export async function syncDirectory(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
