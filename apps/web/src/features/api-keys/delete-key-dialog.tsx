import type { ApiKey } from '@millrace/contracts/api-keys'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { useDeleteKey } from './api-keys.queries.ts'
import { nameOf } from './key-controls.tsx'
import * as texts from './texts.ts'

export function DeleteKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const remove = useDeleteKey()
  function confirm() {
    remove.mutate(apiKey.id, {
      onSuccess: () => toast.success(fill(texts.keyDeleted, nameOf(apiKey))),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={fill(texts.deleteQuestion, nameOf(apiKey))}
      confirm={texts.deleteKey}
      keep={texts.keepKey}
      working={remove.isPending}
      onConfirm={confirm}
    >
      {texts.whatDeletingAKeyDoes}
    </ConfirmDialog>
  )
}
