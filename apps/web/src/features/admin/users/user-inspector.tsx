import type { AdministratedUser } from '@millrace/contracts/administration'
import { useQuery } from '@tanstack/react-query'
import { VenetianMask } from 'lucide-react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmailAddress } from '#components/ui/email-address.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { ListInspector } from '#components/ui/list-inspector.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Time } from '#components/ui/time.tsx'
import { capitalized } from '#lib/capitalized.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatDay, formatTotal } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { softHyphens } from '#lib/soft-hyphens.ts'
import { HolderGrants } from '../holder-grants.tsx'
import { PlanSelect } from '../plan-select.tsx'
import { ADMIN_TEXTS } from '../texts.ts'
import { RoleSelect } from './role-select.tsx'
import * as texts from './texts.ts'
import { UserActions } from './user-actions.tsx'
import { Banned } from './user-list-layout.tsx'
import { UserSessions } from './user-sessions.tsx'
import { useImpersonate, userQueries } from './users.queries.ts'

export function UserInspector({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, error, refetch } = useQuery(userQueries.detail(id))
  const isSelf = useSession()?.user.id === user?.id
  if (!user) {
    return (
      <ListInspector title={texts.user} onClose={onClose}>
        {error ? (
          <ErrorView title={texts.theUserCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </ListInspector>
    )
  }
  return (
    <ListInspector
      title={user.name}
      lead={<Avatar name={user.name} size={44} />}
      note={<EmailAddress email={user.email} />}
      onClose={onClose}
    >
      <Impersonate user={user} isSelf={isSelf} />
      <Profile user={user} />
      <HolderGrants holder={{ kind: 'user', id: user.id }} name={user.name} grants={user.grants} />
      <UserSessions user={user} />
      {isSelf ? null : <UserActions user={user} onDeleted={onClose} />}
    </ListInspector>
  )
}

function Impersonate({ user, isSelf }: { user: AdministratedUser; isSelf: boolean }) {
  const impersonate = useImpersonate()
  const refused = isSelf ? ADMIN_TEXTS.self : user.role === 'admin' ? ADMIN_TEXTS.impersonateAdmin : undefined
  return (
    <div className="grid grid-cols-1 gap-2">
      <Banned user={user} />
      {user.banned && user.banReason ? <p className="wrap-anywhere">{user.banReason}</p> : null}
      {refused || user.banned ? null : (
        <Button icon={<VenetianMask />} working={impersonate.isPending} onClick={() => impersonate.mutate(user.id)}>
          {texts.impersonateUser}
        </Button>
      )}
      {user.banned && !refused ? null : <p className="text-xs text-ink-3">{refused ?? ADMIN_TEXTS.impersonate}</p>}
    </div>
  )
}

function Profile({ user }: { user: AdministratedUser }) {
  const { emailVerified, twoFactorEnabled, createdAt, lastSeenAt, organizations } = user
  return (
    <InspectorSection>
      <div className="mb-3 grid grid-cols-[88px_minmax(0,1fr)] items-center gap-y-1.5 text-ink-3">
        <span>{texts.role}</span>
        <RoleSelect user={user} />
        <span>{texts.plan}</span>
        <PlanSelect holder={{ kind: 'user', id: user.id }} name={user.name} plan={user.plan} />
      </div>
      <Facts
        facts={[
          [texts.verified, emailVerified ? texts.yes : texts.no],
          ['Two-factor', twoFactorEnabled ? texts.on : texts.off],
          ['Created', formatDay(createdAt)],
          [texts.lastSeen, lastSeenAt ? <Time key="seen" at={lastSeenAt} /> : texts.never],
          [
            texts.memberOf,
            organizations.length > 0 ? <Memberships key="organizations" organizations={organizations} /> : '–',
          ],
          ['Storage', formatBytes(user.usedBytes)],
          ['Jobs', formatTotal(user.jobs)],
          [texts.workData, formatTotal(user.workData)],
        ]}
      />
    </InspectorSection>
  )
}

const MEMBERSHIPS_SHOWN = 5

/** The role stays in view however long the name is. */
function Memberships({ organizations }: Pick<AdministratedUser, 'organizations'>) {
  const more = organizations.length - MEMBERSHIPS_SHOWN
  return (
    <ul className="grid gap-1 whitespace-normal">
      {organizations.slice(0, MEMBERSHIPS_SHOWN).map(({ id, name, role }) => (
        <li key={id}>
          <span dir="auto" title={name} className="line-clamp-2 wrap-anywhere">
            {softHyphens(name)}
          </span>
          <span className="block text-xs text-ink-3">{capitalized(role)}</span>
        </li>
      ))}
      {more > 0 ? <li className="text-ink-3">{fill(texts.moreOrganizations, more)}</li> : null}
    </ul>
  )
}
