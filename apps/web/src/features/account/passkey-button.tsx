import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { refreshSession } from '#lib/session.ts'
import { FormNotice } from './form-notice.tsx'
import * as texts from './texts.ts'

export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
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
      {signIn.error ? <FormNotice tone="error">{signIn.error.message}</FormNotice> : null}
    </div>
  )
}
