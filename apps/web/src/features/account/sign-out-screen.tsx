import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Wheel } from '#components/ui/wheel.tsx'
import { askAuth, sessionQuery } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'

/** Signs out as soon as it is opened. */
export function SignOutScreen({ newAddress }: { newAddress: boolean }) {
  const queryClient = useQueryClient()
  const { mutate, isSuccess, error } = useMutation({
    meta: { quiet: true },
    mutationFn: () => askAuth((auth) => auth.signOut()),
    onSuccess() {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate()
  }, [mutate])

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
  if (!isSuccess) {
    return (
      <p role="status" className="flex items-center gap-2.5 text-md text-ink-2">
        <Wheel className="text-accent" />
        Signing out…
      </p>
    )
  }
  return (
    <>
      <AuthHeading title="You are signed out.">{newAddress ? 'Sign in with your new address.' : null}</AuthHeading>
      <ButtonLink to="/login" variant="primary" size="lg">
        Sign in again
      </ButtonLink>
    </>
  )
}
