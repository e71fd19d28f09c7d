import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ApiProblem } from '#lib/api.ts'
import { askAuth, refreshSession } from '#lib/session.ts'
import { verifyEmail } from './account.calls.ts'
import { AuthForm } from './auth-form.tsx'
import { EmailField } from './email-field.tsx'
import { FormNotice } from './form-notice.tsx'
import { LinkCheck, useOnce } from './link-check.tsx'
import * as texts from './texts.ts'

/** Confirms the email address of a new account as soon as the page is opened. */
export function VerifyEmailScreen({ token }: { token: string | undefined }) {
  const queryClient = useQueryClient()
  const verify = useMutation({
    meta: { quiet: true },
    async mutationFn(): Promise<Next> {
      if (!token) throw new Error(texts.linkIncomplete)
      await verifyEmail(token)
      if (!(await refreshSession(queryClient))) return 'sign-in'
      const invitations = await askAuth((auth) => auth.organization.listUserInvitations()).catch(() => [])
      return invitations[0] ? { invitationId: invitations[0].id } : 'dashboard'
    },
  })
  useOnce(verify.mutate)

  if (verify.error) {
    return (
      <LinkCheck state="failed" title={texts.linkInvalid} text={reason(verify.error)}>
        <SendAgain />
      </LinkCheck>
    )
  }
  if (!verify.isSuccess) return <LinkCheck state="checking" title={texts.checkingYourLink} />
  return (
    <LinkCheck state="done" title={texts.yourAddressIsConfirmed}>
      <NextStep next={verify.data} />
    </LinkCheck>
  )
}

/** Those who signed up from an invitation return to it. */
type Next = 'sign-in' | 'dashboard' | { invitationId: string }

function NextStep({ next }: { next: Next }) {
  if (next === 'sign-in') {
    return (
      <ButtonLink to="/login" variant="primary" size="lg">
        {texts.signIn}
      </ButtonLink>
    )
  }
  if (next === 'dashboard') {
    return (
      <ButtonLink to="/dashboard" variant="primary" size="lg">
        {texts.goToDashboard}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to="/invite/$invitationId" params={next} variant="primary" size="lg">
      {texts.viewYourInvitation}
    </ButtonLink>
  )
}

function reason(error: Error): string {
  const used = error instanceof ApiProblem && error.code === 'INVALID_TOKEN'
  return used ? texts.linkExpiry : error.message
}

/** Asks for the email address first, because the page doesn't know whose link it was. */
function SendAgain() {
  const [asked, setAsked] = useState(false)
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: (email: string) => askAuth((auth) => auth.sendVerificationEmail({ email })),
  })
  if (send.isSuccess) return <FormNotice tone="success">{texts.linkSent}</FormNotice>
  if (!asked) {
    return (
      <Button variant="primary" size="lg" onClick={() => setAsked(true)}>
        {texts.sendANewLink}
      </Button>
    )
  }
  return (
    <div className="w-full">
      <AuthForm
        submit={texts.sendANewLink}
        working={send.isPending}
        error={send.error?.message}
        onSubmit={(form) => send.mutate(String(form.get('email')))}
      >
        <EmailField autoFocus />
      </AuthForm>
    </div>
  )
}
