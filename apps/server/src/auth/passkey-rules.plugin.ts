import { LIMITS } from '@millrace/contracts/limits'
import { hasInvisible, INVISIBLE_REFUSED } from '@millrace/contracts/names'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '#deps.ts'
import type { EmailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { type HookContext, on } from './hooks.ts'
import { parseInput } from './parse-input.ts'
import * as store from './passkeys.store.ts'
import { requireReauthentication } from './re-authentication.ts'

const Named = z.looseObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.passkeyNameMax)
    .refine((name) => !hasInvisible(name), `The name ${INVISIBLE_REFUSED}`),
})

interface Parts extends Pick<Deps, 'db' | 'now'> {
  mailer: Mailer
  write: EmailTemplates
}

/**
 * Rules that the library lacks. Adding or deleting a passkey needs the password or a recent sign-in, and is announced
 * by email. Sign-ins request user verification. The length of names and the number of passkeys are limited.
 */
export function passkeyRules({ db, now, mailer, write }: Parts) {
  return {
    id: 'passkey-rules',
    hooks: {
      before: [
        on('/passkey/generate-register-options', async (ctx) => {
          const session = await getSessionFromCtx(ctx)
          if (session && (await store.countOf(db, session.user.id)) >= LIMITS.passkeysMax) throw tooMany()
        }),
        on('/passkey/verify-registration', async (ctx) => {
          await requireReauthentication(ctx, now())
          const { name } = parseInput(Named, ctx.body)
          return { context: { body: { ...ctx.body, name, createSession: undefined } } }
        }),
        on('/passkey/update-passkey', async (ctx) => void parseInput(Named, ctx.body)),
        on('/passkey/delete-passkey', (ctx) => requireReauthentication(ctx, now())),
      ],
      after: [
        on('/passkey/generate-authenticate-options', async (ctx) => {
          const { returned } = ctx.context
          if (!isAPIError(returned)) return ctx.json({ ...(returned as object), userVerification: 'required' })
        }),
        on('/passkey/verify-registration', (ctx) => announce(ctx, write.passkeyAdded)),
        on('/passkey/delete-passkey', (ctx) => announce(ctx, write.passkeyRemoved)),
      ],
    },
  } satisfies BetterAuthPlugin

  async function announce(ctx: HookContext, compose: EmailTemplates['passkeyAdded']): Promise<void> {
    const session = await getSessionFromCtx(ctx)
    if (session && !isAPIError(ctx.context.returned)) await mailer.send(compose(session.user.email))
  }
}

function tooMany(): APIError {
  const message = `An account can have up to ${LIMITS.passkeysMax} passkeys. Remove one first.`
  return new APIError('BAD_REQUEST', { code: 'TOO_MANY_PASSKEYS', message })
}
