import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { formatExact, formatWhen } from '#lib/format.ts'
import { askAuth, refreshSession, type Session } from '#lib/session.ts'
import { softHyphens } from '#lib/soft-hyphens.ts'
import { invitationQuery } from './account.queries.ts'
import { AuthHeading } from './auth-heading.tsx'
import { FormNotice } from './form-notice.tsx'
import { LinkCheck } from './link-check.tsx'
import * as texts from './texts.ts'

interface InviteScreenProps {
  invitationId: string
  session: Session | null
  onLeave: () => void
}

/** An invitation to an organization. Only the invited person may see its content. */
export function InviteScreen({ invitationId, session, onLeave }: InviteScreenProps) {
  if (!session) return <SignInFirst invitationId={invitationId} />
  return <Invitation invitationId={invitationId} session={session} onLeave={onLeave} />
}

function SignInFirst({ invitationId }: { invitationId: string }) {
  const search = { redirectPath: `/invite/${invitationId}` }
  return (
    <>
      <AuthHeading title={texts.youveBeenInvited}>{texts.signInOrCreateAnAccount}</AuthHeading>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/login" search={search} variant="primary" size="lg">
          {texts.signIn}
        </ButtonLink>
        <ButtonLink to="/sign-up" search={search} size="lg">
          {texts.createAccount}
        </ButtonLink>
      </div>
    </>
  )
}

function Invitation({ invitationId, session, onLeave }: InviteScreenProps & { session: Session }) {
  const queryClient = useQueryClient()
  const invitation = useQuery(invitationQuery(invitationId))
  const answer = useMutation({
    meta: { quiet: true },
    mutationFn: (join: boolean) =>
      askAuth<unknown>((auth) =>
        join
          ? auth.organization.acceptInvitation({ invitationId })
          : auth.organization.rejectInvitation({ invitationId }),
      ),
    async onSuccess() {
      await refreshSession(queryClient)
      onLeave()
    },
  })

  if (invitation.error) return <Refused error={invitation.error} email={session.user.email} />
  if (!invitation.data) return <LinkCheck state="checking" title={texts.loadingYourInvitation} />
  const { organizationName, role, inviterEmail, inviterName, expiresAt } = invitation.data
  return (
    <>
      <AuthHeading title={fill(texts.joinQuestion, softHyphens(organizationName))}>
        {inviterName ?? inviterEmail} invited you as {withArticle(role)}. The invitation expires{' '}
        <time title={formatExact(expiresAt)}>{formatWhen(expiresAt)}</time>.
      </AuthHeading>
      {answer.error ? (
        <div className="mb-4">
          <FormNotice tone="error">{answer.error.message}</FormNotice>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="lg"
          working={answer.isPending && answer.variables}
          onClick={() => answer.mutate(true)}
        >
          {texts.join}
        </Button>
        <Button size="lg" working={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
          {texts.decline}
        </Button>
      </div>
    </>
  )
}

function withArticle(role: string): string {
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}

/**
 * The server gives the reason only to the invited person. For anyone else, the page suggests that they may be signed in
 * with another address.
 */
function Refused({ error, email }: { error: Error; email: string }) {
  const mayBeForeign = error instanceof ApiProblem && error.code === 'INVITATION_NOT_FOUND'
  return (
    <LinkCheck state="failed" title={texts.invitationCannotBeOpened} text={error.message}>
      {mayBeForeign ? (
        <>
          <p className="mb-2 w-full text-ink-2 wrap-anywhere">{fill(texts.signedInAs, email)}</p>
          <ButtonLink to="/sign-out" variant="primary" size="lg">
            {texts.signOut}
          </ButtonLink>
        </>
      ) : null}
      <ButtonLink to="/dashboard" size="lg">
        {texts.goToDashboard}
      </ButtonLink>
    </LinkCheck>
  )
}
