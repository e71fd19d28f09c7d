import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { welcomeQuery } from './account.queries.ts'
import { AuthHeading } from './auth-heading.tsx'
import { FormNotice } from './form-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

const SecondFactorForm = lazy(() =>
  import('./second-factor-form.tsx').then((module) => ({ default: module.SecondFactorForm })),
)

interface LoginScreenProps {
  /** True when somebody was sent here from a page that needs a session. */
  wantedPage: boolean
  onSignedIn: () => void
}

/** Sign in, with the second factor on the same page when the account has one. */
export function LoginScreen({ wantedPage, onSignedIn }: LoginScreenProps) {
  const { data: welcome } = useQuery(welcomeQuery())
  const [methods, setMethods] = useState<readonly ('totp' | 'otp')[]>()

  if (methods) {
    return (
      <Suspense>
        <SecondFactorForm methods={methods} onSignedIn={onSignedIn} onBack={() => setMethods(undefined)} />
      </Suspense>
    )
  }
  return (
    <>
      <AuthHeading title="Sign in">to {location.host}</AuthHeading>
      {wantedPage ? (
        <div className="mb-4">
          <FormNotice tone="hint">{ACCOUNT_TEXTS.signIn.wanted}</FormNotice>
        </div>
      ) : null}
      <SignInForm onSignedIn={onSignedIn} onSecondFactor={setMethods} />
      <p className="mt-4 min-h-5 text-center text-ink-2">
        {welcome?.signUp === 'open' ? (
          <>
            New here?{' '}
            <Link to="/sign-up" className="rounded-sm font-medium text-accent hover:underline">
              Create an account
            </Link>
          </>
        ) : null}
        {welcome?.signUp === 'invite' ? ACCOUNT_TEXTS.signIn.inviteOnly : null}
      </p>
    </>
  )
}
