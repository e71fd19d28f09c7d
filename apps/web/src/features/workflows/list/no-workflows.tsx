import { useQuery } from '@tanstack/react-query'
import { Plus, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyList } from '#components/ui/empty-list.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { refined } from '#lib/list-search.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'
import { workflowFilters } from './workflow-filters.ts'
import {
  WORKFLOW_LIST_DEFAULTS,
  type WorkflowListSearch,
  withoutFilters,
  workflowQueryOf,
} from './workflow-list-search.ts'

interface NoWorkflowsProps {
  search: WorkflowListSearch
  onSearch: (search: WorkflowListSearch) => void
  /** The number of matching workflows on all pages. */
  total: number
  /** Further ways to create a first workflow. */
  children: ReactNode
}

/** Shown if there are no workflows yet, or if none match the filters. */
export function NoWorkflows({ search, onSearch, total, children }: NoWorkflowsProps) {
  const filters = workflowFilters(search, onSearch, [])
  const hidden = useQuery(workflowQueries.list(workflowQueryOf({ ...WORKFLOW_LIST_DEFAULTS, ShowHidden: true })))
  return (
    <EmptyList
      what="workflows"
      total={total}
      find={search.NameContains}
      filters={filters}
      onFirstPage={() => onSearch(refined(search, {}))}
      onDropFind={() => onSearch(refined(search, { NameContains: undefined }))}
      onDropAll={() => onSearch(withoutFilters(search))}
      hidden={hidden.data?.TotalEntities}
    >
      <EmptyState
        icon={Workflow}
        title={texts.noWorkflowsYet}
        action={
          <>
            {/* Hidden on small screens, where workflows can't be built. */}
            <ButtonLink to="/workflows/configurator" className="max-lg:hidden" icon={<Plus />}>
              {texts.newWorkflow}
            </ButtonLink>
            {children}
          </>
        }
      >
        {WORKFLOW_TEXTS.empty}
      </EmptyState>
    </EmptyList>
  )
}
