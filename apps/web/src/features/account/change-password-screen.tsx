import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Field } from '#components/ui/field.tsx'
import { ApiProblem } from '#lib/api.ts'
import { askAuth, refreshSession, type Session } from '#lib/session.ts'
import { changeRequiredPassword } from './account.calls.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordInput } from './password-input.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

interface Passwords {
  password: string
  newPassword: string
}

/** Old and new password; asked for by an administrator, or by one's own wish. */
export function ChangePasswordScreen({ session, onDone }: { session: Session; onDone: () => void }) {
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
    <>
      <AuthHeading title="Change your password">
        {required ? ACCOUNT_TEXTS.password.required : ACCOUNT_TEXTS.password.signsOut}
      </AuthHeading>
      <AuthForm
        submit="Change password"
        working={change.isPending}
        onSubmit={(form) =>
          change.mutate({ password: String(form.get('password')), newPassword: String(form.get('newPassword')) })
        }
      >
        {faults.other ? <ErrorView title="Your password could not be changed" error={faults.other} /> : null}
        <Field label="Current password" error={faults.password}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" required autoFocus />
          )}
        </Field>
        <NewPasswordField
          label="New password"
          name="newPassword"
          error={faults.newPassword}
          known={[session.user.name, session.user.email]}
        />
      </AuthForm>
      <p className="mt-4 text-center">
        <Link to="/sign-out" className="rounded-sm font-medium text-accent hover:underline">
          Sign out
        </Link>
      </p>
    </>
  )
}

function faultsOf(error: Error | null): { password?: string; newPassword?: string; other?: Error } {
  if (!error) return {}
  if (error instanceof ApiProblem) {
    if (error.code === 'INVALID_PASSWORD') return { password: ACCOUNT_TEXTS.password.wrong }
    if (error.code?.startsWith('PASSWORD_')) return { newPassword: error.message }
    const at = (name: string) => error.faults.find(({ pointer }) => pointer === `/${name}`)?.message
    const password = at('password')
    const newPassword = at('newPassword')
    if (password || newPassword) return { ...(password ? { password } : {}), ...(newPassword ? { newPassword } : {}) }
  }
  return { other: error }
}
