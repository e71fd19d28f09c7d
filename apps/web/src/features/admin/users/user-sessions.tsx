import type { AdministratedUser } from '@millrace/contracts/administration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Time } from '#components/ui/time.tsx'
import { deviceOf } from '#lib/device.ts'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import { type UserSession, useRevokeSession, useRevokeSessions, userQueries } from './users.queries.ts'

export function UserSessions({ user }: { user: AdministratedUser }) {
  const { data: sessions, error, refetch } = useQuery(userQueries.sessions(user.id))
  const [isAsking, setIsAsking] = useState(false)
  const revokeAll = useRevokeSessions()
  return (
    <InspectorSection
      title={texts.sessions}
      count={sessions?.length}
      tools={
        sessions && sessions.length > 1 ? (
          <Button size="sm" variant="quiet" className="-mr-2.5" onClick={() => setIsAsking(true)}>
            {texts.signOutAll}
          </Button>
        ) : null
      }
    >
      {error && !sessions ? (
        <ErrorView title={texts.sessionsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : null}
      {sessions?.length === 0 ? <p className="text-ink-3">{texts.notSignedInAnywhere}</p> : null}
      <ul aria-label={fill(texts.sessionsOf, user.name)}>
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
          title={fill(texts.signOutEverywhere, user.name)}
          confirm={texts.signOutAll}
          keep={texts.keepSignedIn}
          working={revokeAll.isPending}
          onConfirm={() =>
            revokeAll.mutate(user.id, {
              onSuccess: () => toast.success(fill(texts.signedOutEverywhere, user.name)),
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
          {session.impersonatedBy ? texts.impersonationByAnAdministrator : name}
        </p>
        <p className="truncate text-xs text-ink-3">
          <Time at={session.updatedAt} className="cell-time" />
          {session.ipAddress ? ` · ${session.ipAddress}` : null}
        </p>
      </div>
      <Button
        size="sm"
        variant="quiet"
        className="-mr-2.5"
        aria-label={fill(texts.signOutName, name)}
        working={revoke.isPending}
        onClick={() => revoke.mutate(session.token, { onSuccess: () => toast.success(fill(texts.signedOut, name)) })}
      >
        {texts.signOut}
      </Button>
    </li>
  )
}
