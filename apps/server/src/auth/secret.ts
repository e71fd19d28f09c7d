import { hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '@millrace/db/connect'
import type { Env } from '#env.ts'
import { readOrCreateSetting } from './installation.store.ts'

/** Returns the secret from which all others are derived: MILLRACE_SECRET, or one stored in the database. */
export async function readSecret(env: Pick<Env, 'MILLRACE_SECRET'>, db: Database): Promise<string> {
  return env.MILLRACE_SECRET ?? readOrCreateSetting(db, 'secret', randomBytes(48).toString('base64url'))
}

/** Derives a secret for one purpose. It reveals neither the server's secret nor the secrets for other purposes. */
export function derivedSecret(secret: string, purpose: string): string {
  return derivedBytes(secret, purpose, 32).toString('base64url')
}

/** Derives `count` bytes for one purpose from the server's secret, by HKDF with SHA-256. */
export function derivedBytes(secret: string, purpose: string, count: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, count))
}
