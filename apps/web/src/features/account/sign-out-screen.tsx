import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { askAuth, forgetSession } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'
import { LinkCheck, useOnce } from './link-check.tsx'

/** Signs out as soon as it is opened. */
export function SignOutScreen({ newAddress }: { newAddress: boolean }) {
  const queryClient = useQueryClient()
  const { mutate, isSuccess, error } = useMutation({
    meta: { quiet: true },
    mutationFn: () => askAuth((auth) => auth.signOut()),
    onSuccess() {
      forgetSession(queryClient)
    },
  })
  useOnce(mutate)

  if (error) {
    return (
      <>
        <AuthHeading title="Still signed in">{error.message}</AuthHeading>
        <Button variant="primary" size="lg" onClick={() => mutate()}>
          Try again
        </Button>
      </>
    )
  }
  if (!isSuccess) return <LinkCheck state="checking" title="Signing out…" />
  return (
    <>
      <AuthHeading title="You’re signed out">{newAddress ? 'Sign in with your new address.' : null}</AuthHeading>
      <ButtonLink to="/login" variant="primary" size="lg">
        Sign in again
      </ButtonLink>
    </>
  )
}
