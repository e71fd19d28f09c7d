import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { CheckedForm } from '#components/ui/checked-form.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { askAuth, refreshSession } from '#lib/session.ts'
import { EmailField } from './email-field.tsx'
import { FormNotice } from './form-notice.tsx'
import { PasswordField } from './password-field.tsx'
import * as texts from './texts.ts'

interface SignInReply extends Record<string, unknown> {
  twoFactorRedirect?: boolean
  twoFactorMethods?: ('totp' | 'otp')[]
}

interface SignInFormProps {
  /** The email address of a user who signs in again. The field is then read-only. */
  email?: string
  /** An error that is already shown above the form. */
  shown: string | undefined
  onSignedIn: () => void
  onSecondFactor: (methods: readonly ('totp' | 'otp')[]) => void
}

/** The form for email and password. The server may then require a second factor. */
export function SignInForm({ email: known, shown, onSignedIn, onSecondFactor }: SignInFormProps) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(known ?? '')
  const signIn = useMutation({
    meta: { quiet: true },
    mutationFn: (body: { email: string; password: string; rememberMe: boolean }) =>
      askAuth((auth) => auth.signIn.email(body)),
    async onSuccess(reply: SignInReply) {
      if (reply.twoFactorRedirect) return onSecondFactor(reply.twoFactorMethods ?? ['totp'])
      await refreshSession(queryClient)
      onSignedIn()
    },
  })

  function submit(form: FormData) {
    signIn.mutate({ email, password: String(form.get('password')), rememberMe: form.has('remember') })
  }

  return (
    <CheckedForm working={signIn.isPending} onSubmit={submit} className="grid gap-4">
      {signIn.error && signIn.error.message !== shown ? <SignInProblem error={signIn.error} email={email} /> : null}
      <EmailField
        autoFocus={!known}
        readOnly={known !== undefined}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={texts.password}
        aside={
          known ? null : (
            <Link to="/forgot-password" className="rounded-sm text-accent hover:underline">
              {texts.forgotPassword}
            </Link>
          )
        }
        name="password"
        autoComplete="current-password"
        required
        autoFocus={known !== undefined}
      />
      <Checkbox name="remember" defaultChecked>
        {texts.staySignedIn}
      </Checkbox>
      <Button type="submit" variant="primary" size="lg" working={signIn.isPending} className="text-md!">
        {texts.signIn}
      </Button>
    </CheckedForm>
  )
}

function SignInProblem({ error, email }: { error: Error; email: string }) {
  const code = error instanceof ApiProblem ? error.code : undefined
  if (code === 'EMAIL_NOT_VERIFIED') return <UnverifiedNotice email={email} />
  return <FormNotice tone="error">{(code && texts.signInProblems[code]) || error.message}</FormNotice>
}

function UnverifiedNotice({ email }: { email: string }) {
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: () => askAuth((auth) => auth.sendVerificationEmail({ email })),
  })
  if (send.isSuccess) return <FormNotice tone="success">{fill(texts.newLinkSent, email)}</FormNotice>
  return (
    <FormNotice tone="error">
      {texts.signInConfirmFirst}{' '}
      <button
        type="button"
        onClick={() => send.mutate()}
        className="font-medium text-accent underline-offset-2 hover:underline"
      >
        {texts.sendAgain}
      </button>
    </FormNotice>
  )
}
