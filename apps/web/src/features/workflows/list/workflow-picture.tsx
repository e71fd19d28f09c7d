import { LIMITS } from '@millrace/contracts/limits'
import { graphOf } from '@millrace/workflows/graph'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { useWasVisible } from '#lib/use-was-visible.ts'
import { workflowQueries } from '../workflows.queries.ts'

const GraphPicture = lazy(() => import('#components/workflow-graph/graph-picture.tsx'))

/** Maximum size of a definition that is loaded for a list. */
export const PICTURE_BYTES_MAX = 1_000_000

/** Thumbnail of a workflow's graph on a dotted background. The workflow is loaded once the card is near the screen. */
export function WorkflowPicture({ file }: { file: WorkDataDocument }) {
  const { ref, seen } = useWasVisible()
  const { data } = useWorkflowContent(file, seen)
  const definition = data?.definition
  const graph = useMemo(
    () => (definition && definition.nodes.length <= LIMITS.pictureNodesMax ? graphOf(definition) : undefined),
    [definition],
  )
  return (
    <span
      ref={ref}
      aria-hidden="true"
      className="dotted grid h-33 place-items-center overflow-hidden border-b border-line bg-sunken p-3"
    >
      <Suspense>
        {graph ? (
          <GraphPicture graph={graph} states={file.properties.LastExecution?.NodeStates} className="size-full" />
        ) : null}
      </Suspense>
    </span>
  )
}

/** Loads the content of a definition, unless it is larger than `PICTURE_BYTES_MAX`. */
export function useWorkflowContent(file: WorkDataDocument, enabled = true) {
  return useQuery({
    ...workflowQueries.content(file),
    enabled: enabled && file.properties.SizeInBytes <= PICTURE_BYTES_MAX,
  })
}
