import type { ApiKey } from '@millrace/contracts/api-keys'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { toast } from '#lib/toast.ts'
import { useDeleteKey } from './api-keys.queries.ts'
import { nameOf } from './key-controls.tsx'

/** The question before a key is gone for good. */
export function DeleteKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const remove = useDeleteKey()
  function confirm() {
    remove.mutate(apiKey.id, {
      onSuccess: () => toast.success(`${nameOf(apiKey)} deleted`),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${nameOf(apiKey)}?`}
      confirm="Delete key"
      keep="Keep key"
      working={remove.isPending}
      onConfirm={confirm}
    >
      Programs that use this key lose access. This cannot be undone. What they created is kept. To block it temporarily,
      turn the key off instead.
    </ConfirmDialog>
  )
}
