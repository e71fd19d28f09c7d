import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '#env.ts'

/** The server's secret: MILLRACE_SECRET, or one generated once and stored in the data directory with mode 600. */
export async function readSecret(env: Env): Promise<string> {
  if (env.MILLRACE_SECRET) return env.MILLRACE_SECRET
  const file = path.join(env.MILLRACE_DATA, 'secret')
  await mkdir(env.MILLRACE_DATA, { recursive: true })
  const made = randomBytes(48).toString('base64url')
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' }).catch(unlessThere)
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < 32)
    throw new Error(`${file} holds no secret. Remove it to have a new one made; everybody signs in again then.`)
  return secret
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** A secret for one purpose. It reveals neither the server's secret nor that of any other purpose. */
export function derivedSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, 32)).toString('base64url')
}
