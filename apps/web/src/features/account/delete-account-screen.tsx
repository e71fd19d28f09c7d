import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { askAuth, forgetSession, type Session } from '#lib/session.ts'
import { AuthHeading } from './auth-heading.tsx'
import { FormNotice } from './form-notice.tsx'
import { LinkCheck } from './link-check.tsx'
import * as texts from './texts.ts'

interface DeleteAccountScreenProps {
  token: string | undefined
  session: Session
  onDeleted: () => void
}

/** The final confirmation before an account is deleted. */
export function DeleteAccountScreen({ token, session, onDeleted }: DeleteAccountScreenProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    meta: { quiet: true },
    mutationFn: () => askAuth((auth) => auth.deleteUser({ token: token ?? '' })),
    onSuccess() {
      forgetSession(queryClient)
      onDeleted()
    },
  })
  const deadLink = remove.error instanceof ApiProblem && remove.error.code === 'INVALID_TOKEN'
  if (!token || deadLink) {
    return (
      <LinkCheck state="failed" title={texts.linkInvalid} text={texts.yourAccountWasNotDeleted}>
        <ButtonLink to="/dashboard" variant="primary" size="lg">
          {texts.backToDashboard}
        </ButtonLink>
      </LinkCheck>
    )
  }
  return (
    <>
      <AuthHeading title={texts.deleteYourAccount}>{fill(texts.deletesTheAccount, session.user.email)}</AuthHeading>
      {remove.error ? (
        <div className="mb-4">
          <FormNotice tone="error">{remove.error.message}</FormNotice>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger-fill" size="lg" working={remove.isPending} onClick={() => remove.mutate()}>
          {texts.deleteAccount}
        </Button>
        <ButtonLink to="/dashboard" size="lg">
          {texts.keepAccount}
        </ButtonLink>
      </div>
    </>
  )
}
