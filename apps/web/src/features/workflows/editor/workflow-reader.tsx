import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { graphOf } from '@millrace/workflows/graph'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { plural } from '#lib/format.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { ownTags, versionOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

const GraphPicture = lazy(() => import('#components/workflow-graph/graph-picture.tsx'))
const ReaderSteps = lazy(() => import('./reader-steps.tsx'))
const StartWorkflow = lazy(() => import('../start/start-workflow-sheet.tsx'))

interface WorkflowReaderProps {
  file: WorkDataDocument
  definition: WorkflowDefinition
}

/** A read-only view of a workflow, which can be started but not edited. */
export function WorkflowReader({ file, definition }: WorkflowReaderProps) {
  const [starting, setStarting] = useState(false)
  const { data: executeStep } = useQuery(workflowQueries.executeStep())
  const graph = useMemo(() => graphOf(definition), [definition])
  const { Tags, CreatedAt } = file.properties
  return (
    <>
      <PageHead
        once
        title={definition.title}
        facts={
          <span className="text-xs">
            Version {versionOf(Tags)}, edited <Time at={CreatedAt} />
          </span>
        }
        actions={
          executeStep && !file.properties.IsForeign ? (
            <Button variant="primary" icon={<Play />} onClick={() => setStarting(true)}>
              {texts.startWorkflow}
            </Button>
          ) : null
        }
        meta={
          <>
            <span>{plural(definition.nodes.length, 'step')}</span>
            <TagList tags={ownTags(Tags)} />
          </>
        }
      />
      <div className="dotted h-72 flex-none border-y phone:h-44 border-line bg-sunken p-4">
        <Suspense>
          <GraphPicture graph={graph} className="size-full" />
        </Suspense>
      </div>
      {definition.description ? (
        <p className="px-6 pt-4 text-md text-ink-2 phone:px-4">{definition.description}</p>
      ) : null}
      <p className="px-6 pt-4 text-xs text-ink-3 phone:px-4">{WORKFLOW_TEXTS.narrow}</p>
      <Suspense>
        <ReaderSteps definition={definition} graph={graph} />
      </Suspense>
      <Suspense>{starting ? <StartWorkflow file={file} onClose={() => setStarting(false)} /> : null}</Suspense>
    </>
  )
}
