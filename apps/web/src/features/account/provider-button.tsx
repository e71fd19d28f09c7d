import type { Welcome } from '@millrace/contracts/account'
import { OIDC_PROVIDER } from '@millrace/contracts/account'
import { useMutation } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { askAuth } from '#lib/session.ts'
import { FormNotice } from './form-notice.tsx'
import * as texts from './texts.ts'

interface ProviderButtonProps {
  provider: NonNullable<Welcome['oidc']>
  callbackURL: string
  /** The token of the setup link. */
  setup?: string | undefined
}

/** Button that redirects to the identity provider, which redirects the browser back. */
export function ProviderButton({ provider, callbackURL, setup }: ProviderButtonProps) {
  const signIn = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      askAuth<unknown>((auth) =>
        auth.signIn.social({
          provider: OIDC_PROVIDER,
          callbackURL,
          errorCallbackURL: '/login',
          ...(setup && { additionalData: { setup } }),
        }),
      ),
  })
  return (
    <div className="grid gap-4">
      {signIn.error ? <FormNotice tone="error">{signIn.error.message}</FormNotice> : null}
      <Button
        variant={provider.only ? 'primary' : undefined}
        size="lg"
        className="text-md!"
        working={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {fill(texts.continueWith, provider.name)}
      </Button>
    </div>
  )
}

/** Separates the identity provider's button from the password form. */
export function Or() {
  return (
    <p className="my-4 flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  )
}
