import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Section } from '#components/ui/section.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Time } from '#components/ui/time.tsx'
import { type Device, deviceOf } from '#lib/device.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { ipLocation } from '#lib/ip-location.ts'
import { toast } from '#lib/toast.ts'
import { type OwnSession, sessionsQuery, useRevoke } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

const ICONS = { computer: Monitor, phone: Smartphone, program: SquareTerminal } as const satisfies Record<
  Device['kind'],
  unknown
>

/** The devices on which the user is signed in. */
export function SessionsSection({ currentId }: { currentId: string }) {
  const { data, error, refetch } = useQuery(sessionsQuery(currentId))
  const [isAsking, setIsAsking] = useState(false)
  const sessions = data?.toSorted((a, b) => rank(b, currentId).localeCompare(rank(a, currentId)))
  const others = sessions?.filter(({ id }) => id !== currentId) ?? []
  return (
    <Section
      title={texts.sessions}
      count={sessions?.length}
      help={SETTINGS_TEXTS.sessions.help}
      actions={others.length > 0 ? <Button onClick={() => setIsAsking(true)}>{texts.signOutAllOthers}</Button> : null}
    >
      {error && !sessions ? (
        <ErrorView title={texts.sessionsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : null}
      {sessions || error ? null : <Skeleton className="h-11" />}
      <ul aria-label={texts.sessions}>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === currentId} />
        ))}
      </ul>
      {sessions && others.length === 0 ? <p className="mt-2 text-ink-3">{SETTINGS_TEXTS.sessions.none}</p> : null}
      {isAsking ? <SignOutOthers count={others.length} onClose={() => setIsAsking(false)} /> : null}
    </Section>
  )
}

/** Returns a key for sorting in descending order: this device first, then the most recently used ones. */
function rank({ id, updatedAt }: OwnSession, currentId: string): string {
  return `${id === currentId ? 1 : 0} ${updatedAt}`
}

function SessionRow({ session, isCurrent }: { session: OwnSession; isCurrent: boolean }) {
  const revoke = useRevoke()
  const device = deviceOf(session.userAgent)
  const Icon = ICONS[device.kind]
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <Icon className="text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={session.userAgent ?? undefined}>
          {session.impersonatedBy ? SETTINGS_TEXTS.sessions.byAdministrator : device.name}
        </p>
        <p className="text-xs text-ink-3">
          Last used <Time at={session.updatedAt} /> · Signed in <Time at={session.createdAt} />
          {session.ipAddress ? ` · ${ipLocation(session.ipAddress)}` : null}
        </p>
      </div>
      {isCurrent ? (
        <span className="text-xs font-medium text-success">{texts.thisDevice}</span>
      ) : (
        <Button
          size="sm"
          working={revoke.isPending}
          aria-label={fill(texts.signOutNamed, device.name)}
          onClick={() =>
            revoke.mutate(session.token, { onSuccess: () => toast.success(fill(texts.signedOut, device.name)) })
          }
        >
          {texts.signOut}
        </Button>
      )}
    </li>
  )
}

function SignOutOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const revoke = useRevoke()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={SETTINGS_TEXTS.sessions.othersTitle}
      confirm={fill(texts.signOutNamed, plural(count, 'device'))}
      keep={texts.keepSignedIn}
      working={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(undefined, {
          onSuccess: () => toast.success(fill(texts.signedOut, plural(count, 'device'))),
          onSettled: onClose,
        })
      }
    >
      {SETTINGS_TEXTS.sessions.others}
    </ConfirmDialog>
  )
}
