import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { plural } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { canDelete, deleteWorkData } from '#lib/work-data-deletion.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { titleOfFile } from '../workflow-name.ts'
import { workflowIdOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'

/** Asks whether to delete a workflow with all its versions. */
export function DeleteWorkflowDialog({ file, onClose }: { file: WorkDataDocument; onClose: () => void }) {
  const id = workflowIdOf(file.properties.Tags)
  const { data, isLoading } = useQuery({ ...workflowQueries.versions(id ?? ''), enabled: id !== undefined })
  const versions = data?.items ?? [file]
  const deletable = versions.filter(canDelete)
  const left = versions.length - deletable.length
  const remove = useDeletion(onClose)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${titleOfFile(file.properties.Name)}?`}
      confirm="Delete workflow"
      keep="Keep workflow"
      working={isLoading || remove.isPending}
      onConfirm={() => remove.mutate(deletable)}
    >
      <p>
        This permanently deletes {plural(deletable.length, 'version')}. {WORKFLOW_TEXTS.deleteKept}
      </p>
      {left > 0 ? (
        <p className="mt-2">
          {plural(left, 'version')} {left === 1 ? 'is' : 'are'} used by jobs and {left === 1 ? 'stays' : 'stay'}.
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

function useDeletion(onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (versions: readonly WorkDataDocument[]) => {
      for (const version of versions) await deleteWorkData(version)
    },
    onSuccess: () => {
      toast.success('Workflow deleted')
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...workDataQueries.all, 'list'] }),
  })
}
