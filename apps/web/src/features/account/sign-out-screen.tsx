import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { askAuth, forgetSession } from '#lib/session.ts'
import { everyTransfer, isUnfinished } from '#lib/transfers.ts'
import { AuthHeading } from './auth-heading.tsx'
import { LinkCheck, useOnce } from './link-check.tsx'
import * as texts from './texts.ts'

/** Signs out immediately, or after confirmation if uploads are unfinished. */
export function SignOutScreen({ newAddress }: { newAddress: boolean }) {
  const [left, setLeft] = useState(
    () => everyTransfer().filter((one) => isUnfinished(one) || one.state === 'paused').length,
  )
  return left > 0 ? <AskFirst files={left} onConfirm={() => setLeft(0)} /> : <SignOut newAddress={newAddress} />
}

function AskFirst({ files, onConfirm }: { files: number; onConfirm: () => void }) {
  const router = useRouter()
  return (
    <>
      <AuthHeading title={fill(texts.notUploadedYet, plural(files, 'file'))}>{texts.signOutStopsUploads}</AuthHeading>
      <div className="grid gap-3">
        <Button variant="primary" size="lg" autoFocus onClick={() => router.history.back()}>
          {texts.staySignedIn}
        </Button>
        <Button size="lg" onClick={onConfirm}>
          {texts.signOut}
        </Button>
      </div>
    </>
  )
}

function SignOut({ newAddress }: { newAddress: boolean }) {
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
      {/* Reloads the document, so that none of the user's data is left in memory. */}
      <ButtonLink to="/login" reloadDocument variant="primary" size="lg">
        {texts.signInAgain}
      </ButtonLink>
    </>
  )
}
