import { Link } from '@tanstack/react-router'
import type { Session } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import * as texts from './texts.ts'

/** The page to set a new password, which an administrator may require. */
export function ChangePasswordScreen({ session, onDone }: { session: Session; onDone: () => void }) {
  const required = session.session.passwordResetRequired === true
  return (
    <>
      <AuthHeading title={texts.changeYourPassword}>
        {required ? texts.passwordRequired : texts.passwordSignsOut}
      </AuthHeading>
      <ChangePasswordForm session={session} onDone={onDone} />
      <p className="mt-4 text-center">
        <Link to="/sign-out" className="rounded-sm font-medium text-accent hover:underline">
          {texts.signOut}
        </Link>
      </p>
    </>
  )
}
