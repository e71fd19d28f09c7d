import { useNavigate } from '@tanstack/react-router'
import { ListBody } from '#components/ui/list-body.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import { usePhone } from '#lib/use-media.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import type { SlicedQuery } from '#lib/use-sliced-query.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { StepListSearch } from '../step-search.ts'
import { NoSteps } from './no-steps.tsx'
import { StepCards } from './step-cards.tsx'
import { stepListLayout } from './step-list-layout.tsx'
import { STEP_ROW, StepTable } from './step-table.tsx'
import * as texts from './texts.ts'

export interface StepListProps {
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
}

interface StepListBodyProps extends StepListProps {
  query: SlicedQuery<{ TotalEntities: number }>
  families: readonly StepFamily[]
}

/** Options for the layout of the placeholder while the steps are loading. */
const UNREAD = { sharedTags: [], showsTags: false, hasOlder: false, mostJobs: 0, onUnfold: () => {}, onTag: () => {} }

/** The rows or cards of the list of steps. Phones always show cards. */
export function StepListBody({ query, families, search, onSearch }: StepListBodyProps) {
  const cursor = useStepKeys(families)
  const isPhone = usePhone()
  return (
    <ListBody
      query={query}
      failed={texts.stepsCouldNotBeLoaded}
      isEmpty={families.length === 0}
      shape={{ columns: stepListLayout({ ...UNREAD, chosen: search.columns }).columns, rowHeight: STEP_ROW }}
      cards={search.view === 'table' && !isPhone ? undefined : 'steps'}
      empty={<NoSteps search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0} />}
    >
      <TableFrame>
        {search.view === 'table' && !isPhone ? (
          <StepTable families={families} search={search} onSearch={onSearch} cursor={cursor} />
        ) : (
          <StepCards families={families} cursor={cursor} />
        )}
      </TableFrame>
    </ListBody>
  )
}

function useStepKeys(families: readonly StepFamily[]) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const { cursor, current } = useRowCursor(
    families.map(({ newest }) => selfHref(newest)),
    { onOpen: (href) => void navigate({ to: '/processing-steps/$details', params: { details: encodeLink(href) } }) },
  )
  useKeys({
    n: () => {
      const step = current()
      if (!step) return false
      startJob({ step })
      return true
    },
  })
  return cursor
}
