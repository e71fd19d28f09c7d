import type { ActivityEntry } from '@millrace/contracts/activity'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Server, User } from 'lucide-react'
import { ActivityOrigin, ActivityText } from '#components/ui/activity-text.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { addressIn } from '#lib/activity-sentence.ts'
import { formatClock, formatExact } from '#lib/format.ts'

/** An entry of the log as one line, which can be expanded to show the details of the entry. */
export function ActivityRow({ entry, readerId }: { entry: ActivityEntry; readerId: string }) {
  const { createdAt, metadata } = entry
  const address = addressIn(entry)
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="grid min-h-(--row) list-none grid-cols-[16px_20px_minmax(0,1fr)_auto] items-start gap-3 px-6 py-2 hover:bg-hover phone:grid-cols-[20px_minmax(0,1fr)_auto] phone:gap-2.5 phone:px-4">
          <ChevronRight className="icon-sm mt-0.5 text-ink-3 group-open:rotate-90 phone:hidden" />
          <span className="grid">
            <Actor entry={entry} />
          </span>
          <span className="min-w-0">
            <ActivityText entry={entry} readerId={readerId} isLinked={false} />
            <ActivityOrigin entry={entry} />
          </span>
          <time dateTime={createdAt} title={formatExact(createdAt)} className="text-ink-3">
            {formatClock(createdAt)}
          </time>
        </summary>
        <dl className="mono-sm grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 bg-sunken px-6 py-3 phone:px-4">
          {detailsOf(entry, metadata).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">
                {name === 'name' && address ? (
                  <Link to={address as '/jobs'} className="text-accent hover:underline">
                    {value}
                  </Link>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

function Actor({ entry: { userId, userName, impersonatorName } }: { entry: ActivityEntry }) {
  const name = impersonatorName ?? userName
  if (name) return <Avatar name={name} />
  const Icon = userId === null ? Server : User
  return <Icon className="mt-0.5 text-ink-3" aria-hidden="true" />
}

function detailsOf(entry: ActivityEntry, metadata: ActivityEntry['metadata']): [string, string][] {
  const ids: [string, string | null | undefined][] = [
    ['resourceId', entry.resourceId],
    ['userId', entry.userId],
    ['impersonatorId', entry.impersonatorId],
    ['subjectId', entry.subjectId],
    ['organizationId', entry.organizationId],
    ['organization', entry.organizationName],
  ]
  const given = ids.filter((pair): pair is [string, string] => pair[1] != null)
  return [...Object.entries(metadata), ...given, ['at', entry.createdAt]] as [string, string][]
}
