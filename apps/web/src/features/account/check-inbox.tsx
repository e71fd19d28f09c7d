import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { askAuth } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'
import { FormNotice } from './form-notice.tsx'
import * as texts from './texts.ts'

const AGAIN_AFTER_S = 30

/** Shown after sign-up if the server verifies email addresses. */
export function CheckInbox({ email, onChangeAddress }: { email: string; onChangeAddress: () => void }) {
  const [wait, setWait] = useState(AGAIN_AFTER_S)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: () => askAuth((auth) => auth.sendVerificationEmail({ email })),
    onSuccess: () => setWait(AGAIN_AFTER_S),
  })
  return (
    <>
      <AuthHeading title={texts.checkYourInbox}>{fill(texts.confirmationSent, email)}</AuthHeading>
      <div className="grid gap-3">
        {send.error ? <FormNotice tone="error">{send.error.message}</FormNotice> : null}
        <div className="flex flex-wrap gap-2">
          <Button disabled={wait > 0} aria-disabled={wait > 0} working={send.isPending} onClick={() => send.mutate()}>
            {wait > 0 ? fill(texts.sendAgainIn, wait) : texts.sendAgain}
          </Button>
          <Button variant="quiet" onClick={onChangeAddress}>
            {texts.changeAddress}
          </Button>
        </div>
      </div>
    </>
  )
}
