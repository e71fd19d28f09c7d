import { text } from 'node:stream/consumers'
import { LIMITS } from '@millrace/contracts/limits'
import type { Storage } from '@millrace/storage/storage'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { parseJson } from '#json-text.ts'
import { invalid, Problem } from '#problem.ts'

/** Reads a definition from storage as JSON of bounded size and depth. */
export async function readDefinition(
  storage: Storage,
  { name, sha256, sizeInBytes }: { name: string; sha256: string; sizeInBytes: number },
): Promise<unknown> {
  if (sizeInBytes > LIMITS.definitionBytesMax) {
    const [size, limit] = [formatBytes(sizeInBytes), formatBytes(LIMITS.definitionBytesMax)]
    throw refused(`${name} is ${size}. A workflow definition can be up to ${limit}.`)
  }
  if ((await storage.stat(sha256))?.sizeInBytes !== sizeInBytes) {
    throw refused(
      `The stored file of ${name} is missing. Choose other data, or ask an administrator to restore it from a backup.`,
    )
  }
  const content = await text(await storage.get(sha256))
  try {
    return parseJson(content, name)
  } catch (error) {
    if (error instanceof Problem) throw refused(error.message)
    throw error
  }
}

function refused(message: string): Problem {
  return invalid([{ pointer: '', message }])
}
