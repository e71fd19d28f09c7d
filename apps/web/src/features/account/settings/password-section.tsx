import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import type { Session } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { welcomeQuery } from '../account.queries.ts'
import { ChangePasswordForm } from '../change-password-form.tsx'
import * as accountTexts from '../texts.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Changes the password in a dialog. Not shown if users can only sign in with the identity provider. */
export function PasswordSection({ session }: { session: Session }) {
  const [isChanging, setIsChanging] = useState(false)
  const { data: welcome } = useQuery(welcomeQuery())
  const close = () => setIsChanging(false)
  if (welcome?.oidc?.only) return null
  return (
    <Section
      title={texts.password}
      help={SETTINGS_TEXTS.password}
      actions={<Button onClick={() => setIsChanging(true)}>{texts.changePassword}</Button>}
    >
      {isChanging ? (
        <Dialog open onClose={close} title={texts.changePassword}>
          <p className="mb-4">{accountTexts.passwordSignsOut}</p>
          <ChangePasswordForm
            session={session}
            onDone={() => {
              toast.success(texts.passwordChanged)
              close()
            }}
          />
        </Dialog>
      ) : null}
    </Section>
  )
}
