import { FilterBar } from '#components/ui/filter-bar.tsx'
import type { StepFamily } from '#lib/step-versions.ts'
import { type StepListSearch, withoutFilters } from '../step-search.ts'
import { useStepFilters } from './step-filters.tsx'
import { StepListTools } from './step-list-tools.tsx'
import * as texts from './texts.ts'

interface StepFilterBarProps {
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
  /** The steps that are shown. */
  families: readonly StepFamily[]
  /** Name of the file that steps have to take. */
  fileName: string | undefined
}

/** Filters of the list. They live in the address and nowhere else. */
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
