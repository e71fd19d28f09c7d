import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { askAuth, refreshSession } from '#lib/session.ts'
import { welcomeQuery } from './account.queries.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { CheckInbox } from './check-inbox.tsx'
import { EmailField } from './email-field.tsx'
import { FormNotice } from './form-notice.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { Or, ProviderButton } from './provider-button.tsx'
import * as texts from './texts.ts'

interface NewAccount {
  name: string
  email: string
  password: string
  newsletter?: boolean
}

interface SignUpScreenProps {
  /** The token of the setup link, which the server prints if no account exists yet. */
  setup: string | undefined
  /** Id of the invitation that led here. */
  invitation: string | undefined
  onSignedIn: () => void
}

/** Creates an account or, on the very first visit, the administrator's account. */
export function SignUpScreen({ setup, invitation, onSignedIn }: SignUpScreenProps) {
  const { data: welcome } = useSuspenseQuery(welcomeQuery(setup))
  const [waitingFor, setWaitingFor] = useState<string>()
  const [typed, setTyped] = useState({ name: '', email: '' })

  if (waitingFor) return <CheckInbox email={waitingFor} onChangeAddress={() => setWaitingFor(undefined)} />
  if (!welcome.firstVisit && !invitation && welcome.signUp !== 'open')
    return <SignUpClosed invite={welcome.signUp === 'invite'} />
  return (
    <>
      {welcome.firstVisit ? (
        <AuthHeading title={texts.createTheAdministratorAccount}>{texts.signUpFirst}</AuthHeading>
      ) : (
        <AuthHeading title={texts.createAnAccount}>{fill(texts.on, location.host)}</AuthHeading>
      )}
      {welcome.oidc ? <ProviderButton provider={welcome.oidc} callbackURL="/dashboard" setup={setup} /> : null}
      {welcome.oidc && !welcome.oidc.only ? <Or /> : null}
      {welcome.oidc?.only ? null : (
        <SignUpForm
          submit={welcome.firstVisit ? texts.createAdministratorAccount : texts.createAccount}
          headers={headersOf(setup, invitation)}
          first={welcome.firstVisit}
          hasNewsletter={welcome.newsletter}
          typed={typed}
          onType={setTyped}
          onSignedIn={onSignedIn}
          onMustVerify={setWaitingFor}
        />
      )}
      {welcome.firstVisit ? null : (
        <p className="mt-4 text-center text-ink-2">
          {texts.alreadyHaveAnAccount}{' '}
          <Link
            to="/login"
            search={invitation ? { redirectPath: `/invite/${invitation}` } : {}}
            className="rounded-sm font-medium text-accent hover:underline"
          >
            {texts.signIn}
          </Link>
        </p>
      )}
    </>
  )
}

interface SignUpFormProps {
  submit: string
  /** Whether this is the administrator's account, whose address needs no confirmation. */
  first: boolean
  hasNewsletter: boolean
  typed: { name: string; email: string }
  onType: (typed: { name: string; email: string }) => void
  headers: Record<string, string>
  onSignedIn: () => void
  onMustVerify: (email: string) => void
}

function SignUpForm({
  submit,
  first,
  hasNewsletter,
  headers,
  typed,
  onType,
  onSignedIn,
  onMustVerify,
}: SignUpFormProps) {
  const queryClient = useQueryClient()
  const signUp = useMutation({
    meta: { quiet: true },
    mutationFn: (account: NewAccount) => askAuth((auth) => auth.signUp.email(account, { headers })),
    async onSuccess({ token }, { email, password }) {
      if (first && !token) await askAuth((auth) => auth.signIn.email({ email, password }))
      queryClient.removeQueries({ queryKey: ['welcome'] })
      const session = await refreshSession(queryClient)
      if (session) onSignedIn()
      else onMustVerify(email)
    },
  })
  const faults = faultsOf(signUp.error)
  return (
    <AuthForm
      submit={submit}
      working={signUp.isPending}
      error={faults.form}
      onSubmit={(form) => {
        const newsletter = form.has('newsletter') ? { newsletter: true } : {}
        signUp.mutate({ ...typed, password: String(form.get('password')), ...newsletter })
      }}
    >
      <TextField
        label={texts.name}
        inputSize="lg"
        name="name"
        autoComplete="name"
        required
        autoFocus
        maxLength={100}
        value={typed.name}
        onChange={(event) => onType({ ...typed, name: event.target.value })}
      />
      <EmailField
        error={faults.email}
        value={typed.email}
        onChange={(event) => onType({ ...typed, email: event.target.value })}
      />
      <NewPasswordField
        label={texts.password}
        name="password"
        error={faults.password}
        known={[typed.name, typed.email]}
      />
      {hasNewsletter ? <Checkbox name="newsletter">{texts.sendMeTheNewsletter}</Checkbox> : null}
    </AuthForm>
  )
}

/** Returns the headers that permit sign-up if it is restricted. */
function headersOf(setup: string | undefined, invitation: string | undefined): Record<string, string> {
  return {
    ...(setup ? { 'x-millrace-setup': setup } : {}),
    ...(invitation ? { 'x-millrace-invitation': invitation } : {}),
  }
}

function faultsOf(error: Error | null): { form?: string; email?: string; password?: string } {
  if (!error) return {}
  const code = error instanceof ApiProblem ? (error.code ?? '') : ''
  if (code.startsWith('USER_ALREADY_EXISTS')) return { email: texts.signUpTaken }
  if (code === 'INVALID_EMAIL') return { email: texts.signUpInvalidEmail }
  if (code.includes('PASSWORD')) return { password: error.message }
  return { form: error.message }
}

function SignUpClosed({ invite }: { invite: boolean }) {
  return (
    <>
      <AuthHeading title={texts.createAnAccount}>{fill(texts.on, location.host)}</AuthHeading>
      <FormNotice tone="hint">{invite ? texts.signUpInviteOnly : texts.signUpClosed}</FormNotice>
      <p className="mt-4 text-center">
        <Link to="/login" className="rounded-sm font-medium text-accent hover:underline">
          {texts.backToSignIn}
        </Link>
      </p>
    </>
  )
}
