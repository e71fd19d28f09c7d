import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { CheckedForm } from '#components/ui/checked-form.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { AuthClient } from '#lib/auth-client.ts'
import { askAuth, refreshSession } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { FormNotice } from './form-notice.tsx'
import { codeProblem, SECOND_FACTOR_TEXTS } from './second-factor-texts.ts'
import * as texts from './texts.ts'

type Way = 'totp' | 'otp' | 'backup'

interface SecondFactorFormProps {
  methods: readonly ('totp' | 'otp')[]
  onSignedIn: () => void
  onBack: () => void
}

/** The second step of sign-in: a code from the app or an email, or a backup code. */
export function SecondFactorForm({ methods, onSignedIn, onBack }: SecondFactorFormProps) {
  const queryClient = useQueryClient()
  const [misses, setMisses] = useState(0)
  const [way, setWay] = useState<Way>(methods.includes('totp') ? 'totp' : 'otp')
  const verify = useMutation({
    meta: { quiet: true },
    mutationFn: (body: { code: string; trustDevice: boolean }) =>
      askAuth((auth) => verifyBy(way, auth.twoFactor, body)),
    async onSuccess() {
      await refreshSession(queryClient)
      onSignedIn()
    },
    onError: () => setMisses(misses + 1),
  })
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: () => askAuth((auth) => auth.twoFactor.sendOtp()),
    onSuccess: () => choose('otp'),
  })

  function choose(next: Way) {
    verify.reset()
    setWay(next)
  }

  function submit(form: FormData) {
    verify.mutate({ code: String(form.get('code')).trim(), trustDevice: form.has('trust') })
  }

  return (
    <>
      <AuthHeading title={texts.twoFactorAuthentication}>{SECOND_FACTOR_TEXTS[way]}</AuthHeading>
      <CheckedForm working={verify.isPending} onSubmit={submit} className="grid gap-4">
        {verify.error ? <FormNotice tone="error">{codeProblem(verify.error)}</FormNotice> : null}
        {send.error ? <FormNotice tone="error">{send.error.message}</FormNotice> : null}
        {way === 'backup' ? (
          <TextField
            label={texts.backupCode}
            inputSize="lg"
            name="code"
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
          />
        ) : (
          <CodeBoxes key={`${way} ${misses}`} name="code" label={texts.code} />
        )}
        <Checkbox name="trust">{texts.trustThisComputerFor30Days}</Checkbox>
        <Button type="submit" variant="primary" size="lg" working={verify.isPending} className="text-md!">
          {texts.signIn}
        </Button>
        <div className="flex flex-wrap justify-center gap-x-1">
          {way === 'backup' ? (
            <Button variant="quiet" onClick={() => choose(methods.includes('totp') ? 'totp' : 'otp')}>
              {texts.useAOneTimeCode}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => choose('backup')}>
              {texts.useABackupCode}
            </Button>
          )}
          {methods.includes('otp') ? (
            <Button variant="quiet" working={send.isPending} onClick={() => send.mutate()}>
              {way === 'otp' && send.isSuccess ? texts.sendAnotherCode : texts.emailMeACode}
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onBack}>
            {texts.back}
          </Button>
        </div>
      </CheckedForm>
    </>
  )
}

type TwoFactor = AuthClient['twoFactor']

function verifyBy(way: Way, twoFactor: TwoFactor, body: { code: string; trustDevice: boolean }) {
  if (way === 'backup') return twoFactor.verifyBackupCode(body)
  return way === 'otp' ? twoFactor.verifyOtp(body) : twoFactor.verifyTotp(body)
}
