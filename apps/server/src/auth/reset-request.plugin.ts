import { randomUUID } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { on } from './hooks.ts'

const HOUR_MS = 3_600_000

/**
 * For an unknown address, stores a token that nobody receives. Otherwise the reply would come sooner than for an
 * existing account, whose token is written to disk. The email to an existing account is queued only after the reply.
 */
export function resetRequest(now: () => Date) {
  return {
    id: 'reset-request',
    hooks: {
      after: [
        on('/request-password-reset', async ({ body, context: { internalAdapter } }) => {
          if (typeof body?.email !== 'string' || (await internalAdapter.findUserByEmail(body.email))) return
          await internalAdapter.createVerificationValue({
            identifier: `reset-password:${randomUUID()}`,
            value: '',
            expiresAt: new Date(now().getTime() + HOUR_MS),
          })
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}
