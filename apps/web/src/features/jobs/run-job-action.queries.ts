import type { JobAction } from '@millrace/contracts/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { actionOf, readDocument, type SirenAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { isDeletion } from './job-deletion.ts'
import { type JobDocument, useJobAction } from './jobs.queries.ts'

/** What the toast says, and the action that takes it back. */
const DONE: Partial<Record<JobAction, { text: string; undo?: JobAction }>> = {
  Hide: { text: 'Job hidden', undo: 'UnHide' },
  UnHide: { text: 'Job unhidden' },
  CancelProcessing: { text: 'Job canceled' },
  Delete: { text: 'Job deleted' },
  DeleteWithOutputData: { text: 'Job and results deleted' },
  EditTags: { text: 'Tags saved' },
  SetJobToErrorState: { text: 'Job marked as failed' },
  AllowOutputDataDeletion: { text: 'Results can now be deleted' },
  DisallowOutputDataDeletion: { text: 'Results are protected' },
}

/** Runs one offered action of a job and says that it is done, with Undo where the server can undo. */
export function useRunJobAction(): (job: JobDocument, action: SirenAction, body?: unknown, then?: () => void) => void {
  const { mutateAsync } = useJobAction()
  const queryClient = useQueryClient()

  async function undo(job: JobDocument, name: string) {
    const fresh = await readDocument(selfHref(job))
    const back = actionOf(fresh, name)
    if (back) await mutateAsync({ action: back })
    await queryClient.invalidateQueries({ queryKey: ['jobs'] })
  }

  // Awaited, because the row that was pressed may be gone by then, and with it what hangs on its hook.
  return (job, action, body, then) => {
    void mutateAsync({ action, body, ...(isDeletion(action) && { deleted: selfHref(job) }) }).then(() => {
      const done = DONE[action.name as JobAction]
      const back = done?.undo
      toast.success(
        done?.text ?? action.title ?? action.name,
        back ? { action: { label: 'Undo', run: () => void undo(job, back).catch(ignore) } } : {},
      )
      then?.()
    }, ignore)
  }
}

/** Failed actions are told of by the query client. */
function ignore(): void {}
