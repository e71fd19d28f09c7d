import type { ActivityEntry, ActivityResource } from '@millrace/contracts/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, KeyRound, LogIn, type LucideIcon, Mail, User } from 'lucide-react'
import { ActivityOrigin, ActivityText } from '#components/ui/activity-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { DayEntries } from '#components/ui/day-entries.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { formatClock, formatExact } from '#lib/format.ts'
import { groupByDay } from '#lib/group-by-day.ts'
import { usePage } from '#lib/page.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { accountActivityQuery } from './activity.queries.ts'
import type { ActivitySearch } from './activity-search.ts'
import * as texts from './texts.ts'
import { ACTIVITY_TEXTS, KINDS } from './texts.ts'

const ICONS = {
  user: User,
  organization: Building2,
  session: LogIn,
  orgInvite: Mail,
} as const satisfies Record<ActivityEntry['resourceType'], LucideIcon>

const CHOICES = [
  { value: '', label: texts.all },
  ...Object.entries(KINDS).map(([value, label]) => ({ value: value as ActivityResource, label })),
] as const

interface ActivityScreenProps {
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}

/** The activity of the account, newest first, grouped by day. The filter is in the URL. */
export function ActivityScreen({ search, onSearch }: ActivityScreenProps) {
  usePage([{ label: texts.settings, to: '/settings' }, { label: texts.activity }])
  return (
    <>
      <PillChoice
        label={texts.kind}
        value={search.resourceType ?? ''}
        choices={CHOICES}
        onChange={(kind) => onSearch({ resourceType: kind || undefined })}
        className="flex-none px-3.5 pt-4 phone:px-1.5"
      />
      <Entries search={search} onClear={() => onSearch({})} />
    </>
  )
}

function Entries({ search, onClear }: { search: ActivitySearch; onClear: () => void }) {
  const query = useInfiniteQuery(accountActivityQuery(search))
  const now = useNow(60_000)
  const readerId = useSession()?.user.id ?? ''
  const entries = query.data?.pages.flat()
  if (query.error && !entries) {
    return <PageError title={texts.activityCouldNotBeLoaded} error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!entries) return <SkeletonRows />
  if (entries.length === 0) {
    if (search.resourceType === undefined) return <EmptyState title={ACTIVITY_TEXTS.empty} />
    return <EmptyState title={ACTIVITY_TEXTS.noMatch} action={<Button onClick={onClear}>{texts.showAll}</Button>} />
  }
  return (
    <div className="w-full max-w-[768px] px-6 pb-12 phone:px-4">
      {groupByDay(entries, now).map(({ label, items }) => (
        <section key={label} aria-label={label} className="pt-5">
          <h2 className="pb-1 text-xs font-medium text-ink-3">{label}</h2>
          <DayEntries label={label} entries={items} moreClass="border-t border-line py-1 pl-7">
            {(entry) => <ActivityRow key={entry.id} entry={entry} readerId={readerId} />}
          </DayEntries>
        </section>
      ))}
      {query.hasNextPage ? (
        <Button className="mt-5" working={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.showOlder}
        </Button>
      ) : (
        <p className="mt-5 text-xs text-ink-3">{ACTIVITY_TEXTS.end}</p>
      )}
    </div>
  )
}

function ActivityRow({ entry, readerId }: { entry: ActivityEntry; readerId: string }) {
  const Icon = entry.metadata.event?.startsWith('apiKey.') ? KeyRound : ICONS[entry.resourceType]
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5">
      <Icon className="mt-0.5 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p data-choice tabIndex={-1}>
          <ActivityText entry={entry} readerId={readerId} />
        </p>
        <ActivityOrigin entry={entry} />
      </div>
      <time dateTime={entry.createdAt} title={formatExact(entry.createdAt)} className="text-ink-3">
        {formatClock(entry.createdAt)}
      </time>
    </li>
  )
}
