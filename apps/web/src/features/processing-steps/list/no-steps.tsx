import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { type StepListSearch, withoutFilters } from '../step-search.ts'
import { useStepFilters } from './step-filters.tsx'
import * as texts from './texts.ts'

interface NoStepsProps {
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
  /** Number of steps from the server, to which the search, tag, category and file filters have not been applied. */
  total: number
}

/** Shown if there are no steps, or if none matches the filters. */
export function NoSteps({ search, onSearch, total }: NoStepsProps) {
  const set = useStepFilters(search, onSearch, 'the file').filter((filter) => filter.value !== undefined)
  const count = set.length + (search.find ? 1 : 0) + (search.tag ? 1 : 0) + (search.category ? 1 : 0)
  if (count === 0 && total === 0) {
    return <EmptyState title={texts.noStepsYet}>{texts.whereStepsComeFrom}</EmptyState>
  }
  return (
    <NoMatches
      what="steps"
      count={count}
      find={search.find}
      onDropFind={() => onSearch({ ...search, find: undefined })}
      filters={set}
      onDropAll={() => onSearch(withoutFilters(search))}
    >
      {search.category ? (
        <Button onClick={() => onSearch({ ...search, category: undefined })}>{texts.allCategories}</Button>
      ) : null}
      {search.tag ? <Button onClick={() => onSearch({ ...search, tag: undefined })}>{texts.allTags}</Button> : null}
    </NoMatches>
  )
}
