import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { NameList } from '#components/ui/name-list.tsx'
import { Race } from '#components/ui/race.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { hrefOf } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { canDelete, deleteWorkData } from '#lib/work-data-deletion.ts'
import * as texts from './texts.ts'
import { type WorkDataDocument, workDataQueries } from './work-data.queries.ts'

interface DeleteWorkDataDialogProps {
  files: readonly WorkDataDocument[]
  onClose: () => void
  onDeleted?: () => void
}

/** Says how many of the files can’t be deleted, and deletes the others after confirmation. */
export function DeleteWorkDataDialog({ files, onClose, onDeleted }: DeleteWorkDataDialogProps) {
  const deletable = files.filter(canDelete)
  const [done, setDone] = useState(0)
  const remove = useDeletion({ onClose, onDeleted, onProgress: setDone })
  const kept = files.length - deletable.length
  const [only] = deletable
  const what = deletable.length === 1 ? 'file' : plural(deletable.length, 'file')
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        deletable.length === 1
          ? fill(texts.deleteQuestion, only?.properties.Name ?? '')
          : fill(texts.deleteQuestion, what)
      }
      confirm={fill(texts.deleteCount, what)}
      keep={deletable.length === 1 ? texts.keepFile : texts.keepFiles}
      working={remove.isPending}
      onConfirm={() => remove.mutate(deletable)}
    >
      {remove.isPending && deletable.length > 1 ? <DeletionProgress done={done} of={deletable.length} /> : null}
      {deletable.length > 1 ? <NameList names={deletable.map(({ properties }) => properties.Name)} /> : null}
      <p>{whatIsLost(deletable)}</p>
      {kept > 0 ? <p className="mt-2">{kept === 1 ? texts.oneFileIsKept : fill(texts.filesAreKept, kept)}</p> : null}
    </ConfirmDialog>
  )
}

function DeletionProgress({ done, of }: { done: number; of: number }) {
  return (
    <div className="mb-3 grid gap-1.5">
      <p role="status">{fill(texts.deletingProgress, Math.min(done + 1, of), of)}</p>
      <Race value={done / of} label={texts.deletion} />
    </div>
  )
}

function whatIsLost(files: readonly WorkDataDocument[]): string {
  const size = formatBytes(files.reduce((sum, file) => sum + file.properties.SizeInBytes, 0))
  const results = files.filter((file) => hrefOf(file, 'ProducedByJob')).length
  if (results === files.length) return fill(texts.resultDeletedForever, size)
  if (results > 0) return fill(texts.resultsDeletedForever, size)
  return fill(texts.deletedForever, size)
}

interface DeletionOptions {
  onClose: () => void
  onDeleted: (() => void) | undefined
  onProgress: (done: number) => void
}

function useDeletion({ onClose, onDeleted, onProgress }: DeletionOptions) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (files: readonly WorkDataDocument[]) => {
      const failures: string[] = []
      for (const [at, file] of files.entries()) {
        onProgress(at)
        await deleteWorkData(file).catch((error: Error) => failures.push(error.message))
      }
      if (failures.length === files.length) throw new Error(failures[0])
      return { deleted: files.length - failures.length, failures }
    },
    onSuccess: ({ deleted, failures }) => {
      const words = deleted === 1 ? texts.fileDeleted : fill(texts.filesDeleted, deleted)
      if (failures.length > 0) toast.error(`${words}, ${failures.length} failed. ${failures[0]}`)
      else toast.success(words)
      onClose()
      onDeleted?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...workDataQueries.all, 'list'] }),
  })
}
