import { FilterBar } from '#components/ui/filter-bar.tsx'
import { GroupLink } from '#components/ui/group-link.tsx'
import { SortMenu } from '#components/ui/sort-menu.tsx'
import { refined } from '#lib/list-search.ts'
import * as texts from './texts.ts'
import { useWorkDataFilters } from './work-data-filters.tsx'
import { SORT_LABELS, type WorkDataListSearch, withoutFilters } from './work-data-list-search.ts'
import { WorkDataListTools } from './work-data-list-tools.tsx'

interface WorkDataFilterBarProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  tags: readonly string[]
}

/** Filters of the list. They live in the address and nowhere else. */
export function WorkDataFilterBar({ search, onSearch, tags }: WorkDataFilterBarProps) {
  return (
    <FilterBar
      find={{
        label: texts.searchWorkData,
        value: search.NameContains ?? '',
        onChange: (text) => onSearch(refined(search, { NameContains: text.trim() || undefined })),
      }}
      filters={useWorkDataFilters(search, onSearch, tags)}
      onClearAll={() => onSearch(withoutFilters(search))}
      tools={
        <>
          {search.view === 'grid' ? (
            <SortMenu labels={SORT_LABELS} search={search} onSort={(change) => onSearch(refined(search, change))} />
          ) : null}
          <WorkDataListTools search={search} onSearch={onSearch} />
        </>
      }
    >
      <GroupLink {...search} />
    </FilterBar>
  )
}
