import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { Deps } from '#deps.ts'
import { derivedBytes } from '../../auth/secret.ts'
import { keyHash, keyText } from './api-keys.rules.ts'
import { ensureSystemKey } from './api-keys.store.ts'

/**
 * Writes the built-in worker's key to `worker.key` in the data directory, readable only by the server's user. The key
 * is derived from the server's secret, so all servers with the same secret write the same key.
 */
export async function ensureWorkerKey({ db, env, newId, secret }: Pick<Deps, 'db' | 'env' | 'newId' | 'secret'>) {
  const text = keyText(SYSTEM_OWNER_ID, (count) => derivedBytes(secret, 'built-in worker key', count))
  await ensureSystemKey(db, { id: newId(), note: 'Built-in worker', hash: keyHash(text), last4: text.slice(-4) })
  await mkdir(env.MILLRACE_DATA, { recursive: true })
  const file = path.join(env.MILLRACE_DATA, 'worker.key')
  await writeFile(file, `${text}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
}
