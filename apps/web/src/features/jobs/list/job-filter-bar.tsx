import { FilterBar } from '#components/ui/filter-bar.tsx'
import { useJobFilters } from './job-filters.tsx'
import { type JobListSearch, refined, withoutFilters } from './job-list-search.ts'

interface JobFilterBarProps {
  search: JobListSearch
  onSearch: (search: JobListSearch) => void
  tags: readonly string[]
}

/** Filters of the job list. They live in the URL and nowhere else. */
export function JobFilterBar({ search, onSearch, tags }: JobFilterBarProps) {
  const filters = useJobFilters(search, onSearch, tags)
  return (
    <FilterBar
      find={{
        label: 'Name',
        value: search.Name ?? '',
        onChange: (text) => onSearch(refined(search, { Name: text.trim() || undefined })),
      }}
      filters={filters}
      onClearAll={() => onSearch(withoutFilters(search))}
    />
  )
}
