import type { OrganizationDetail } from '@millrace/contracts/administration'
import { PLANS } from '@millrace/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Avatar } from '#components/ui/avatar.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { ListInspector } from '#components/ui/list-inspector.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { capitalized } from '#lib/capitalized.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatBytesOf, formatDay, formatTotal } from '#lib/format.ts'
import { HolderGrants } from '../holder-grants.tsx'
import { PlanSelect } from '../plan-select.tsx'
import { administratedOrganizations } from './administrated-organizations.queries.ts'
import * as texts from './texts.ts'

export function OrganizationInspector({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(administratedOrganizations.detail(id))
  if (!data) {
    return (
      <ListInspector title={texts.organization} onClose={onClose}>
        {error ? (
          <ErrorView title={texts.theOrganizationCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </ListInspector>
    )
  }
  const holder = { kind: 'organization', id: data.id } as const
  return (
    <ListInspector title={data.name} lead={<Avatar name={data.name} size={44} square />} onClose={onClose}>
      <InspectorSection>
        <div className="mb-3 grid grid-cols-[88px_minmax(0,1fr)] items-center gap-y-1.5 text-ink-3">
          <span>{texts.plan}</span>
          <PlanSelect holder={holder} name={data.name} plan={data.plan} />
        </div>
        <Usage organization={data} />
      </InspectorSection>
      <HolderGrants holder={holder} name={data.name} grants={data.grants} />
      <Members organization={data} />
      <Invitations organization={data} />
    </ListInspector>
  )
}

function Usage({ organization }: { organization: OrganizationDetail }) {
  const { plan, slug, usedBytes, jobs, workData, createdAt } = organization
  const limit = PLANS[plan].storageBytes
  return (
    <Facts
      facts={[
        ['Storage', limit === null ? formatBytes(usedBytes) : formatBytesOf(usedBytes, limit)],
        ['Jobs', formatTotal(jobs)],
        [texts.workData, formatTotal(workData)],
        ['Created', formatDay(createdAt)],
        [
          texts.id,
          <span key="id" className="flex items-start gap-1 whitespace-normal">
            <span className="mono-sm wrap-anywhere">{slug}</span>
            <CopyButton text={slug} label={texts.copyId} className="-my-1 flex-none" />
          </span>,
        ],
      ]}
    />
  )
}

function Members({ organization: { memberList, members } }: { organization: OrganizationDetail }) {
  return (
    <InspectorSection title={texts.members} count={members}>
      <ul aria-label={texts.members}>
        {memberList.map(({ id, userId, name, email, role }) => (
          <li key={id} className="relative flex min-h-11 items-center gap-2 py-1">
            <Avatar name={name} size={24} />
            <span className="min-w-0 flex-1">
              <Link
                to="/admin/users"
                search={{ user: userId }}
                dir="auto"
                className="block truncate text-left after:absolute after:inset-0 hover:underline"
                title={name}
              >
                {name}
              </Link>
              <span className="block truncate text-xs text-ink-3" title={email}>
                {email}
              </span>
            </span>
            <span className="text-xs text-ink-3">{capitalized(role)}</span>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

function Invitations({ organization: { invitations } }: { organization: OrganizationDetail }) {
  if (invitations.length === 0) return null
  return (
    <InspectorSection title={texts.invitations} count={invitations.length}>
      <ul aria-label={texts.invitations}>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1">
              <span className="block truncate" title={email}>
                {email}
              </span>
              <span className="block text-xs text-ink-3">{fill(texts.expires, formatDay(expiresAt))}</span>
            </span>
            <span className="text-xs text-ink-3">{role ? capitalized(role) : null}</span>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
