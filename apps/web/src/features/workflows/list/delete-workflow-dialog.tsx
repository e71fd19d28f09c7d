import { titleOfFile } from '@millrace/workflows/file-title'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { canDelete, deleteWorkData } from '#lib/work-data-deletion.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { workflowIdOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

const WorkflowUsers = lazy(() => import('./workflow-users.tsx'))

/** Asks for confirmation to delete all versions of a workflow that can be deleted. */
export function DeleteWorkflowDialog({ file, onClose }: { file: WorkDataDocument; onClose: () => void }) {
  const { data: versions } = useQuery(versionsOf(file))
  const remove = useDeletion(file, onClose)
  const deletable = versions?.filter(canDelete)
  const left = versions && deletable ? versions.length - deletable.length : 0
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={fill(texts.deleteQuestion, titleOfFile(file.properties.Name))}
      confirm={texts.deleteWorkflow}
      keep={texts.keepWorkflow}
      working={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>
        This permanently deletes {deletable ? plural(deletable.length, 'version') : 'all its versions'}.{' '}
        {WORKFLOW_TEXTS.deleteKept}
      </p>
      {left > 0 ? (
        <p className="mt-2">
          {plural(left, 'version')} {left === 1 ? 'is' : 'are'} used by jobs and will be kept.
        </p>
      ) : null}
      <Suspense>{deletable && deletable.length > 0 ? <WorkflowUsers versions={deletable} /> : null}</Suspense>
    </ConfirmDialog>
  )
}

function versionsOf(file: WorkDataDocument) {
  const id = workflowIdOf(file.properties.Tags)
  return queryOptions({
    queryKey: ['workflow-versions', selfHref(file), id],
    staleTime: 0,
    queryFn: async ({ client }) =>
      id === undefined ? [file] : (await client.fetchQuery(workflowQueries.versions(id))).items,
  })
}

function useDeletion(file: WorkDataDocument, onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    // If the user confirms before the versions are shown, the deletion waits for them here.
    mutationFn: async () => {
      const versions = await queryClient.fetchQuery(versionsOf(file))
      for (const version of versions.filter(canDelete)) await deleteWorkData(version)
    },
    onSuccess: () => {
      toast.success(texts.workflowDeleted)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...workDataQueries.all, 'list'] }),
  })
}
