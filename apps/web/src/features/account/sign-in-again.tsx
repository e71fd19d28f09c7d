import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { sessionQuery, useSession } from '#lib/session.ts'
import { sessionEndQuery } from './account.queries.ts'
import { FormNotice } from './form-notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import * as texts from './texts.ts'

interface SignInAgainProps {
  /** Defined if the session is still valid, but an action requires a recent sign-in. */
  onCancel: (() => void) | undefined
}

function currentPage(): string {
  return location.pathname + location.search + location.hash
}

/** Dialog shown over the page when the session has ended or is too old, so that the user's input is kept. */
export function SignInAgain({ onCancel }: SignInAgainProps) {
  const queryClient = useQueryClient()
  const { data: welcome } = useQuery(sessionEndQuery)
  const ban = welcome?.ban ?? undefined
  const navigate = useNavigate()
  const [person] = useState(useSession()?.user.email)
  const [methods, setMethods] = useState<readonly ('totp' | 'otp')[]>()

  function goOn() {
    const required = queryClient.getQueryData(sessionQuery.queryKey)?.session.passwordResetRequired
    if (required) void navigate({ to: '/change-password', search: { redirectPath: currentPage() } })
    else void queryClient.invalidateQueries()
  }

  return (
    <Dialog open onClose={onCancel ?? (() => undefined)} title={texts.signInToContinue}>
      <div className="mb-4">
        {ban ? (
          <FormNotice tone="error">{ban}</FormNotice>
        ) : (
          <p>{onCancel ? texts.signInStale : texts.signInInterrupted}</p>
        )}
      </div>
      {welcome?.oidc?.only ? (
        <ProviderButton provider={welcome.oidc} callbackURL={currentPage()} />
      ) : methods ? (
        <SecondFactorForm methods={methods} onSignedIn={goOn} onBack={() => setMethods(undefined)} />
      ) : (
        <>
          <SignInForm
            {...(person ? { email: person } : {})}
            shown={ban}
            onSignedIn={goOn}
            onSecondFactor={setMethods}
          />
          <PasskeyButton shown={ban} onSignedIn={goOn} />
        </>
      )}
      <p className="mt-4 text-center">
        {onCancel ? null : (
          <Link to="/sign-out" className="rounded-sm font-medium text-accent hover:underline">
            {texts.leaveThisPageInstead}
          </Link>
        )}
      </p>
    </Dialog>
  )
}
