import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { refreshSession } from '#lib/session.ts'
import { FormNotice } from './form-notice.tsx'
import * as texts from './texts.ts'

interface PasskeyButtonProps {
  /** An error that is already shown on the page. */
  shown: string | undefined
  onSignedIn: () => void
}

export function PasskeyButton({ shown, onSignedIn }: PasskeyButtonProps) {
  const queryClient = useQueryClient()
  const signIn = useMutation({
    meta: { quiet: true },
    async mutationFn() {
      const { signInWithPasskey } = await import('./passkey-ceremony.ts')
      await signInWithPasskey()
    },
    async onSuccess() {
      await refreshSession(queryClient)
      onSignedIn()
    },
  })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <div className="mt-3 grid gap-3">
      <Button size="lg" className="text-md!" working={signIn.isPending} onClick={() => signIn.mutate()}>
        {texts.signInWithAPasskey}
      </Button>
      {signIn.error && signIn.error.message !== shown ? (
        <FormNotice tone="error">{signIn.error.message}</FormNotice>
      ) : null}
    </div>
  )
}
