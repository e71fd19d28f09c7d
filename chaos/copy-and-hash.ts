import { createHash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'

/** Copies a file and returns the hash of the copied bytes, which becomes part of the workflow's report. */
export async function copyAndHash(from: string, to: string): Promise<{ sha256: string }> {
  await copyFile(from, to)
  return {
    sha256: createHash('sha256')
      .update(await readFile(to))
      .digest('hex'),
  }
}
