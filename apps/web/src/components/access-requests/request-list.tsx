import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { useSession } from '#lib/session.ts'
import { actionOf } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { type AccessRequestDocument, useDecide, useInviteRequester } from './access-requests.queries.ts'
import * as texts from './texts.ts'

/** More would push the content of the page down. */
const SHOWN_AT_FIRST = 2

/** Requests for access, either to the one resource that the page shows, or to several resources. */
export function RequestList({ requests, ofOne }: { requests: readonly AccessRequestDocument[]; ofOne: boolean }) {
  const [all, setAll] = useState(false)
  const folded = all ? 0 : Math.max(0, requests.length - SHOWN_AT_FIRST)
  return (
    <section aria-label={texts.requestsForAccess} className={ofOne ? 'flex-none border-t border-line' : ''}>
      <ul className={ofOne ? 'divide-y divide-line' : 'grid gap-1.5'}>
        {requests.slice(0, requests.length - folded).map((request) => (
          <RequestRow
            key={request.properties.AskerEmail + request.properties.ResourceUrl}
            request={request}
            named={!ofOne}
          />
        ))}
      </ul>
      {folded > 0 ? (
        <div className={ofOne ? 'border-t border-line bg-info-soft px-3.5 py-0.5 phone:px-1.5' : 'mt-1'}>
          <Button size="sm" variant="text" onClick={() => setAll(true)}>
            {fill(texts.showCount, plural(folded, 'more request'))}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function RequestRow({ request, named }: { request: AccessRequestDocument; named: boolean }) {
  const { mutate, isPending, variables } = useDecide()
  const isOrganizations = Boolean(useSession()?.session.activeOrganizationId)
  const { AskerName, AskerEmail, CopyGoesTo } = request.properties
  const give = actionOf(request, 'GiveAccess')
  const decline = actionOf(request, 'Decline')
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 bg-info-soft py-2 ${named ? 'rounded-md px-3' : 'px-6 phone:px-4'}`}
    >
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p>
          <strong className="font-medium">{AskerName}</strong> ({AskerEmail}) requests access
          {named ? <Asked request={request} /> : null}.
        </p>
        <p className="text-xs text-ink-2">
          {CopyGoesTo === null
            ? fill(texts.inviteToGiveAccess, AskerName)
            : fill(texts.givingAccessCreatesACopy, CopyGoesTo)}
        </p>
      </div>
      <div className="flex gap-2">
        {give ? (
          <Button
            size="sm"
            working={isPending && variables === give}
            onClick={() => mutate(give, { onSuccess: () => toast.success(`Copied for ${CopyGoesTo ?? AskerName}`) })}
          >
            {texts.giveAccess}
          </Button>
        ) : null}
        {give || !isOrganizations ? null : <InviteButton request={request} />}
        {decline ? (
          <Button
            size="sm"
            variant="quiet"
            working={isPending && variables === decline}
            onClick={() => mutate(decline)}
          >
            {texts.decline}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** Members see all of the organization's resources, so joining settles the request. */
function InviteButton({ request }: { request: AccessRequestDocument }) {
  const invite = useInviteRequester()
  const { AskerEmail } = request.properties
  return (
    <Button
      size="sm"
      working={invite.isPending}
      disabled={invite.isSuccess}
      onClick={() =>
        invite.mutate(AskerEmail, { onSuccess: () => toast.success(fill(texts.invitationSentTo, AskerEmail)) })
      }
    >
      {invite.isSuccess ? texts.invited : texts.invite}
    </Button>
  )
}

function Asked({ request }: { request: AccessRequestDocument }) {
  const { ResourceKind, ResourceName, ResourceUrl } = request.properties
  const details = encodeLink(ResourceUrl)
  const className = 'font-medium underline underline-offset-2'
  return (
    <>
      {' to '}
      {ResourceKind === 'Job' ? (
        <Link to="/jobs/$details" params={{ details }} className={className}>
          {ResourceName}
        </Link>
      ) : (
        <Link to="/workdata/explorer/$details" params={{ details }} className={className}>
          {ResourceName}
        </Link>
      )}
    </>
  )
}
