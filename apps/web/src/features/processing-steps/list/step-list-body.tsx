import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { StepListSearch } from '../step-search.ts'
import type { StepFamily } from '../versions.ts'
import { NoSteps } from './no-steps.tsx'
import { StepCards } from './step-cards.tsx'
import { StepTable } from './step-table.tsx'

export interface StepListProps {
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
}

interface StepListBodyProps extends StepListProps {
  query: UseQueryResult<{ TotalEntities: number }>
  families: readonly StepFamily[]
}

/** The steps, or what stands in their place: a skeleton, the error, nothing yet, no match. */
export function StepListBody({ query, families, search, onSearch }: StepListBodyProps) {
  const frame = useRef<HTMLDivElement>(null)
  const active = useStepKeys(families)
  if (query.isPending) {
    return (
      <TableFrame>
        <SkeletonRows rows={10} />
      </TableFrame>
    )
  }
  if (query.isError && !query.data) {
    return <ErrorView title="Steps could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (families.length === 0) return <NoSteps search={search} onSearch={onSearch} total={query.data.TotalEntities} />
  return (
    <TableFrame ref={frame}>
      {search.view === 'table' ? (
        <StepTable families={families} search={search} onSearch={onSearch} active={active} frame={frame} />
      ) : null}
      <StepCards families={families} active={active} phoneOnly={search.view === 'table'} />
    </TableFrame>
  )
}

/** j k move, Enter opens, n starts a job with the row. */
function useStepKeys(families: readonly StepFamily[]) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const { active } = useRowCursor(
    families.map(({ newest }) => selfHref(newest)),
    { onOpen: (href) => void navigate({ to: '/processing-steps/$details', params: { details: encodeLink(href) } }) },
  )
  useKeys({
    n: () => {
      if (!active) return false
      startJob({ step: active })
      return true
    },
  })
  return active
}
