import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { lostSince } from '#lib/connection.ts'
import { infoQuery } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatClock } from '#lib/format.ts'
import { organizationsQuery } from '#lib/organizations.ts'
import { isAdmin, useSession } from '#lib/session.ts'
import { useValue } from '#lib/value.ts'
import { welcomeQuery } from '../account/account.queries.ts'
import * as texts from './texts.ts'

/**
 * Notices below the header about the connection, the installation, and two-factor authentication that the organization
 * requires.
 */
export function NoticeLine() {
  return (
    <>
      <Offline />
      <Updated />
      <InsecureHttp />
      <SecondFactorMissing />
    </>
  )
}

function Line({ tone, children }: { tone: 'quiet' | 'warning'; children: ReactNode }) {
  return (
    <p
      role="status"
      className={clsx(
        'flex-none border-b border-line px-6 py-1.5 text-xs phone:px-4',
        tone === 'warning' ? 'bg-warning-soft text-ink' : 'bg-sunken text-ink-2',
      )}
    >
      {children}
    </p>
  )
}

function Offline() {
  const online = useSyncExternalStore(watchConnection, () => navigator.onLine)
  const lost = useValue(lostSince)
  if (!online) return <OfflineSince />
  if (!lost) return null
  return <Line tone="warning">{fill(texts.serverNotResponding, formatClock(lost))}</Line>
}

function OfflineSince() {
  const [since] = useState(() => new Date())
  return <Line tone="quiet">{fill(texts.offline, formatClock(since))}</Line>
}

function watchConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The page never reloads automatically, because the user may be typing. */
function Updated() {
  const { data } = useQuery(infoQuery)
  const version = data?.properties.BuildVersion
  const [first, setFirst] = useState(version)
  if (first === undefined && version !== undefined) setFirst(version)
  if (first === undefined || version === undefined || version === first) return null
  return (
    <Line tone="quiet">
      {texts.millraceWasUpdated}{' '}
      <button
        type="button"
        onClick={() => location.reload()}
        className="rounded-sm font-medium text-accent hover:underline"
      >
        {texts.reload}
      </button>
    </Line>
  )
}

function InsecureHttp() {
  const admin = isAdmin(useSession())
  const { data } = useQuery({ ...welcomeQuery(), enabled: admin })
  if (!admin || !data?.insecureHttp) return null
  return <Line tone="warning">{texts.notEncrypted}</Line>
}

function SecondFactorMissing() {
  const session = useSession()
  const activeId = session?.session.activeOrganizationId
  const { data: organizations } = useQuery({ ...organizationsQuery, enabled: activeId != null })
  const active = organizations?.find(({ id }) => id === activeId)
  if (!active?.requireTwoFactor || session?.user.twoFactorEnabled) return null
  return (
    <Line tone="warning">
      {active.name} requires two-factor authentication.{' '}
      <Link to="/settings/account" className="rounded-sm font-medium text-accent hover:underline">
        {texts.turnItOn}
      </Link>
    </Line>
  )
}
