import { ArrowDownUp } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { GroupLink } from '#components/ui/group-link.tsx'
import { Menu, MenuChoice } from '#components/ui/menu.tsx'
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

/** Filters of the job list. They live in the URL and nowhere else. */
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
      <SortMenu search={search} onSearch={onSearch} />
    </FilterBar>
  )
}

const ORDERS = [
  { value: 'CreatedAt', label: texts.newestFirst },
  { value: 'CompletedAt', label: texts.lastFinishedFirst },
  { value: 'Name', label: texts.byName },
] as const

/** The orders there are; the column heads offer those whose column is shown. */
function SortMenu({ search, onSearch }: Omit<JobFilterBarProps, 'tags'>) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" variant="quiet" icon={<ArrowDownUp aria-hidden="true" />}>
          {texts.sort}
        </Button>
      }
    >
      <MenuChoice
        label={texts.order}
        value={search.SortBy}
        choices={ORDERS}
        onChange={(SortBy) =>
          onSearch(refined(search, { SortBy, SortType: SortBy === 'Name' ? 'Ascending' : 'Descending' }))
        }
      />
    </Menu>
  )
}
