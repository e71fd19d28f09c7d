import type { QueryClient } from '@tanstack/react-query'
import { ensureRoot } from './entry-point.ts'
import { runNamed } from './siren.ts'

/**
 * Adds the sample file to the work data, once per idempotency key, and resolves with its URL. Throws if the server
 * doesn’t offer this.
 */
export async function addSampleData(queryClient: QueryClient, idempotencyKey: string): Promise<string | undefined> {
  return runNamed(await ensureRoot(queryClient, 'JobsRoot'), 'AddSampleData', undefined, { idempotencyKey })
}
