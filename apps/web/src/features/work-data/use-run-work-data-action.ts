import type { WorkDataAction } from '@millrace/contracts/work-data'
import { actionOf, readDocument, type SirenAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useWorkDataAction, type WorkDataDocument } from './work-data.queries.ts'

/** What the toast says, and the action that takes it back. */
const DONE: Partial<Record<WorkDataAction, { text: string; undo?: WorkDataAction }>> = {
  Hide: { text: 'File hidden', undo: 'UnHide' },
  UnHide: { text: 'File unhidden' },
  EditTags: { text: 'Tags saved' },
  EditComment: { text: 'Comment saved' },
  Rename: { text: 'File renamed' },
  AllowDeletion: { text: 'File can now be deleted' },
  DisallowDeletion: { text: 'File protected from deletion' },
}

/** Runs one offered action of a file and says that it is done, with Undo where the server can undo. */
export function useRunWorkDataAction() {
  const { mutateAsync, isPending } = useWorkDataAction()

  async function undo(file: WorkDataDocument, name: string) {
    const back = actionOf(await readDocument(selfHref(file)), name)
    if (back) await mutateAsync({ action: back })
  }

  // Awaited, because the row that was pressed may be gone by then, and with it what hangs on its hook.
  function run(file: WorkDataDocument, action: SirenAction, body?: unknown, then?: () => void): void {
    void mutateAsync({ action, body }).then(() => {
      const done = DONE[action.name as WorkDataAction]
      const back = done?.undo
      toast.success(
        done?.text ?? action.title ?? action.name,
        back ? { action: { label: 'Undo', run: () => void undo(file, back).catch(ignore) } } : {},
      )
      then?.()
    }, ignore)
  }
  return { run, isPending }
}

/** Failed actions are told of by the query client. */
function ignore(): void {}
