import type { AuthContext } from 'better-auth'
import type { Deps } from '#deps.ts'
import type { EmailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { storeVerification } from './verification-tokens.ts'

const UNDO_SECONDS = 3 * 86_400
const RESET_SECONDS = 3600

type Store = AuthContext['internalAdapter']

export type AddressChanges = ReturnType<typeof addressChanges>

/** Follow-up steps after an account's email address changes, and after that change is undone. */
export function addressChanges(deps: Pick<Deps, 'randomBytes' | 'now'>, mailer: Mailer, write: EmailTemplates) {
  return {
    async done(store: Store, userId: string, oldAddress: string): Promise<void> {
      const user = await store.findUserById(userId)
      if (!user) return
      const undo = await storeVerification(store, deps, { kind: 'undo', userId, address: oldAddress }, UNDO_SECONDS)
      await mailer.send(write.addressChanged(oldAddress, user.email, undo))
    },

    /** Removes the password and emails a reset link, because someone else may know the password. */
    async undone(store: Store, userId: string): Promise<void> {
      const user = await store.findUserById(userId)
      if (!user) return
      const credentials = await store.findCredentialAccount(userId)
      if (credentials) await store.updateAccount(credentials.id, { password: null })
      const token = deps.randomBytes(32).toString('base64url')
      await store.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: userId,
        expiresAt: new Date(deps.now().getTime() + RESET_SECONDS * 1000),
      })
      await mailer.send(write.resetPassword(user.email, token))
    },
  }
}
