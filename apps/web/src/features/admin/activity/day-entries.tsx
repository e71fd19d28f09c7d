import type { ActivityEntry } from '@millrace/contracts/activity'
import { ChevronRight, Server, User } from 'lucide-react'
import { useRef, useState } from 'react'
import { ActivityOrigin, ActivityWords } from '#components/ui/activity-words.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { formatClock, formatExact } from '#lib/format.ts'
import { revealRows } from '#lib/hand-on-focus.ts'
import { foldedRuns } from './activity-runs.ts'
import * as texts from './texts.ts'

interface DayEntriesProps {
  label: string
  entries: readonly ActivityEntry[]
  readerId: string
}

/** The entries of a day. Of many of the same kind in a row, such as invitations: the first ones, and a button for the others. */
export function DayEntries({ label, entries, readerId }: DayEntriesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} aria-label={label}>
      {foldedRuns(entries, opened).flatMap(({ shown, hidden }) => [
        ...shown.map((entry) => <Entry key={entry.id} entry={entry} readerId={readerId} />),
        hidden.length > 0 ? (
          <li key={`before ${hidden.at(-1)}`} className="border-b border-line py-1 pr-6 pl-27 phone:pl-25">
            <Button
              size="sm"
              variant="quiet"
              className="-ml-2.5"
              onClick={() => revealRows(list.current, () => setOpened(new Set([...opened, ...hidden])))}
            >
              {fill(texts.moreLikeThese, hidden.length)}
            </Button>
          </li>
        ) : null,
      ])}
    </ul>
  )
}

function Entry({ entry, readerId }: { entry: ActivityEntry; readerId: string }) {
  const { createdAt, metadata } = entry
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="grid min-h-(--row) list-none grid-cols-[40px_20px_minmax(0,1fr)_16px] items-start gap-3 px-6 py-2 hover:bg-hover phone:px-4">
          <time dateTime={createdAt} title={formatExact(createdAt)} className="text-ink-3">
            {formatClock(createdAt)}
          </time>
          <Actor entry={entry} />
          <span className="min-w-0">
            <ActivityWords entry={entry} readerId={readerId} />
            <ActivityOrigin entry={entry} />
          </span>
          <ChevronRight className="icon-sm mt-0.5 text-ink-3 group-open:rotate-90" aria-hidden="true" />
        </summary>
        <dl className="mono-sm grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 bg-sunken px-6 py-3 phone:px-4">
          {detailsOf(entry, metadata).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

/** Who did it. The sentence says the name. */
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
