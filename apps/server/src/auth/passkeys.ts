import { passkey } from '@better-auth/passkey'
import type { Database } from '@millrace/db/connect'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Deps } from '#deps.ts'
import { publicAddress } from '#http/address.ts'
import * as store from './passkeys.store.ts'

/**
 * Returns the plugin for passkeys, bound to the public address. The library only requests that the authenticator
 * verifies its user. The hooks check that the user was verified, so a passkey counts as both factors.
 */
export function passkeys({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>) {
  const address = publicAddress(env)
  const options: Parameters<typeof passkey>[0] = {
    rpID: new URL(address).hostname,
    rpName: 'Millrace',
    origin: address,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireVerifiedUser(verification.registrationInfo?.userVerified),
    },
    authentication: {
      async afterVerification({ verification, clientData }) {
        requireVerifiedUser(verification.authenticationInfo.userVerified)
        if (env.SMTP_URL) await requireConfirmedAddress(db, clientData.id)
        await store.recordUse(db, clientData.id, now())
      },
    },
  }
  return passkey(options)
}

export const passkeyUse = {
  id: 'passkey-use',
  schema: { passkey: { fields: { lastUsedAt: { type: 'date', required: false, input: false } } } },
} satisfies BetterAuthPlugin

function requireVerifiedUser(isVerified: boolean | undefined): void {
  if (isVerified) return
  const message = 'The passkey was used without a PIN, fingerprint or face. Turn on a screen lock, then try again.'
  throw new APIError('FORBIDDEN', { code: 'USER_NOT_VERIFIED', message })
}

async function requireConfirmedAddress(db: Database, credential: string): Promise<void> {
  if (await store.hasConfirmedAddress(db, credential)) return
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Confirm your email address first.' })
}
