import { FilterBar } from '#components/ui/filter-bar.tsx'
import { GroupLink } from '#components/ui/group-link.tsx'
import { refined } from '#lib/list-search.ts'
import * as texts from './texts.ts'
import { useWorkDataFilters } from './work-data-filters.tsx'
import { type WorkDataListSearch, withoutFilters } from './work-data-list-search.ts'
import { WorkDataListTools } from './work-data-list-tools.tsx'

interface WorkDataFilterBarProps {
  search: WorkDataListSearch
  onSearch: (search: WorkDataListSearch) => void
  tags: readonly string[]
}

/** The filters of the list. They are stored in the URL only. */
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
      tools={<WorkDataListTools search={search} onSearch={onSearch} />}
    >
      <GroupLink {...search} />
    </FilterBar>
  )
}
