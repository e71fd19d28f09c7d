import { Link as LinkIcon, Mail } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Expiry } from '#components/ui/expiry.tsx'
import { Time } from '#components/ui/time.tsx'
import { copyText } from '#lib/copy-text.ts'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type Invitation, useCancelInvitation, useResendInvitation } from './active-organization.queries.ts'
import { byExpiry } from './invitations.ts'
import { isAllowed, mayAssign, roleLabel } from './permissions.ts'
import type { OrganizationProps } from './shared-props.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

/** Invitations that have not been answered yet. */
export function InvitationsSection({ organization, roles, held }: OrganizationProps) {
  const open = byExpiry(organization.invitations)
  if (open.length === 0) return null
  const nameOf = (userId: string) => organization.members.find((member) => member.userId === userId)?.user.name
  return (
    <section aria-label={texts.invitations} className="mt-7 px-6 phone:px-4">
      <h3 className="font-semibold">
        {texts.invitations}{' '}
        <span className="ml-1 font-normal text-ink-3">
          {open.length} · {ORGANIZATION_TEXTS.invitations}
        </span>
      </h3>
      <ul aria-label={texts.invitations} className="mt-1">
        {open.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            inviter={nameOf(invitation.inviterId)}
            mayResend={isAllowed(held, 'invitation', 'create') && mayAssign(held, invitation.role ?? 'member', roles)}
            mayCancel={isAllowed(held, 'invitation', 'cancel')}
          />
        ))}
      </ul>
    </section>
  )
}

/**
 * Style of the expiry and the buttons. Together, they are as wide as the column “Teams” and all columns to its right in
 * the table of members, so that the list aligns with the table.
 */
const EXPIRY_AND_VERBS = 'flex flex-wrap items-center gap-x-4 max-xl:basis-full max-xl:pl-10 xl:w-[392px] 2xl:w-[412px]'

interface InvitationRowProps {
  invitation: Invitation
  inviter: string | undefined
  mayResend: boolean
  mayCancel: boolean
}

function InvitationRow({ invitation, inviter, mayResend, mayCancel }: InvitationRowProps) {
  const { id, email, role, expiresAt, createdAt } = invitation
  const resend = useResendInvitation()
  const cancel = useCancelInvitation(fill(texts.invitationToCanceled, email))
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5">
      <span className="flex min-w-0 flex-1 basis-60 items-center gap-3">
        <span className="grid size-7 flex-none place-items-center rounded-full border border-dashed border-control text-ink-3">
          <Mail className="icon-sm" />
        </span>
        <span className="min-w-0">
          <span className="block truncate" title={email}>
            {email}
          </span>
          <span className="flex text-xs text-ink-3">
            {inviter ? <span className="truncate">{fill(texts.by, inviter)}</span> : null}
            <span className="flex-none whitespace-pre">
              {inviter ? ' · ' : ''}
              <Time at={createdAt} />
            </span>
          </span>
        </span>
      </span>
      <span className="max-w-24 truncate text-ink-2 sm:w-24 lg:w-[123px] lg:max-w-none">
        {roleLabel(role ?? 'member')}
      </span>
      <span className={EXPIRY_AND_VERBS}>
        <span className="w-36 lg:w-auto lg:flex-1">
          <Expiry expiresAt={expiresAt} lead={texts.expires} soonDays={2} />
        </span>
        <span className="flex gap-1 max-sm:-ml-2.5">
          <Button
            size="sm"
            variant="quiet"
            icon={<LinkIcon className="icon-sm" />}
            aria-label={fill(texts.copyLinkFor, email)}
            onClick={() => void copyText(`${location.origin}/invite/${id}`, { said: fill(texts.linkForCopied, email) })}
          >
            {texts.copyLink}
          </Button>
          {mayResend ? (
            <Button
              size="sm"
              variant="quiet"
              working={resend.isPending}
              aria-label={fill(texts.resendInvitationTo, email)}
              onClick={() =>
                resend.mutate(invitation, { onSuccess: () => toast.success(fill(texts.invitationToRenewed, email)) })
              }
            >
              {texts.resend}
            </Button>
          ) : null}
          {mayCancel ? (
            <Button
              size="sm"
              variant="quiet"
              working={cancel.isPending}
              aria-label={fill(texts.cancelInvitationTo, email)}
              onClick={() => cancel.mutate(id)}
            >
              {texts.cancel}
            </Button>
          ) : null}
        </span>
      </span>
    </li>
  )
}
