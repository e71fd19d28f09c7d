import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { askAuth, refreshSession, type Session } from '#lib/session.ts'
import { verifyEmail } from './account.calls.ts'
import { AuthForm } from './auth-form.tsx'
import { FormNotice } from './form-notice.tsx'
import { LinkCheck, useOnce } from './link-check.tsx'

/** Confirms the address of a new account as soon as it is opened. */
export function VerifyEmailScreen({ token }: { token: string | undefined }) {
  const queryClient = useQueryClient()
  const verify = useMutation({
    meta: { quiet: true },
    async mutationFn(): Promise<Session | null> {
      if (!token) throw new Error('The link is incomplete.')
      await verifyEmail(token)
      return refreshSession(queryClient)
    },
  })
  useOnce(verify.mutate)

  if (verify.error) {
    return (
      <LinkCheck state="failed" title="This link is no longer valid." text={verify.error.message}>
        <SendAgain />
      </LinkCheck>
    )
  }
  if (!verify.isSuccess) return <LinkCheck state="checking" title="Checking your link…" />
  return (
    <LinkCheck state="done" title="Your address is confirmed.">
      {verify.data ? (
        <ButtonLink to="/dashboard" variant="primary" size="lg">
          Go to dashboard
        </ButtonLink>
      ) : (
        <ButtonLink to="/login" variant="primary" size="lg">
          Sign in
        </ButtonLink>
      )}
    </LinkCheck>
  )
}

/** Asks for the address first: the page does not know whose link it was. */
function SendAgain() {
  const [asked, setAsked] = useState(false)
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: (email: string) => askAuth((auth) => auth.sendVerificationEmail({ email })),
  })
  if (send.isSuccess) return <FormNotice tone="success">If the address is known, a link is on its way.</FormNotice>
  if (!asked) {
    return (
      <Button variant="primary" size="lg" onClick={() => setAsked(true)}>
        Send a new link
      </Button>
    )
  }
  return (
    <div className="w-full">
      <AuthForm
        submit="Send a new link"
        working={send.isPending}
        error={send.error?.message}
        onSubmit={(form) => send.mutate(String(form.get('email')))}
      >
        <Field label="Email">
          {(control) => (
            <Input {...control} inputSize="lg" type="email" name="email" autoComplete="username" required autoFocus />
          )}
        </Field>
      </AuthForm>
    </div>
  )
}
