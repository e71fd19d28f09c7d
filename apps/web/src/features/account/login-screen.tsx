import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { welcomeQuery } from './account.queries.ts'
import { AuthHeading } from './auth-heading.tsx'
import { FormNotice } from './form-notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import * as texts from './texts.ts'
import { providerProblem } from './texts.ts'

const SecondFactorForm = lazy(() =>
  import('./second-factor-form.tsx').then((module) => ({ default: module.SecondFactorForm })),
)
const ProviderButton = lazy(() =>
  import('./provider-button.tsx').then((module) => ({ default: module.ProviderButton })),
)
const Or = lazy(() => import('./provider-button.tsx').then((module) => ({ default: module.Or })))

interface LoginScreenProps {
  wantedPage: string | undefined
  /** Error code of a failed sign-in with the identity provider. */
  error: string | undefined
  /** Whether the identity provider has confirmed the user and only the second factor is missing. */
  secondFactor: boolean
  onSignedIn: () => void
}

/** The sign-in page, which also asks for the second factor if the account has one. */
export function LoginScreen({ wantedPage, error, secondFactor, onSignedIn }: LoginScreenProps) {
  const { data: welcome } = useQuery(welcomeQuery())
  const [methods, setMethods] = useState<readonly ('totp' | 'otp')[] | undefined>(secondFactor ? ['totp'] : undefined)
  const oidc = welcome?.oidc
  const isInvited = welcome?.signUp === 'invite' && wantedPage?.startsWith('/invite/') === true
  const problem = welcome?.ban ?? (error === undefined ? undefined : providerProblem(error))

  if (methods) {
    return (
      <Suspense>
        <SecondFactorForm methods={methods} onSignedIn={onSignedIn} onBack={() => setMethods(undefined)} />
      </Suspense>
    )
  }
  return (
    <>
      <AuthHeading title={texts.signIn}>{fill(texts.to, location.host)}</AuthHeading>
      {problem !== undefined || wantedPage ? (
        <div className="mb-4">
          {problem === undefined ? (
            <FormNotice tone="hint">{texts.signInWanted}</FormNotice>
          ) : (
            <FormNotice tone="error">{problem}</FormNotice>
          )}
        </div>
      ) : null}
      {oidc?.only ? null : (
        <>
          <SignInForm shown={problem} onSignedIn={onSignedIn} onSecondFactor={setMethods} />
          <PasskeyButton shown={problem} onSignedIn={onSignedIn} />
        </>
      )}
      {oidc ? (
        <Suspense>
          {oidc.only ? null : <Or />}
          <ProviderButton provider={oidc} callbackURL={wantedPage ?? '/dashboard'} />
        </Suspense>
      ) : null}
      <p className="mt-4 min-h-5 text-center text-ink-2">
        {(welcome?.signUp === 'open' || isInvited) && !oidc?.only ? (
          <>
            {texts.newHere}{' '}
            <Link
              to="/sign-up"
              search={wantedPage === undefined ? {} : { redirectPath: wantedPage }}
              className="rounded-sm font-medium text-accent hover:underline"
            >
              {texts.createAnAccount}
            </Link>
          </>
        ) : null}
        {welcome?.signUp === 'invite' && !isInvited ? texts.signInInviteOnly : null}
      </p>
    </>
  )
}
