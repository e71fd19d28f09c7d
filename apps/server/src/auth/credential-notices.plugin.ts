import type { BetterAuthPlugin } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import type { EmailTemplates } from '#mail/email-templates.ts'
import type { Mailer } from '#mail/mail.ts'
import { on } from './hooks.ts'

const PATHS = [
  '/change-password',
  '/two-factor/enable',
  '/two-factor/verify-totp',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]

/** Notifies the user and ends all other sessions when the password, the second factor or the backup codes change. */
export function credentialNotices(mailer: Mailer, write: EmailTemplates) {
  return {
    id: 'credential-notices',
    hooks: {
      after: [
        on(PATHS, async (ctx) => {
          const before = ctx.context.session?.user
          if (!before || isAPIError(ctx.context.returned)) return
          const { internalAdapter, newSession } = ctx.context
          const after = await internalAdapter.findUserById(before.id)
          const enrolled = (after as { twoFactorEnabled?: boolean } | null)?.twoFactorEnabled === true
          if (ctx.path === '/change-password') await mailer.send(write.passwordChanged(before.email))
          else if (ctx.path === '/two-factor/generate-backup-codes')
            await mailer.send(write.newBackupCodes(before.email))
          else if (enrolled !== (before.twoFactorEnabled === true)) {
            await mailer.send(write.secondFactorChanged(before.email, enrolled))
          } else return
          const kept = newSession?.session.token ?? ctx.context.session?.session.token
          const sessions = await internalAdapter.listSessions(before.id)
          await internalAdapter.deleteSessions(sessions.map(({ token }) => token).filter((token) => token !== kept))
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}
