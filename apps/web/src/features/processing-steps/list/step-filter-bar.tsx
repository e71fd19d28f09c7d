import { FilterBar } from '#components/ui/filter-bar.tsx'
import type { StepFamily } from '#lib/step-versions.ts'
import { type StepListSearch, withoutFilters } from '../step-search.ts'
import { useStepFilters } from './step-filters.tsx'
import { StepListTools } from './step-list-tools.tsx'
import * as texts from './texts.ts'

interface StepFilterBarProps {
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
  families: readonly StepFamily[]
  /** Name of the file that all listed steps must accept. */
  fileName: string | undefined
}

/** The filters of the list. They are stored in the URL only. */
export function StepFilterBar({ search, onSearch, families, fileName }: StepFilterBarProps) {
  return (
    <FilterBar
      find={{
        label: texts.searchSteps,
        value: search.find ?? '',
        onChange: (text) => onSearch({ ...search, find: text.trim() || undefined }),
      }}
      filters={useStepFilters(search, onSearch, fileName)}
      onClearAll={() => onSearch(withoutFilters(search))}
      tools={<StepListTools families={families} search={search} onSearch={onSearch} />}
    />
  )
}
