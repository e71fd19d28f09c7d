import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { LIMITS } from '@millrace/contracts/limits'
import type { Storage } from '@millrace/storage/storage'
import { parsingLosses } from '@millrace/workflows/parsing-losses'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { parseJson } from '#json-text.ts'
import { invalid, Problem } from '#problem.ts'

/**
 * Reads a definition from storage as JSON. Limits size and depth, and rejects JSON that parsing would silently change.
 */
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
  const bytes = await buffer(await storage.get(sha256))
  if (!isUtf8(bytes)) throw refused(`${name} is not UTF-8. Save it as JSON in UTF-8.`)
  const text = new TextDecoder().decode(bytes)
  const document = parsedAs(name, text)
  const losses = parsingLosses(text)
  if (losses.length > 0) throw invalid(losses)
  return document
}

function parsedAs(name: string, text: string): unknown {
  try {
    return parseJson(text, name)
  } catch (error) {
    if (error instanceof Problem) throw refused(error.message)
    throw error
  }
}

function refused(message: string): Problem {
  return invalid([{ pointer: '', message }])
}
