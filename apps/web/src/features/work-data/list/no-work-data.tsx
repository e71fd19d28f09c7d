import { Upload } from 'lucide-react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { EmptyState, GhostRows } from '#components/ui/empty-state.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { refined } from '#lib/list-search.ts'
import { useWorkDataFilters } from './work-data-filters.tsx'
import { TAB_LABELS, type WorkDataListSearch, withoutFilters } from './work-data-list-search.ts'

interface NoWorkDataProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  /** Matches before the page that is asked for. */
  total: number
}

/** Nothing yet, nothing of this kind, or nothing that matches: what it is and what to do. */
export function NoWorkData({ search, onSearch, total }: NoWorkDataProps) {
  const set = useWorkDataFilters(search, onSearch, []).filter((filter) => filter.value !== undefined)
  const count = set.length + (search.NameContains ? 1 : 0)
  if (total > 0) {
    return (
      <EmptyState
        title="This page is empty"
        action={<Button onClick={() => onSearch(refined(search, {}))}>First page</Button>}
      >
        The list is shorter now.
      </EmptyState>
    )
  }
  if (count > 0) {
    return (
      <NoMatches
        what="files"
        count={count}
        find={search.NameContains}
        onDropFind={() => onSearch(refined(search, { NameContains: undefined }))}
        filters={set}
        onDropAll={() => onSearch(withoutFilters(search))}
      />
    )
  }
  if (search.tab !== 'all') {
    return (
      <EmptyState
        title={`No files in “${TAB_LABELS[search.tab]}”`}
        action={<Button onClick={() => onSearch(refined(search, { tab: 'all' }))}>All work data</Button>}
      />
    )
  }
  return (
    <EmptyState
      title="No data yet"
      ghost={<GhostRows rows={10} />}
      action={
        <ButtonLink to={'/workdata/upload' as '/'} variant="primary" icon={<Upload aria-hidden="true" />}>
          Upload files
        </ButtonLink>
      }
    >
      Uploaded files and job results appear here.
    </EmptyState>
  )
}
