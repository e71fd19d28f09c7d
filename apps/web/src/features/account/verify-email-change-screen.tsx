import { useMutation } from '@tanstack/react-query'
import { ButtonLink } from '#components/ui/button.tsx'
import { verifyEmail } from './account.calls.ts'
import { LinkCheck, useOnce } from './link-check.tsx'

/** Confirms (or undoes) a change of address as soon as it is opened; the server's reason stays on the page. */
export function VerifyEmailChangeScreen({ token, onDone }: { token: string | undefined; onDone: () => void }) {
  const verify = useMutation({
    meta: { quiet: true },
    async mutationFn() {
      if (!token) throw new Error('The link is incomplete.')
      return verifyEmail(token)
    },
    onSuccess: onDone,
  })
  useOnce(verify.mutate)

  if (!verify.error) return <LinkCheck state="checking" title="Checking your link…" />
  return (
    <LinkCheck state="failed" title="The address was not changed." text={verify.error.message}>
      <ButtonLink to="/dashboard" variant="primary" size="lg">
        Go to dashboard
      </ButtonLink>
    </LinkCheck>
  )
}
