import type { ActivityEntry } from '@millrace/contracts/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, KeyRound, LogIn, type LucideIcon, Mail, User } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { activitySentence } from '#lib/activity-sentence.ts'
import { deviceOf } from '#lib/device.ts'
import { formatClock, formatExact } from '#lib/format.ts'
import { usePage } from '#lib/page.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { accountActivityQuery } from './activity.queries.ts'
import { byDay } from './by-day.ts'
import { ACTIVITY_TEXTS } from './texts.ts'

const ICONS = {
  user: User,
  organization: Building2,
  session: LogIn,
  orgInvite: Mail,
} as const satisfies Record<ActivityEntry['resourceType'], LucideIcon>

/** What happened to the account, newest first, in groups of one day. */
export function ActivityScreen() {
  usePage([{ label: 'Settings', to: '/settings' }, { label: 'Activity' }])
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(accountActivityQuery)
  const now = useNow(60_000)
  const readerId = useSession()?.user.id ?? ''
  const entries = data?.pages.flat()
  if (error && !entries) {
    return <ErrorView title="Activity could not be loaded" error={error} onRetry={() => void refetch()} />
  }
  if (!entries) return <SkeletonRows />
  if (entries.length === 0) return <EmptyState title={ACTIVITY_TEXTS.empty} />
  return (
    <div className="w-full max-w-[768px] px-6 pb-12 phone:px-4">
      {byDay(entries, now).map(({ label, items }) => (
        <section key={label} aria-label={label} className="pt-5">
          <h2 className="pb-1 text-xs font-medium text-ink-3">{label}</h2>
          <ul>
            {items.map((entry) => (
              <ActivityRow key={entry.id} entry={entry} readerId={readerId} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage ? (
        <Button className="mt-5" working={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      ) : (
        <p className="mt-5 text-xs text-ink-3">{ACTIVITY_TEXTS.end}</p>
      )}
    </div>
  )
}

function ActivityRow({ entry, readerId }: { entry: ActivityEntry; readerId: string }) {
  const Icon = entry.metadata.event?.startsWith('apiKey.') ? KeyRound : ICONS[entry.resourceType]
  const place = placeOf(entry)
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5">
      <Icon className="mt-0.5 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{activitySentence(entry, readerId)}</p>
        {place ? (
          <p className="truncate text-xs text-ink-3" title={entry.metadata.userAgent}>
            {place}
          </p>
        ) : null}
      </div>
      <time dateTime={entry.createdAt} title={formatExact(entry.createdAt)} className="text-ink-3">
        {formatClock(entry.createdAt)}
      </time>
    </li>
  )
}

/** Where it came from, as far as it was recorded: `Chrome on Linux · 127.0.0.1`. */
function placeOf({ metadata: { userAgent, ipAddress } }: ActivityEntry): string {
  return [userAgent ? deviceOf(userAgent).name : undefined, ipAddress].filter(Boolean).join(' · ')
}
