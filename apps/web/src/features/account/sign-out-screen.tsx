import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { askAuth, forgetSession } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'
import { LinkCheck, useOnce } from './link-check.tsx'
import * as texts from './texts.ts'

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
        <AuthHeading title={texts.stillSignedIn}>{error.message}</AuthHeading>
        <Button variant="primary" size="lg" onClick={() => mutate()}>
          {texts.tryAgain}
        </Button>
      </>
    )
  }
  if (!isSuccess) return <LinkCheck state="checking" title={texts.signingOut} />
  return (
    <>
      <AuthHeading title={texts.youreSignedOut}>{newAddress ? texts.signInWithNewAddress : null}</AuthHeading>
      {/* A new page, so that nothing of the person is left in memory. */}
      <ButtonLink to="/login" reloadDocument variant="primary" size="lg">
        {texts.signInAgain}
      </ButtonLink>
    </>
  )
}
