import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { EmptyState, GhostRows } from '#components/ui/empty-state.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { refined } from '#lib/list-search.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { workflowFilters } from './workflow-filters.ts'
import { type WorkflowListSearch, withoutFilters } from './workflow-list-search.ts'

interface NoWorkflowsProps {
  search: WorkflowListSearch
  onSearch: (search: WorkflowListSearch) => void
  /** How many workflows match on all pages. */
  total: number
  /** Other ways to a first workflow. */
  children: ReactNode
}

/** No workflow yet, or none that matches. */
export function NoWorkflows({ search, onSearch, total, children }: NoWorkflowsProps) {
  const set = workflowFilters(search, onSearch, []).filter((filter) => filter.value !== undefined)
  const count = set.length + (search.NameContains ? 1 : 0)
  if (total > 0) {
    return (
      <EmptyState
        title="This page is empty"
        action={<Button onClick={() => onSearch(refined(search, {}))}>First page</Button>}
      />
    )
  }
  if (count > 0) {
    return (
      <NoMatches
        what="workflows"
        count={count}
        find={search.NameContains}
        onDropFind={() => onSearch(refined(search, { NameContains: undefined }))}
        filters={set}
        onDropAll={() => onSearch(withoutFilters(search))}
      />
    )
  }
  return (
    <EmptyState
      title="No workflows yet"
      ghost={<GhostRows rows={10} />}
      action={
        <>
          <ButtonLink to="/workflows/configurator" variant="primary" icon={<Plus aria-hidden="true" />}>
            New workflow
          </ButtonLink>
          {children}
        </>
      }
    >
      {WORKFLOW_TEXTS.empty}
    </EmptyState>
  )
}
