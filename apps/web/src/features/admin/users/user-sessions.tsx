import type { AdministratedUser } from '@millrace/contracts/administration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Time } from '#components/ui/time.tsx'
import { deviceOf } from '#lib/device.ts'
import { toast } from '#lib/toast.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { type UserSession, useRevokeSession, useRevokeSessions, userQueries } from './users.queries.ts'

/** The devices on which a user is signed in. */
export function UserSessions({ user }: { user: AdministratedUser }) {
  const { data: sessions, error, refetch } = useQuery(userQueries.sessions(user.id))
  const [isAsking, setIsAsking] = useState(false)
  const revokeAll = useRevokeSessions()
  return (
    <InspectorSection
      title={sessions ? `Sessions ${sessions.length}` : 'Sessions'}
      tools={
        sessions && sessions.length > 1 ? (
          <Button size="sm" variant="quiet" onClick={() => setIsAsking(true)}>
            Sign out all
          </Button>
        ) : null
      }
    >
      {error && !sessions ? (
        <ErrorView title="Sessions could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {sessions?.length === 0 ? <p className="text-ink-3">Not signed in anywhere</p> : null}
      <ul aria-label={`Sessions of ${user.name}`}>
        {sessions
          ?.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
          .map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
      </ul>
      {isAsking ? (
        <ConfirmDialog
          open
          onClose={() => setIsAsking(false)}
          title={`Sign ${user.name} out everywhere?`}
          confirm="Sign out all"
          keep="Keep signed in"
          working={revokeAll.isPending}
          onConfirm={() =>
            revokeAll.mutate(user.id, {
              onSuccess: () => toast.success(`${user.name} signed out everywhere`),
              onSettled: () => setIsAsking(false),
            })
          }
        >
          {ADMIN_TEXTS.signOutAll}
        </ConfirmDialog>
      ) : null}
    </InspectorSection>
  )
}

function SessionRow({ session }: { session: UserSession }) {
  const revoke = useRevokeSession()
  const { name } = deviceOf(session.userAgent)
  return (
    <li className="flex items-center gap-2 py-1">
      <div className="min-w-0 flex-1">
        <p className="truncate" title={session.userAgent ?? undefined}>
          {session.impersonatedBy ? 'Impersonation by an administrator' : name}
        </p>
        <p className="flex gap-2 text-xs text-ink-3">
          <Time at={session.updatedAt} />
          {session.ipAddress ? <span className="truncate">{session.ipAddress}</span> : null}
        </p>
      </div>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Sign out ${name}`}
        working={revoke.isPending}
        onClick={() => revoke.mutate(session.token, { onSuccess: () => toast.success(`${name} signed out`) })}
      >
        Sign out
      </Button>
    </li>
  )
}
