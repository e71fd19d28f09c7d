import type { ActivityEntry } from '@millrace/contracts/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Download, Server, User } from 'lucide-react'
import { useState } from 'react'
import { ActivityOrigin, ActivityWords } from '#components/ui/activity-words.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { type Filter, FilterBar } from '#components/ui/filter-bar.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { byDay } from '#lib/by-day.ts'
import { fill } from '#lib/fill.ts'
import { formatClock, formatExact } from '#lib/format.ts'
import { usePage } from '#lib/page.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { useActivityFilters } from './activity-filters.tsx'
import { runsOf } from './activity-runs.ts'
import type { ActivitySearch } from './activity-search.ts'
import { exportHref, serverActivityQuery } from './server-activity.queries.ts'
import * as texts from './texts.ts'

interface ActivityScreenProps {
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}

/** The activity log of the server, newest first. The filters are the URL. */
export function AdminActivityScreen({ search, onSearch }: ActivityScreenProps) {
  usePage([{ label: texts.admin, to: '/admin' }, { label: texts.activity }])
  const query = useInfiniteQuery(serverActivityQuery(search))
  const filters = useActivityFilters(search, onSearch)
  const readerId = useSession()?.user.id ?? ''
  const now = useNow(60_000)
  const entries = query.data?.pages.flat() ?? []
  const clear = () => onSearch({})
  return (
    <div className="flex min-h-0 flex-1 flex-col pt-3">
      <FilterBar filters={filters} onClearAll={clear} tools={<ExportMenu search={search} />} />
      <ListBody
        query={query}
        failed={texts.activityCouldNotBeLoaded}
        isEmpty={entries.length === 0}
        empty={<NoEntries filters={filters} onClear={clear} />}
      >
        <div className="scroll-thin min-h-0 flex-1 scroll-pt-10 overflow-y-auto border-t border-line">
          <ul aria-label={texts.activity}>
            {byDay(entries, now).map(({ label, items }) => (
              <li key={label}>
                <h2 className="sticky top-0 z-10 border-b border-line bg-surface px-6 pt-4 pb-1.5 text-xs font-medium text-ink-3 phone:px-4">
                  {label}
                </h2>
                <ul aria-label={label}>
                  {runsOf(items).map((run) => (
                    <EntryRun key={run[0]?.id} entries={run} readerId={readerId} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button
              className="m-6 phone:m-4"
              working={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {texts.showOlder}
            </Button>
          ) : (
            <p className="px-6 py-4 text-xs text-ink-3 phone:px-4">{texts.noOlderActivity}</p>
          )}
        </div>
      </ListBody>
    </div>
  )
}

function ExportMenu({ search }: { search: ActivitySearch }) {
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={texts.exportLabel} icon={<Download aria-hidden="true" />} />}
    >
      <MenuItem render={<a href={exportHref(search, 'csv')} download />}>{texts.csv}</MenuItem>
      <MenuItem render={<a href={exportHref(search, 'jsonl')} download />}>{texts.jsonLines}</MenuItem>
    </Menu>
  )
}

/** How many entries of a run are shown before it is unfolded. */
const SHOWN_OF_RUN = 2

/** Entries of the same kind in a row, such as many invitations: the first ones, and a button for the others. */
function EntryRun({ entries, readerId }: { entries: readonly ActivityEntry[]; readerId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const more = entries.length - SHOWN_OF_RUN
  const shown = isOpen || more < 2 ? entries : entries.slice(0, SHOWN_OF_RUN)
  return (
    <>
      {shown.map((entry) => (
        <Entry key={entry.id} entry={entry} readerId={readerId} />
      ))}
      {shown.length < entries.length ? (
        <li className="border-b border-line py-1 pr-6 pl-27 phone:pl-25">
          <Button size="sm" variant="quiet" className="-ml-2.5" onClick={() => setIsOpen(true)}>
            {fill(texts.moreLikeThese, more)}
          </Button>
        </li>
      ) : null}
    </>
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

function NoEntries({ filters, onClear }: { filters: readonly Filter[]; onClear: () => void }) {
  const set = filters.filter(({ value }) => value !== undefined)
  if (set.length === 0) return <EmptyState title={texts.nothingYet}>{ADMIN_TEXTS.noActivity}</EmptyState>
  return (
    <NoMatches
      what="entries"
      count={set.length}
      find={undefined}
      onDropFind={onClear}
      filters={set}
      onDropAll={onClear}
    />
  )
}
