import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { versionOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { ChangeList } from './change-list.tsx'
import * as texts from './texts.ts'

interface CompareDialogProps {
  file: WorkDataDocument
  /** The workflow on the page. */
  current: WorkflowDefinition
  onClose: () => void
}

/** Shows the changes of the workflow on the page compared with a saved version. */
export function CompareDialog({ file, current, onClose }: CompareDialogProps) {
  const { data, error, refetch } = useQuery(workflowQueries.content(file))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={fill(texts.changesSinceVersion, versionOf(file.properties.Tags))}
      actions={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {data?.definition ? <ChangeList before={data.definition} after={current} /> : null}
      {data && !data.definition ? <p>{texts.thatVersionIsntAWorkflowDefinition}</p> : null}
      {error ? (
        <ErrorView title={texts.theVersionCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data || error ? null : <SkeletonRows rows={4} />}
    </Dialog>
  )
}
