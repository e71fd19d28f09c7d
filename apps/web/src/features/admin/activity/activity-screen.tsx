import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { DayEntries } from '#components/ui/day-entries.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { type Filter, FilterBar } from '#components/ui/filter-bar.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { groupByDay } from '#lib/group-by-day.ts'
import { usePage } from '#lib/page.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { useActivityFilters } from './activity-filters.tsx'
import { ActivityRow } from './activity-row.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { exportHref, serverActivityQuery } from './server-activity.queries.ts'
import * as texts from './texts.ts'

interface ActivityScreenProps {
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}

/** The activity log of the server, newest first. The filters are in the URL. */
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
      <FilterBar
        find={{
          label: texts.searchActivity,
          value: search.search ?? '',
          onChange: (text) => onSearch({ ...search, search: text || undefined }),
        }}
        filters={filters}
        onClearAll={clear}
        tools={<ExportMenu search={search} />}
      />
      <ListBody
        query={query}
        failed={texts.activityCouldNotBeLoaded}
        isEmpty={entries.length === 0}
        empty={
          <NoEntries
            find={search.search}
            filters={filters}
            onDropFind={() => onSearch({ ...search, search: undefined })}
            onClear={clear}
          />
        }
      >
        <div className="scroll-thin min-h-0 flex-1 scroll-pt-10 overflow-y-auto border-t border-line">
          <ul aria-label={texts.activity}>
            {groupByDay(entries, now).map(({ label, items }) => (
              <li key={label}>
                <h2 className="sticky top-0 z-10 border-b border-line bg-surface px-6 pt-4 pb-1.5 text-xs font-medium text-ink-3 phone:px-4">
                  {label}
                </h2>
                <DayEntries
                  label={label}
                  entries={items}
                  moreClass="border-b border-line py-1 pr-6 pl-21 phone:pl-10.5"
                >
                  {(entry) => <ActivityRow key={entry.id} entry={entry} readerId={readerId} />}
                </DayEntries>
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
      trigger={<IconButton size="sm" label={texts.exportLabel} word={texts.exportLabel} icon={<Download />} />}
    >
      <MenuItem render={<a href={exportHref(search, 'csv')} download />}>{texts.csv}</MenuItem>
      <MenuItem render={<a href={exportHref(search, 'jsonl')} download />}>{texts.jsonLines}</MenuItem>
    </Menu>
  )
}

interface NoEntriesProps {
  find: string | undefined
  filters: readonly Filter[]
  onDropFind: () => void
  onClear: () => void
}

function NoEntries({ find, filters, onDropFind, onClear }: NoEntriesProps) {
  const set = filters.filter(({ value }) => value !== undefined)
  if (set.length === 0 && find === undefined)
    return <EmptyState title={texts.nothingYet}>{ADMIN_TEXTS.noActivity}</EmptyState>
  return (
    <NoMatches
      what="entries"
      count={set.length + (find ? 1 : 0)}
      find={find}
      onDropFind={onDropFind}
      filters={set}
      onDropAll={onClear}
    />
  )
}
