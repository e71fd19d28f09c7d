import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { askAuth } from '#lib/session.ts'
import { welcomeQuery } from './account.queries.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { EmailField } from './email-field.tsx'
import { FormNotice } from './form-notice.tsx'
import { linkInOutbox } from './reset-texts.ts'
import * as texts from './texts.ts'

/** Requests a link to set a new password. The reply is the same for known and unknown addresses. */
export function ForgotPasswordScreen() {
  const { data: welcome } = useQuery(welcomeQuery())
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: (email: string) =>
      askAuth((auth) => auth.requestPasswordReset({ email, redirectTo: '/reset-password' })),
  })
  return (
    <>
      <AuthHeading title={texts.forgotYourPassword}>{send.isSuccess ? null : texts.passwordForgot}</AuthHeading>
      {send.isSuccess ? (
        <FormNotice tone="success">{welcome?.mail === 'outbox' ? linkInOutbox : texts.linkSent}</FormNotice>
      ) : (
        <AuthForm
          submit={texts.sendResetLink}
          working={send.isPending}
          error={send.error?.message}
          onSubmit={(form) => send.mutate(String(form.get('email')))}
        >
          <EmailField autoFocus />
        </AuthForm>
      )}
      <p className="mt-4 text-center">
        <Link to="/login" className="rounded-sm font-medium text-accent hover:underline">
          {texts.backToSignIn}
        </Link>
      </p>
    </>
  )
}
