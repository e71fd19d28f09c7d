import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { Deps } from '#deps.ts'
import type { ApiKeyService } from './api-keys.service.ts'

/**
 * Ensures that the built-in worker has a key, in `worker.key` in the data directory with mode 600. A key that still works
 * is kept; otherwise a new one replaces it. The worker receives this key and the server's address, nothing else.
 */
export async function ensureWorkerKey(env: Deps['env'], keys: ApiKeyService): Promise<void> {
  const file = path.join(env.MILLRACE_DATA, 'worker.key')
  const present = await readFile(file, 'utf8').catch(() => '')
  const known = await keys.recognise(present.trim())
  if (known?.actor.kind === 'worker' && known.actor.ownerKind === 'system') return
  const { text } = await keys.make({ ownerId: SYSTEM_OWNER_ID, userId: null, scope: 'worker', note: 'Built-in worker' })
  await mkdir(env.MILLRACE_DATA, { recursive: true })
  await writeFile(file, `${text}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
}
