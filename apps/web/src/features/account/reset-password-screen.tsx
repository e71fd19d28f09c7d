import { useMutation } from '@tanstack/react-query'
import { ButtonLink } from '#components/ui/button.tsx'
import { ApiProblem } from '#lib/api.ts'
import { askAuth } from '#lib/session.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import * as texts from './texts.ts'

/** The page to set a new password with the token from the email. */
export function ResetPasswordScreen({ token, onDone }: { token: string | undefined; onDone: () => void }) {
  const reset = useMutation({
    meta: { quiet: true },
    mutationFn: (newPassword: string) => askAuth((auth) => auth.resetPassword({ newPassword, token: token ?? '' })),
    onSuccess: onDone,
  })
  const code = reset.error instanceof ApiProblem ? reset.error.code : undefined
  if (!token || code === 'INVALID_TOKEN') return <DeadLink />
  const aboutPassword = code?.startsWith('PASSWORD') === true
  return (
    <>
      <AuthHeading title={texts.setANewPassword}>{texts.passwordSignsOut}</AuthHeading>
      <AuthForm
        submit={texts.setPassword}
        working={reset.isPending}
        error={aboutPassword ? undefined : reset.error?.message}
        onSubmit={(form) => reset.mutate(String(form.get('password')))}
      >
        <NewPasswordField
          label={texts.newPassword}
          name="password"
          error={aboutPassword ? reset.error?.message : undefined}
        />
      </AuthForm>
    </>
  )
}

function DeadLink() {
  return (
    <>
      <AuthHeading title={texts.linkInvalid}>{texts.linkExpiry}</AuthHeading>
      <ButtonLink to="/forgot-password" variant="primary" size="lg">
        {texts.sendANewLink}
      </ButtonLink>
    </>
  )
}
