import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CheckedForm } from '#components/ui/checked-form.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { CodeBoxes } from '../code-boxes.tsx'
import { FormNotice } from '../form-notice.tsx'
import { codeProblem } from '../second-factor-texts.ts'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'
import { type Enrollment, useEnroll, useVerifyFirstCode } from './two-factor.queries.ts'

const { twoFactor } = SETTINGS_TEXTS

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

/**
 * Setup in three steps: the password, the app with its first code, and the backup codes. Nothing changes until the code
 * is verified.
 */
export function TwoFactorSetup({ email, onClose }: { email: string; onClose: () => void }) {
  const enroll = useEnroll()
  const [isOn, setIsOn] = useState(false)
  if (enroll.data && isOn) {
    return (
      <BackupCodes
        title={texts.twoFactorAuthenticationIsOn}
        codes={enroll.data.backupCodes}
        email={email}
        onClose={onClose}
      />
    )
  }
  if (enroll.data) return <ScanCode enrollment={enroll.data} onVerified={() => setIsOn(true)} onClose={onClose} />
  return (
    <PasswordDialog
      title={texts.setUpTwoFactorAuthentication}
      confirm={texts.continueLabel}
      keep={texts.cancel}
      working={enroll.isPending}
      error={enroll.error}
      onConfirm={(password) => enroll.mutate(password)}
      onClose={onClose}
    >
      {twoFactor.start}
    </PasswordDialog>
  )
}

interface ScanCodeProps {
  enrollment: Enrollment
  onVerified: () => void
  onClose: () => void
}

function ScanCode({ enrollment: { uri, key }, onVerified, onClose }: ScanCodeProps) {
  const verify = useVerifyFirstCode()
  const [misses, setMisses] = useState(0)

  function submit(form: FormData) {
    verify.mutate(String(form.get('code')), {
      onSuccess: onVerified,
      onError: () => setMisses(misses + 1),
    })
  }

  return (
    <Dialog open onClose={onClose} title={texts.scanTheCode}>
      <p>{twoFactor.scan}</p>
      <div className="mx-auto my-3.5 size-44 overflow-hidden rounded-md border border-line">
        <Suspense>
          <QrCode text={uri} label={texts.qrCodeForYourAuthenticatorApp} />
        </Suspense>
      </div>
      <p>{twoFactor.byHand}</p>
      <div className="mt-1.5 flex items-center gap-2 rounded-md bg-sunken py-1.5 pr-2 pl-3.5">
        <code className="mono-sm min-w-0 flex-1 text-ink select-all wrap-anywhere">{inGroups(key)}</code>
        <CopyButton text={key} label={texts.copyKey} />
      </div>
      <a
        href={uri}
        className="mt-1.5 hidden py-3 font-medium text-accent hover:underline phone:inline-block touch:inline-block"
      >
        {texts.openInAuthenticatorApp}
      </a>
      <CheckedForm working={verify.isPending} onSubmit={submit} className="mt-4 grid gap-3 text-sm text-ink">
        {verify.error ? <FormNotice tone="error">{codeProblem(verify.error)}</FormNotice> : null}
        <p className="text-md text-ink-2">{twoFactor.code}</p>
        <CodeBoxes key={misses} name="code" label={texts.code} />
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" working={verify.isPending}>
            {texts.turnOn}
          </Button>
        </div>
      </CheckedForm>
    </Dialog>
  )
}

/** Splits a key into groups of four characters, which are easier to type: `abcdefgh` → `abcd efgh`. */
function inGroups(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ')
}
