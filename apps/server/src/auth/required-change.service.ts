import type { Database } from '@millrace/db/connect'
import { isAPIError } from 'better-auth/api'
import { Problem } from '#problem.ts'
import { clearPasswordRequirement, mustChangePassword } from './accounts.store.ts'
import type { Auth } from './auth.ts'

interface RequiredChange {
  userId: string
  headers: Headers
  password: string
  newPassword: string
}

/**
 * Sets the required new password. The change also ends the user's other sessions (credential-notices.plugin.ts). Only
 * then is the requirement cleared. Otherwise, a session that should be unusable could be used for a moment.
 */
export async function changeRequiredPassword(
  { db, auth }: { db: Database; auth: Auth },
  { userId, headers, password, newPassword }: RequiredChange,
): Promise<void> {
  if (!(await mustChangePassword(db, userId))) {
    throw new Problem('action-not-offered', 'This account does not require a new password.')
  }
  if (password === newPassword) throw faulty('/newPassword', 'The new password must differ from the current one.')
  const body = { currentPassword: password, newPassword, revokeOtherSessions: false }
  await auth.api.changePassword({ headers, body }).catch(asProblem)
  await clearPasswordRequirement(db, userId)
  await auth.api.revokeOtherSessions({ headers })
}

function asProblem(error: unknown): never {
  if (!isAPIError(error)) throw error
  const message = error.body?.message ?? error.message
  if (error.statusCode === 429) throw new Problem('too-many-requests', message, { cause: error, retryAfterSeconds: 60 })
  if (error.body?.code === 'INVALID_PASSWORD') throw faulty('/password', 'Incorrect current password.')
  throw faulty('/newPassword', message)
}

function faulty(pointer: string, message: string): Problem {
  return new Problem('invalid-parameters', message, { faults: [{ pointer, message }] })
}
