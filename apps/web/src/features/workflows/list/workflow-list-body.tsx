import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ListBody } from '#components/ui/list-body.tsx'
import { ResourceList, sortOf } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import type { WorkDataDocument, WorkDataPage } from '#features/work-data/work-data.queries.ts'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { refined } from '#lib/list-search.ts'
import { selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { NoWorkflows } from './no-workflows.tsx'
import * as texts from './texts.ts'
import { WorkflowCards } from './workflow-cards.tsx'
import { workflowListLayout } from './workflow-list-layout.tsx'
import type { WorkflowListSearch } from './workflow-list-search.ts'

const WorkflowPeek = lazy(() => import('./workflow-peek.tsx').then((module) => ({ default: module.WorkflowPeek })))

interface WorkflowListBodyProps {
  search: WorkflowListSearch
  onSearch: (search: WorkflowListSearch) => void
  query: UseQueryResult<WorkDataPage>
  onStart: ((file: WorkDataDocument) => void) | undefined
  /** Further ways to create a first workflow, for an account without one. */
  firstSteps: ReactNode
}

export function WorkflowListBody({ search, onSearch, query, onStart, firstSteps }: WorkflowListBodyProps) {
  const items = query.data?.items ?? []
  const [isPeeking, setPeeking] = useState(false)
  const cursor = useWorkflowKeys(items, { onStart, onPeek: () => setPeeking(!isPeeking) })
  const onTag = useStableCallback((tag: string) =>
    onSearch(refined(search, { TagsByAnd: [...new Set([...(search.TagsByAnd ?? []), tag])] })),
  )
  const { columns: chosen } = search
  const layout = useMemo(() => workflowListLayout({ chosen, onTag, onStart }), [chosen, onTag, onStart])
  return (
    <ListBody
      query={query}
      failed={texts.workflowsCouldNotBeLoaded}
      isEmpty={items.length === 0}
      shape={{ columns: layout.columns }}
      cards={search.view === 'cards' ? 'workflows' : undefined}
      empty={
        <NoWorkflows search={search} onSearch={onSearch} total={query.data?.TotalEntities ?? 0}>
          {firstSteps}
        </NoWorkflows>
      }
    >
      <div className="relative flex min-h-0 flex-1">
        <TableFrame>
          {search.view === 'cards' ? (
            <WorkflowCards items={items} cursor={cursor} onTag={onTag} onStart={onStart} />
          ) : (
            <ResourceList
              label={texts.workflows}
              rows={items}
              layout={layout}
              cursor={cursor}
              sort={sortOf(search, (change) => onSearch(refined(search, change)))}
            />
          )}
        </TableFrame>
        {isPeeking ? (
          <Suspense>
            <WorkflowPeek items={items} cursor={cursor} onClose={() => setPeeking(false)} />
          </Suspense>
        ) : null}
      </div>
    </ListBody>
  )
}

interface WorkflowKeysOptions extends Pick<WorkflowListBodyProps, 'onStart'> {
  onPeek: () => void
}

/** j and k move, Enter opens, Space peeks, n starts the workflow. */
function useWorkflowKeys(items: readonly WorkDataDocument[], { onStart, onPeek }: WorkflowKeysOptions) {
  const navigate = useNavigate()
  const open = (href: string) =>
    void navigate({ to: '/workflows/configurator', search: { workflowLink: encodeLink(href) } })
  const { cursor, current } = useRowCursor(items.map(selfHref), { onOpen: open, onPeek })
  useKeys({
    n: () => {
      const file = items.find((item) => selfHref(item) === current())
      if (!file || !onStart) return false
      onStart(file)
      return true
    },
  })
  return cursor
}
