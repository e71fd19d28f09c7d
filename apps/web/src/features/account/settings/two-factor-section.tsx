import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import type { SessionUser } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'
import { useNewBackupCodes, useTurnOff } from './two-factor.queries.ts'
import { TwoFactorSetup } from './two-factor-setup.tsx'

type Asking = 'set-up' | 'codes' | 'off'

const { twoFactor } = SETTINGS_TEXTS

/** The second factor at sign-in: an authenticator app and backup codes. */
export function TwoFactorSection({ user }: { user: SessionUser }) {
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const isOn = user.twoFactorEnabled === true
  return (
    <>
      <Section
        title={texts.twoFactorAuthentication}
        count={
          isOn ? (
            <span className="inline-flex items-center gap-1 font-medium text-success">
              <ShieldCheck className="icon-sm" />
              {texts.onWithAnAuthenticatorApp}
            </span>
          ) : (
            texts.off
          )
        }
        help={twoFactor.help}
        actions={
          <>
            {isOn ? <Button onClick={() => setAsking('codes')}>{texts.newBackupCodes}</Button> : null}
            {/* One button for both states, so that the closed dialog can return the focus to it. */}
            <Button variant={isOn ? 'danger' : 'default'} onClick={() => setAsking(isOn ? 'off' : 'set-up')}>
              {isOn ? texts.turnOff : texts.setUp}
            </Button>
          </>
        }
      />
      {asking === 'set-up' ? <TwoFactorSetup email={user.email} onClose={close} /> : null}
      {asking === 'codes' ? <NewCodes email={user.email} onClose={close} /> : null}
      {asking === 'off' ? <TurnOff onClose={close} /> : null}
    </>
  )
}

function NewCodes({ email, onClose }: { email: string; onClose: () => void }) {
  const create = useNewBackupCodes()
  if (create.data)
    return <BackupCodes title={texts.newBackupCodes} codes={create.data} email={email} onClose={onClose} />
  return (
    <PasswordDialog
      title={texts.createNewBackupCodes}
      confirm={texts.createCodes}
      keep={texts.keepTheOldOnes}
      working={create.isPending}
      error={create.error}
      onConfirm={(password) => create.mutate(password)}
      onClose={onClose}
    >
      {twoFactor.newCodes}
    </PasswordDialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const turnOff = useTurnOff()
  return (
    <PasswordDialog
      title={texts.turnOffTwoFactorAuthentication}
      confirm={texts.turnOff}
      keep={texts.keepItOn}
      danger
      working={turnOff.isPending}
      error={turnOff.error}
      onConfirm={(password) =>
        turnOff.mutate(password, {
          onSuccess() {
            toast.success(texts.twoFactorAuthenticationTurnedOff)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {twoFactor.off}
    </PasswordDialog>
  )
}
