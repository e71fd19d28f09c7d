import { Button } from '#components/ui/button.tsx'
import { EmptyState, GhostRows } from '#components/ui/empty-state.tsx'
import { type StepListSearch, withoutFilters } from '../step-search.ts'
import { useStepFilters } from './step-filters.tsx'

interface NoStepsProps {
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
  /** How many steps the server found before words, tags and types were looked at. */
  total: number
}

/** No step yet, or none that matches: what it is and what to do. */
export function NoSteps({ search, onSearch, total }: NoStepsProps) {
  const set = useStepFilters(search, onSearch, 'the file').filter((filter) => filter.value !== undefined)
  const count = set.length + (search.find ? 1 : 0) + (search.tag ? 1 : 0)
  if (count === 0 && total === 0) {
    return (
      <EmptyState title="No steps yet" ghost={<GhostRows rows={8} />}>
        A worker brings its steps with it. They stand here as soon as one has signed on.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={count === 1 ? 'No step matches the filter' : `No step matches ${count} filters`}
      action={
        <>
          {search.find ? (
            <Button onClick={() => onSearch({ ...search, find: undefined })}>{`Drop "${search.find}"`}</Button>
          ) : null}
          {search.tag ? <Button onClick={() => onSearch({ ...search, tag: undefined })}>All groups</Button> : null}
          {set.map((filter) => (
            <Button key={filter.id} onClick={filter.onClear}>
              {`Drop "${filter.label} ${filter.value}"`}
            </Button>
          ))}
          {count > 1 ? <Button onClick={() => onSearch(withoutFilters(search))}>Drop all</Button> : null}
        </>
      }
    />
  )
}
