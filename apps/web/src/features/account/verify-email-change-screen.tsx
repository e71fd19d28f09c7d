import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '#components/ui/button.tsx'
import { forgetSession } from '#lib/session.ts'
import { verifyEmail } from './account.calls.ts'
import { LinkCheck, useOnce } from './link-check.tsx'

/** Confirms (or undoes) a change of address as soon as it is opened; the server's reason stays on the page. */
export function VerifyEmailChangeScreen({ token, onDone }: { token: string | undefined; onDone: () => void }) {
  const queryClient = useQueryClient()
  const verify = useMutation({
    meta: { quiet: true },
    async mutationFn() {
      if (!token) throw new Error('The link is incomplete.')
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
      <LinkCheck
        state="done"
        title="The address is as it was."
        text="The password that was used has ended, and everybody was signed out. A link to set a new one is on its way to you."
      >
        <ButtonLink to="/login" variant="primary" size="lg">
          Sign in
        </ButtonLink>
      </LinkCheck>
    )
  }
  if (!verify.error) return <LinkCheck state="checking" title="Checking your link…" />
  return (
    <LinkCheck state="failed" title="The address was not changed." text={verify.error.message}>
      <ButtonLink to="/dashboard" variant="primary" size="lg">
        Go to dashboard
      </ButtonLink>
    </LinkCheck>
  )
}
