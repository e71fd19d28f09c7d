import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { TableFooter } from '#components/ui/table-footer.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { filesOf, hasFiles } from '#lib/dropped-files.ts'
import { formatTotal } from '#lib/format.ts'
import { refined } from '#lib/list-search.ts'
import { usePage } from '#lib/page.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { ImportDialog } from './import-dialog.tsx'
import * as texts from './texts.ts'
import { ACCEPTED, useImport } from './use-import.ts'
import { workflowFilters } from './workflow-filters.ts'
import { WorkflowListBody } from './workflow-list-body.tsx'
import {
  type WorkflowListProps,
  type WorkflowListSearch,
  withoutFilters,
  workflowQueryOf,
} from './workflow-list-search.ts'
import { WorkflowListTools } from './workflow-list-tools.tsx'

const SampleCard = lazy(() => import('./sample-card.tsx'))
const StartWorkflow = lazy(() => import('../start/start-workflow-sheet.tsx'))

/** The list of workflows. Definition files can be imported by dropping them on the page. */
export function WorkflowListScreen({ search, onSearch }: WorkflowListProps) {
  usePage([{ label: texts.workflows }])
  const query = useQuery(workflowQueries.list(workflowQueryOf(search)))
  const { data: executeStep } = useQuery(workflowQueries.executeStep())
  const [starting, setStarting] = useState<WorkDataDocument>()
  const files = useImport()
  const page = query.data
  const refine = (change: Partial<WorkflowListSearch>) => onSearch(refined(search, change))
  const [problem] = files.problems

  function onDrop(event: DragEvent) {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    void filesOf(event.dataTransfer).then(files.add)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: "Import workflow" does the same without a mouse
    <div className="relative flex min-h-0 flex-1 flex-col phone:pt-3" onDrop={onDrop}>
      <PageHead
        once
        title={texts.workflows}
        facts={page ? <span aria-live="polite">{formatTotal(page.TotalEntities)}</span> : null}
        actions={
          <>
            <ImportButton files={files} />
            <span data-list-tools className="contents">
              {/* Hidden on small screens, where workflows can't be built. */}
              <ButtonLink to="/workflows/configurator" variant="primary" className="max-lg:hidden" icon={<Plus />}>
                {texts.newWorkflow}
              </ButtonLink>
            </span>
          </>
        }
      />
      <FilterBar
        find={{
          label: texts.searchWorkflows,
          value: search.NameContains ?? '',
          onChange: (text) => refine({ NameContains: text.trim() || undefined }),
        }}
        filters={workflowFilters(search, onSearch, page?.RemainingTags ?? [])}
        onClearAll={() => onSearch(withoutFilters(search))}
        tools={<WorkflowListTools search={search} onSearch={onSearch} />}
      />
      <WorkflowListBody
        search={search}
        onSearch={onSearch}
        query={query}
        onStart={executeStep ? setStarting : undefined}
        firstSteps={
          <Suspense>
            <SampleCard />
          </Suspense>
        }
      />
      {page && page.TotalEntities > 0 ? (
        <TableFooter
          offset={search.PageOffset}
          shown={page.CurrentEntitiesCount}
          total={page.TotalEntities}
          one="workflow"
          pageSize={search.PageSize}
          onOffset={(PageOffset) => onSearch({ ...search, PageOffset })}
          onPageSize={(PageSize) => refine({ PageSize })}
          keys={executeStep ? [...KEYS, ['N', 'start']] : KEYS}
        />
      ) : null}
      {problem ? (
        <ImportDialog
          key={problem.name}
          file={problem}
          onAccept={() => files.accept(problem)}
          onClose={() => files.dismiss(problem)}
        />
      ) : null}
      <Suspense>{starting ? <StartWorkflow file={starting} onClose={() => setStarting(undefined)} /> : null}</Suspense>
    </div>
  )
}

const KEYS = [
  ['J', 'K', 'move'],
  ['↵', 'open'],
  ['Space', 'peek'],
] as const

function ImportButton({ files }: { files: ReturnType<typeof useImport> }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="quiet" icon={<FileUp />} working={files.isPending} onClick={() => input.current?.click()}>
        {texts.importWorkflow}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={texts.definitionFiles}
        onChange={({ target }) => {
          files.add(Array.from(target.files ?? []))
          target.value = ''
        }}
      />
    </>
  )
}
