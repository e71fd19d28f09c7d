import { useMemo, useState } from 'react'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { selfHref } from '#lib/siren.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import type { Value } from '#lib/value.ts'
import type { StepListSearch } from '../step-search.ts'
import { mostPerDay } from '../step-usage.tsx'
import { linesOf, listedTags, stepListLayout } from './step-list-layout.tsx'
import * as texts from './texts.ts'

interface StepTableProps {
  families: readonly StepFamily[]
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
  cursor: Value<string | undefined>
}

/** Height of a row, which has two lines. */
export const STEP_ROW = 'var(--step-row)'

/** The steps as a table. A button expands the older versions of a step. */
export function StepTable({ families, search, onSearch, cursor }: StepTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => linesOf(families, unfolded), [families, unfolded])
  const onTag = useStableCallback((tag: string) => onSearch({ ...search, tag }))
  const onUnfold = useStableCallback(({ newest }: StepFamily) => {
    const next = new Set(unfolded)
    if (!next.delete(selfHref(newest))) next.add(selfHref(newest))
    setUnfolded(next)
  })
  const tags = listedTags(families)
  const { showsTags } = tags
  const shared = tags.shared.join('\n')
  const hasOlder = families.some(({ older }) => older.length > 0)
  const mostJobs = mostPerDay(families)
  const { columns: chosen } = search
  const layout = useMemo(
    () => stepListLayout({ chosen, sharedTags: shared.split('\n'), showsTags, hasOlder, mostJobs, onUnfold, onTag }),
    [chosen, shared, showsTags, hasOlder, mostJobs, onUnfold, onTag],
  )
  return (
    <ResourceList
      label={texts.processingSteps}
      rows={lines}
      layout={layout}
      cursor={cursor}
      rowHeight={STEP_ROW}
      sort={sortOf(search, (change) => onSearch({ ...search, ...change }))}
    />
  )
}
