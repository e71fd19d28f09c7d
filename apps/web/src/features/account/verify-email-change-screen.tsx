import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '#components/ui/button.tsx'
import { forgetSession } from '#lib/session.ts'
import { verifyEmail } from './account.calls.ts'
import { LinkCheck, useOnce } from './link-check.tsx'
import * as texts from './texts.ts'

/**
 * Confirms or undoes a change of email address as soon as the page is opened. If this fails, the server's reason stays
 * on the page.
 */
export function VerifyEmailChangeScreen({ token, onDone }: { token: string | undefined; onDone: () => void }) {
  const queryClient = useQueryClient()
  const verify = useMutation({
    meta: { quiet: true },
    async mutationFn() {
      if (!token) throw new Error(texts.linkIncomplete)
      return verifyEmail(token)
    },
    onSuccess({ undone }) {
      if (!undone) return onDone()
      forgetSession(queryClient)
    },
  })
  useOnce(verify.mutate)

  if (verify.data?.undone) {
    return (
      <LinkCheck state="done" title={texts.yourAddressWasRestored} text={texts.addressRestored}>
        <ButtonLink to="/login" variant="primary" size="lg">
          {texts.signIn}
        </ButtonLink>
      </LinkCheck>
    )
  }
  if (!verify.error) return <LinkCheck state="checking" title={texts.checkingYourLink} />
  return (
    <LinkCheck state="failed" title={texts.yourAddressWasNotChanged} text={verify.error.message}>
      <ButtonLink to="/dashboard" variant="primary" size="lg">
        {texts.goToDashboard}
      </ButtonLink>
    </LinkCheck>
  )
}
