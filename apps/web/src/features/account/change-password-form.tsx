import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ErrorView } from '#components/ui/error-view.tsx'
import { ApiProblem } from '#lib/api.ts'
import { askAuth, refreshSession, type Session } from '#lib/session.ts'
import { changeRequiredPassword } from './account.calls.ts'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import * as texts from './texts.ts'

interface Passwords {
  password: string
  newPassword: string
}

/** A form for the current and the new password, used if an administrator requires a change or the user wants it. */
export function ChangePasswordForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const queryClient = useQueryClient()
  const required = session.session.passwordResetRequired === true
  const change = useMutation({
    meta: { quiet: true },
    mutationFn: (passwords: Passwords): Promise<unknown> =>
      required
        ? changeRequiredPassword(passwords)
        : askAuth((auth) =>
            auth.changePassword({
              currentPassword: passwords.password,
              newPassword: passwords.newPassword,
              revokeOtherSessions: true,
            }),
          ),
    async onSuccess() {
      await refreshSession(queryClient)
      onDone()
    },
  })
  const faults = faultsOf(change.error)
  return (
    <AuthForm
      submit={texts.changePassword}
      working={change.isPending}
      onSubmit={(form) =>
        change.mutate({ password: String(form.get('password')), newPassword: String(form.get('newPassword')) })
      }
    >
      {faults.other ? <ErrorView title={texts.passwordNotChanged} error={faults.other} /> : null}
      <PasswordField
        label={texts.currentPassword}
        error={faults.password}
        name="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <NewPasswordField
        label={texts.newPassword}
        name="newPassword"
        error={faults.newPassword}
        known={[session.user.name, session.user.email]}
      />
    </AuthForm>
  )
}

function faultsOf(error: Error | null): { password?: string; newPassword?: string; other?: Error } {
  if (!error) return {}
  if (error instanceof ApiProblem) {
    if (error.code === 'INVALID_PASSWORD') return { password: texts.passwordWrong }
    if (error.code?.startsWith('PASSWORD_')) return { newPassword: error.message }
    const at = (name: string) => error.faults.find(({ pointer }) => pointer === `/${name}`)?.message
    const password = at('password')
    const newPassword = at('newPassword')
    if (password || newPassword) return { ...(password ? { password } : {}), ...(newPassword ? { newPassword } : {}) }
  }
  return { other: error }
}
