import { FilterBar } from '#components/ui/filter-bar.tsx'
import { GroupLink } from '#components/ui/group-link.tsx'
import { refined } from '#lib/list-search.ts'
import { useJobFilters } from './job-filters.tsx'
import { type JobListSearch, withoutFilters } from './job-list-search.ts'
import { JobListTools } from './job-list-tools.tsx'
import * as texts from './texts.ts'

interface JobFilterBarProps {
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  tags: readonly string[]
}

/** The filters of the job list, whose only state is the URL. */
export function JobFilterBar({ search, onSearch, tags }: JobFilterBarProps) {
  const filters = useJobFilters(search, onSearch, tags)
  return (
    <FilterBar
      find={{
        label: texts.searchJobs,
        value: search.Name ?? '',
        onChange: (text) => onSearch(refined(search, { Name: text.trim() || undefined })),
      }}
      filters={filters}
      onClearAll={() => onSearch(withoutFilters(search))}
      tools={<JobListTools search={search} onSearch={onSearch} />}
    >
      <GroupLink {...search} />
    </FilterBar>
  )
}
